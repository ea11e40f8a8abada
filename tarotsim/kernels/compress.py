"""The numbers of a word's bits as octets, by one instruction where there is one.

`tarotsim.kernels.listing` does without, and says what a list is.
"""

from __future__ import annotations

import platform
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from tarotsim.kernels._cache import cpu_features, portable_bits
from tarotsim.kernels._jit import CHECKS_BOUNDS, IS_COMPILED, kernel
from tarotsim.kernels.bits import popcount

__all__ = ["HAS_COMPRESS", "LEGAL_WIDTH", "ROOM", "list_compressed"]

LEGAL_WIDTH = 32
"""Octets of a table's list of what is legal: hand and chien are at most 30 cards."""

ROOM = 16
"""Octets behind the last list: a list may be written with some that follow it."""

HAS_COMPRESS = (
    IS_COMPILED
    and not CHECKS_BOUNDS
    and not portable_bits()
    and platform.machine().lower() in ("x86_64", "amd64")
    and "+avx512vbmi2" in cpu_features()
)
"""Whether the processor lists the bits of a word by one instruction, and may."""


def _build_compress(first: int, size: int) -> Any:
    """Return code that writes the numbers of a word's bits, then octets of 255."""
    octet, vector = ir.IntType(8), ir.VectorType(ir.IntType(8), 64)
    bits = ir.VectorType(ir.IntType(1), 64)
    part = ir.VectorType(octet, size)
    numbers = ir.Constant(vector, [(first + bit) & 255 for bit in range(64)])
    rest = ir.Constant(vector, [255] * 64)
    kept = ir.Constant(ir.VectorType(ir.IntType(32), size), [*range(size)])

    def typing(typingctx: Any, word: Any, octets: Any, start: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(vector, [vector, vector, bits]),
                "llvm.x86.avx512.mask.compress.v64i8",
            )
            mask = builder.bitcast(args[0], bits)
            found = builder.call(function, [numbers, rest, mask])
            place = builder.bitcast(builder.gep(args[1], [args[2]]), part.as_pointer())
            builder.store(builder.shuffle_vector(found, rest, kept), place, align=1)
            return context.get_dummy_value()

        return types.void(types.uint64, octets, types.int64), build

    return intrinsic(typing)


_compress_low = _build_compress(0, LEGAL_WIDTH)
_compress_high = _build_compress(64, ROOM)


@kernel(inline=True)
def list_compressed(low: Any, high: Any, octets: Any, start: Any) -> None:
    """Write the numbers of bits, ascending, then octets of 255."""
    _compress_low(low, octets, start)
    _compress_high(high, octets, start + popcount(low))
