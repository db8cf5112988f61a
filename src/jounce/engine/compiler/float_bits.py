"""Powers of two and exponents, from the bits of doubles: the same in plain Python and in compiled code, also in lanes.

Both functions only add, shift and mask 64-bit integers, for which every processor has vector instructions; that is not
so for the conversion between doubles and 64-bit integers, which the last bits of a sum with 1.5 · 2**52 stand in for.
They have a result for every number, also for infinities and NaN, and never raise.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import struct

from llvmlite import ir
from numba.core import types
from numba.extending import lower_builtin, type_callable

BIAS = 1023
"""What the exponent field of 1.0 holds."""
FIELD = 52
"""Where the exponent field begins."""
INTEGER_BITS = 1.5 * 2.0**52
"""Sums with it hold small integers in their last bits."""
WHOLE = 2.0**52
SQRT_HALF_BITS = 0x3FE6A09E667F3BCD
"""Bits of √½."""
WORD = (1 << 64) - 1


def two_to(n: float) -> float:
    """2**n for an integer n from −1022 to 1023, held by a double; some number for any other n."""
    return _from_bits(_to_bits(n + (INTEGER_BITS + BIAS)) << FIELD & WORD)


def split(x: float) -> tuple[float, float]:
    """Mantissa m from √½ to √2 and exponent e of a double: |x| = m 2**e.

    If the sign bit of x is set, e is 2048 larger: it is above 1024 for −0.0 and all negative numbers, and for no others
    but NaN. Zeros, subnormal numbers, infinities and NaN give a mantissa in that range too, but not one of their value.
    """
    bits = _to_bits(x)
    biased = (bits + (BIAS << FIELD) - SQRT_HALF_BITS & WORD) >> FIELD
    return _from_bits(bits - (biased - BIAS << FIELD) & WORD), float(biased - BIAS)


def _to_bits(x: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def _from_bits(bits: int) -> float:
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


INTEGER, DOUBLE = ir.IntType(64), ir.DoubleType()


@type_callable(two_to)
def _type_two_to(context):
    return lambda n: types.float64 if n == types.float64 else None


@lower_builtin(two_to, types.float64)
def _lower_two_to(context, builder, signature, arguments):
    shifted = builder.fadd(arguments[0], DOUBLE(INTEGER_BITS + BIAS))
    return builder.bitcast(builder.shl(builder.bitcast(shifted, INTEGER), INTEGER(FIELD)), DOUBLE)


@type_callable(split)
def _type_split(context):
    return lambda x: types.UniTuple(types.float64, 2) if x == types.float64 else None


@lower_builtin(split, types.float64)
def _lower_split(context, builder, signature, arguments):
    bits = builder.bitcast(arguments[0], INTEGER)
    offset = INTEGER((BIAS << FIELD) - SQRT_HALF_BITS)
    biased = builder.lshr(builder.add(bits, offset), INTEGER(FIELD))
    field = builder.shl(builder.sub(biased, INTEGER(BIAS)), INTEGER(FIELD))
    mantissa = builder.bitcast(builder.sub(bits, field), DOUBLE)
    whole = builder.bitcast(builder.or_(biased, INTEGER(_to_bits(WHOLE))), DOUBLE)
    exponent = builder.fsub(whole, DOUBLE(WHOLE + BIAS))
    return context.make_tuple(builder, signature.return_type, (mantissa, exponent))
