"""Rows as Parquet, one file for consecutive deals, and back.

Plain integer columns, as in memory, without the seats that are not at the table; with
the history, columns of bytes. The encoding is chosen for speed first: differences in as
few bits as they need, then snappy, which every reader knows.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from tarotsim.engine.history import HISTORY_COLUMNS, Bytes, history_columns
from tarotsim.game.layout import COLUMN_BYTES, ROW_COLUMNS
from tarotsim.runs.rows import ROW_DTYPE, ROW_NAMES, is_absent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from tarotsim.game.rules import RuleSet

__all__ = ["PartEncoder", "columns_of", "read_deal", "read_part", "schema_of"]


def columns_of(players: int, *, history: bool) -> tuple[tuple[str, str], ...]:
    """Return the columns of a file with their meaning.

    Parameters
    ----------
    players : int
        Seats at the table.
    history : bool
        Whether the acts of each deal are kept.
    """
    rows = tuple(c for c in ROW_COLUMNS if not is_absent(c[0], players))
    return rows + (HISTORY_COLUMNS if history else ())


def schema_of(players: int, *, history: bool) -> pa.Schema:
    """Return the schema of a file; the meaning of a column is in its metadata."""
    import pyarrow as pa

    kinds: dict[str, pa.DataType] = {
        "bids": pa.binary(),
        "ecart": pa.binary(),
        "chelem_by": pa.int8(),
        "shown_cards": pa.binary(),
        "cards": pa.binary(),
    }
    sizes = {1: pa.int8(), 2: pa.int16(), 8: pa.int64()}
    return pa.schema(
        pa.field(
            name,
            kinds.get(name, sizes[COLUMN_BYTES.get(name, 1)]),
            metadata={"description": meaning},
        )
        for name, meaning in columns_of(players, history=history)
    )


class PartEncoder:
    """A file of rows in the making.

    Parameters
    ----------
    rules : RuleSet
    history : bool
        Whether the acts of each deal are kept.
    """

    def __init__(self, rules: RuleSet, *, history: bool) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._rules = rules
        self._history = history
        self._schema = schema_of(rules.players, history=history)
        whole = [f.name for f in self._schema if not pa.types.is_binary(f.type)]
        self._sink = io.BytesIO()
        self._writer = pq.ParquetWriter(
            self._sink,
            self._schema,
            compression="snappy",
            use_dictionary=False,
            write_statistics=["deal"],
            column_encoding=dict.fromkeys(whole, "DELTA_BINARY_PACKED"),
        )

    def add(self, rows: np.ndarray, history: np.ndarray) -> None:
        """Add the rows of some deals, as one row group."""
        import pyarrow as pa

        columns: dict[str, Any] = {}
        if self._history:
            columns |= history_columns(self._rules, rows, history)
        arrays = [
            _array(columns[f.name] if f.name in columns else rows[f.name], f.name)
            for f in self._schema
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def finish(self) -> bytes:
        """Return the content of the file."""
        self._writer.close()
        return self._sink.getvalue()


def _array(values: np.ndarray | Bytes, name: str) -> Any:
    import pyarrow as pa

    if not isinstance(values, Bytes):
        return pa.array(np.ascontiguousarray(values))
    offsets = np.zeros(len(values.lengths) + 1, dtype=np.int32)
    np.cumsum(values.lengths, out=offsets[1:])
    is_missing = None
    if name == "cards":
        there: Any = np.packbits(values.lengths > 0, bitorder="little")
        is_missing = pa.py_buffer(there)
    strings: Any = [offsets, values.data]
    buffers = [is_missing, *map(pa.py_buffer, strings)]
    return pa.Array.from_buffers(pa.binary(), len(values.lengths), buffers)


def read_part(
    path: Path, columns: Sequence[str] | None = None, batch: int = 1 << 16
) -> Iterator[np.ndarray]:
    """Read the rows of a file, some at a time.

    Parameters
    ----------
    path : Path
    columns : sequence of str, optional
        Columns to read, all of `ROW_COLUMNS` by default; the others are 0.
    batch : int, optional
        Rows at a time, at most.

    Yields
    ------
    structured array (deals,)
        Of `tarotsim.runs.rows.ROW_DTYPE`.
    """
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        known: Iterable[str] = file.schema_arrow.names if columns is None else columns
        wanted = [name for name in known if name in ROW_NAMES]
        for part in file.iter_batches(batch, columns=wanted):
            rows = np.zeros(part.num_rows, dtype=ROW_DTYPE)
            for name in wanted:
                rows[name] = part.column(name).to_numpy(zero_copy_only=False)
            yield rows


def read_deal(path: Path, place: int) -> tuple[dict[str, int], dict[str, Any]]:
    """Read one deal of a file with its history.

    Parameters
    ----------
    path : Path
    place : int
        Of the deal in the file, from 0.

    Returns
    -------
    row, acts : dict
        The columns of a row, and those of the history.
    """
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        group = 0
        while place >= file.metadata.row_group(group).num_rows:
            place -= file.metadata.row_group(group).num_rows
            group += 1
        (values,) = file.read_row_group(group).slice(place, 1).to_pylist()
    row = {name: value for name, value in values.items() if name in ROW_NAMES}
    return row, {name: values[name] for name, _ in HISTORY_COLUMNS}
