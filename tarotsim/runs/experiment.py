"""A run as a file: what to play and what to keep, in TOML.

A spec is data. Nothing in it is evaluated, strategies are named as anywhere else, and
its paths are relative to its folder and cannot leave it.
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from tarotsim import RESULTS_REVISION
from tarotsim.engine.forced import parse_forced
from tarotsim.engine.foreseen import verify_forced
from tarotsim.engine.given import as_given
from tarotsim.engine.play import as_rules
from tarotsim.game.errors import TarotError
from tarotsim.game.keys import check_seed
from tarotsim.game.rules import rules_for
from tarotsim.plugins.external import External
from tarotsim.plugins.registry import (
    StrategySpec,
    load_strategy,
    parse_spec,
    verify_names_strategy,
)
from tarotsim.plugins.sources import file_of
from tarotsim.runs.folder import MANIFEST
from tarotsim.runs.pieces import check_part_deals
from tarotsim.runs.run import check_auction
from tarotsim.runs.tally import Breakdown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tarotsim.game.rules import RuleSet

__all__ = [
    "KEYS",
    "TABLES",
    "ArmSpec",
    "Experiment",
    "SpecError",
    "parse_experiment",
    "read_experiment",
]


class SpecError(TarotError):
    """A spec that cannot be read, or asks for something that is not allowed."""


@dataclass(frozen=True, slots=True)
class ArmSpec:
    """What one arm says otherwise than the run, as texts.

    Parameters
    ----------
    forced : tuple of str
        Decisions, as `tarotsim.engine.forced.parse_forced` reads them.
    strategies : dict of int to str
        By seat.
    auction : str or None
    """

    forced: tuple[str, ...]
    strategies: dict[int, str]
    auction: str | None


@dataclass(frozen=True, slots=True)
class Experiment:
    """What a spec asks for.

    Parameters
    ----------
    players : int
    strategies : tuple of str
        One for all seats or one for each; files with their whole path.
    seed : int or None
    deals, played : int or None
        One of them at most.
    first : int
        Number of the first deal.
    auction : str or None
    given : tuple of str
        Conditions on the deals.
    rules : dict of str to str
        Options that differ from the defaults.
    folder : Path or None
        Where the rows go; None: nowhere.
    history : bool
    part_deals : int or None
    by : tuple of str
        Columns to sum up by.
    arms : dict of str to ArmSpec
        Ways to play each deal, for `tarotsim.studies.arms.run_arms`; none: one run.
    """

    players: int
    strategies: tuple[str, ...]
    seed: int | None
    deals: int | None
    played: int | None
    first: int
    auction: str | None
    given: tuple[str, ...]
    rules: dict[str, str]
    folder: Path | None
    history: bool
    part_deals: int | None
    by: tuple[str, ...]
    arms: dict[str, ArmSpec] = field(default_factory=dict)

    def all_strategies(self) -> list[str]:
        """Return every strategy that is named, those of the arms too."""
        own = [one for arm in self.arms.values() for one in arm.strategies.values()]
        return [*self.strategies, *own]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments for `tarotsim.simulate`."""
        given = asdict(self)
        given.pop("arms")
        return given | {"out": given.pop("folder")}


def read_experiment(path: Path, out: Path | None = None) -> Experiment:
    """Read a spec and check everything in it.

    Parameters
    ----------
    path : Path
        A file in TOML. Its paths are relative to its folder.
    out : Path, optional
        Where the rows go, instead of the folder that it names.

    Raises
    ------
    SpecError
        Names the file, the line and the key, what was given and what is allowed.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SpecError(f"{path} is not text in UTF-8") from error
    return parse_experiment(text, path, out)


def parse_experiment(text: str, path: Path, out: Path | None = None) -> Experiment:
    """Read the text of a spec and check everything in it.

    Parameters
    ----------
    text : str
    path : Path
        Of its file, for messages and for the paths in it.
    out : Path, optional
        As for `read_experiment`.

    Raises
    ------
    SpecError
        As `read_experiment`.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{path} is not TOML: {error}") from error
    return _Reader(path, _lines_of(text), out).read(values, path.parent)


def _lines_of(text: str) -> dict[tuple[str, ...], int]:
    """Return the line on which each key stands, from 1.

    Statements are taken one by one: lines are added until they are TOML by themselves.
    """
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    statement, start = "", 1
    for number, line in enumerate(text.split("\n"), start=1):
        statement += f"{line}\n"
        try:
            found = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        keys = _first_keys(found)
        if statement.lstrip().startswith("["):
            table = keys
            lines.setdefault(table, start)
        elif keys:
            for length in range(1, len(keys) + 1):
                lines.setdefault(table + keys[:length], start)
        statement, start = "", number + 1
    return lines


def _first_keys(value: Any) -> tuple[str, ...]:
    keys: list[str] = []
    while isinstance(value, dict) and value:
        (key, value), *_ = value.items()
        keys.append(key)
    return tuple(keys)


class _Reader:
    """Takes the values of a spec one by one, and says where one is wrong."""

    def __init__(
        self, path: Path, lines: Mapping[tuple[str, ...], int], out: Path | None
    ) -> None:
        self._path, self._lines, self._out = path, lines, out

    def error(self, key: tuple[str, ...], message: object) -> SpecError:
        """Return the error for a key."""
        line = self._lines.get(key, self._lines.get(key[:1], 1))
        name = ".".join(key)
        return SpecError(f"{self._path}, line {line}, {name}: {message}")

    def read(self, values: dict[str, Any], folder: Path) -> Experiment:
        """Return what the values ask for."""
        self._known((), values, KEYS)
        if not values:
            raise SpecError(f"{self._path} asks for nothing: no key is in it")
        self._version(values)
        rules = values.get("rules", {})
        output = values.get("output", {})
        for name, table in (("rules", rules), ("output", output)):
            if not isinstance(table, dict):
                raise self.error((name,), f"must be a table, [{name}]")
        self._known(("output",), output, _OUTPUT_KEYS)
        players = self._whole(values, ("players",), 4, least=3)
        self._checked(("players",), rules_for, players)
        chosen: dict[str, str] = {}
        for name, value in rules.items():
            self._rule(players, chosen, name, value)
        if "deals" in values and "played" in values:
            raise self.error(("played",), "give either deals (raw) or played, not both")
        seed = values.get("seed")
        if seed is not None:
            self._whole(values, ("seed",), 0, least=0)
            self._checked(("seed",), check_seed, seed)
        history = self._flag(output, ("output", "history"))
        part_deals = self._optional(output, ("output", "part_deals"))
        self._checked(("output", "part_deals"), check_part_deals, part_deals, history)
        return Experiment(
            players=players,
            strategies=self._strategies(values, players, folder),
            seed=seed,
            deals=self._optional(values, ("deals",)),
            played=self._optional(values, ("played",)),
            first=self._whole(values, ("first",), 0, least=0),
            auction=self._auction(values, players),
            given=self._given(values, players),
            rules=rules,
            folder=self._folder(output, folder),
            history=history,
            part_deals=part_deals,
            by=self._columns(output, players),
            arms=self._arms(values, as_rules(players, chosen), folder),
        )

    def _known(
        self, table: tuple[str, ...], values: dict[str, Any], known: Sequence[str]
    ) -> None:
        for name in values:
            if name in known:
                continue
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else "."
            message = f"unknown key{hint} Allowed: {', '.join(known)}"
            raise self.error((*table, name), message)

    def _version(self, values: dict[str, Any]) -> None:
        """Refuse a spec whose deals would come out differently."""
        revision = values.get("results_revision", RESULTS_REVISION)
        if revision != RESULTS_REVISION:
            message = (
                f"made for results of revision {revision!r}, and this version gives "
                f"those of {RESULTS_REVISION}; without the line it plays it anew"
            )
            raise self.error(("results_revision",), message)

    def _checked(
        self, key: tuple[str, ...], check: Callable[..., Any], *values: Any
    ) -> Any:
        try:
            return check(*values)
        except TarotError as error:
            raise self.error(key, error) from error

    def _whole(
        self, values: dict[str, Any], key: tuple[str, ...], default: int, *, least: int
    ) -> int:
        value = values.get(key[-1], default)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            message = f"must be a whole number, {least} or more, not {value!r}"
            raise self.error(key, message)
        return value

    def _optional(self, values: dict[str, Any], key: tuple[str, ...]) -> int | None:
        return self._whole(values, key, 1, least=1) if key[-1] in values else None

    def _flag(self, values: dict[str, Any], key: tuple[str, ...]) -> bool:
        value = values.get(key[-1], False)
        if not isinstance(value, bool):
            raise self.error(key, f"must be true or false, not {value!r}")
        return value

    def _rule(
        self, players: int, chosen: dict[str, str], name: str, value: Any
    ) -> None:
        """Add an option to those before it, if they go together."""
        key = ("rules", name)
        if not isinstance(value, str):
            raise self.error(key, f"must be the name of a value, not {value!r}")
        chosen[name] = value
        self._checked(key, as_rules, players, chosen)

    def _auction(self, values: dict[str, Any], players: int) -> str | None:
        value = values.get("auction", "bidding")
        if not isinstance(value, str):
            raise self.error(("auction",), f"must be a text, not {value!r}")
        if value == "bidding":
            return None
        self._checked(("auction",), check_auction, value, players)
        return value

    def _given(self, values: dict[str, Any], players: int) -> tuple[str, ...]:
        key = ("given",)
        texts = tuple(self._texts(key, values.get("given", [])))
        self._checked(key, as_given, texts, rules_for(players))
        return texts

    def _texts(self, key: tuple[str, ...], value: Any) -> list[str]:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
            raise self.error(key, f"must be a text or a list of texts, not {value!r}")
        return texts

    def _strategies(
        self, values: dict[str, Any], players: int, folder: Path
    ) -> tuple[str, ...]:
        key = ("strategies",)
        given = self._texts(key, values.get("strategies", "point_count"))
        if len(given) not in (1, players):
            message = f"{len(given)} are given for {players} seats: one for all or one"
            raise self.error(key, f"{message} for each")
        return tuple(self._strategy(key, text, folder) for text in given)

    def _strategy(self, key: tuple[str, ...], text: str, folder: Path) -> str:
        spec = self._checked(key, parse_spec, text)
        path = file_of(spec)
        if path is not None:
            inside = self._inside(key, folder, str(path))
            name = spec.target.rpartition(":")[2]
            spec = StrategySpec(f"{inside}:{name}", spec.parameters)
        self._checked(key, verify_names_strategy, spec)
        if isinstance(self._checked(key, load_strategy, spec), External):
            message = "a spec starts no program: give an external player on the"
            raise self.error(key, f"{message} command line or in Python")
        return str(spec)

    def _arms(
        self, values: dict[str, Any], rules: RuleSet, folder: Path
    ) -> dict[str, ArmSpec]:
        """Return the arms, each a table ``[arms.NAME]``."""
        arms = values.get("arms", {})
        if not isinstance(arms, dict) or not all(
            isinstance(a, dict) for a in arms.values()
        ):
            raise self.error(("arms",), "must be tables, [arms.NAME]")
        if "arms" in values and len(arms) < 2:
            message = f"two arms or more are compared, not {len(arms)}"
            raise self.error(("arms",), message)
        for name in ("played", "first", "output") if arms else ():
            if name in values:
                message = "has no use with arms, which play the raw deals from 0 on and"
                raise self.error(
                    (name,), f"{message} give one table of differences: leave it out"
                )
        auction = self._auction(values, rules.players)
        return {
            name: self._arm(name, arm, rules, auction, folder)
            for name, arm in arms.items()
        }

    def _arm(
        self,
        name: str,
        arm: dict[str, Any],
        rules: RuleSet,
        auction: str | None,
        folder: Path,
    ) -> ArmSpec:
        self._known(("arms", name), arm, _ARM_KEYS)
        players = rules.players
        key = ("arms", name, "strategies")
        seats = arm.get("strategies", {})
        if not isinstance(seats, dict):
            raise self.error(key, 'must be a table of seats, such as {0 = "expert"}')
        for seat, text in seats.items():
            if seat not in map(str, range(players)) or not isinstance(text, str):
                message = f"{seat} = {text!r} is no seat 0 to {players - 1} with a text"
                raise self.error(key, message)
        chosen = {
            int(s): self._strategy(key, text, folder) for s, text in seats.items()
        }
        key = ("arms", name, "auction")
        own = arm.get("auction")
        if own is not None and not isinstance(own, str):
            raise self.error(key, f"must be a text, not {own!r}")
        heard = auction if own is None else own
        imposed = None
        if heard not in (None, "bidding"):
            imposed = self._checked(key, check_auction, heard, players)
        key = ("arms", name, "forced")
        forced = tuple(self._texts(key, arm.get("forced", [])))
        decisions = [
            one for text in forced for one in self._checked(key, parse_forced, text)
        ]
        self._checked(key, verify_forced, decisions, rules, imposed)
        return ArmSpec(forced, chosen, own)

    def _folder(self, output: dict[str, Any], base: Path) -> Path | None:
        key = ("output", "folder")
        if self._out is not None:
            return self._out
        value = output.get("folder")
        if value is None:
            for name in ("history", "part_deals"):
                if name in output:
                    message = "only counts with a folder for the rows: give folder too"
                    raise self.error(("output", name), message)
            return None
        if not isinstance(value, str):
            raise self.error(key, f"must be a text, not {value!r}")
        path = self._inside(key, base, value)
        if path.resolve() == base.resolve() and not (base / MANIFEST).exists():
            message = "give the rows a folder of their own; only the spec that a run"
            raise self.error(key, f"{message} has in its folder names that itself")
        return path

    def _inside(self, key: tuple[str, ...], base: Path, text: str) -> Path:
        """Return a path below a folder, refusing one that leaves it in any way."""
        kinds = (PurePosixPath(text), PureWindowsPath(text))
        leaves = any(p.is_absolute() or p.drive or ".." in p.parts for p in kinds)
        path = base / text
        try:
            leaves = leaves or not path.resolve().is_relative_to(base.resolve())
        except (ValueError, OSError) as error:
            raise self.error(key, f"{text!r} is no path: {error}") from error
        if leaves:
            message = f"{text!r} leads out of {base}: paths in a spec stay inside"
            raise self.error(key, message)
        return path

    def _columns(self, output: dict[str, Any], players: int) -> tuple[str, ...]:
        key = ("output", "by")
        columns = tuple(self._texts(key, output.get("by", [])))
        self._checked(key, Breakdown, players, columns)
        return columns


KEYS = (
    "tarotsim",
    "results_revision",
    "players",
    "seed",
    "deals",
    "played",
    "first",
    "strategies",
    "auction",
    "given",
    "rules",
    "output",
    "arms",
)
_ARM_KEYS = ("forced", "strategies", "auction")
TABLES = ("rules", "output")
"""Those that are tables, but for the arms, each a table of its own."""
_OUTPUT_KEYS = ("folder", "history", "part_deals", "by")
