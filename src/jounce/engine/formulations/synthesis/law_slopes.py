"""Slopes of laws, as programs of derivatives call them: results, then the derivative of each by each input, by row.

    law(context, place, inputs, outputs)      as in `jounce.engine.formulations.synthesis.law_calls`

Derivatives by the time are left out: nothing here moves in time.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from jounce.engine.compiler import INTERPRETED, kernel, subroutine
from jounce.engine.formulations.synthesis.base_equation import solve_rows
from jounce.engine.formulations.synthesis.ground_slopes import ground_slopes_at
from jounce.engine.formulations.synthesis.law_calls import (
    BUSHINGS,
    CURVES,
    DRAGS,
    MANY,
    SCALAR_FORCES,
    SIGNALS,
    TABLE_SIZE,
    TABLES,
    air_at,
    bushing_at,
    curve_of,
    drag_at,
    matrix_at,
    put_vector,
    vector_at,
)
from jounce.engine.laws.forces.air_tangent import air_tangent
from jounce.engine.laws.forces.body_forces import drag_and_lift_tangent
from jounce.engine.laws.forces.bushing import bushing_tangent
from jounce.engine.laws.forces.laws import LAWS
from jounce.engine.laws.forces.signal import curve, curve_slope
from jounce.engine.linalg.vec3 import cross, load, scale, sub

if not INTERPRETED:
    from jounce.engine.compiler.raw import array_at, number_at, put_number, word_at

evaluate_bushing, evaluate_drag, evaluate_air = subroutine(bushing_at), subroutine(drag_at), subroutine(air_at)
BUSHING_INPUTS, DRAG_INPUTS, AIR_INPUTS = 30, 6, 16


def force_slopes_at(context, place, inputs, outputs):
    """A force law and its slopes by address; `force` and `derivatives` are globals of each of its copies."""
    law = array_at(word_at(context, SCALAR_FORCES), MANY, "scalar forces")[place]
    signals = array_at(word_at(context, SIGNALS), MANY, "signals")
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    t, x, rate = number_at(inputs, 0), number_at(inputs, 1), number_at(inputs, 2)
    state, sensed = number_at(inputs, 3), number_at(inputs, 4)
    value, state_rate = force(law, signals, tables, t, x, rate, state, sensed)  # noqa: F821
    f_x, f_v, f_z, f_s, z_v, z_z, z_s = derivatives(law, signals, tables, t, x, rate, state, sensed)  # noqa: F821
    put_number(outputs, 0, value)
    put_number(outputs, 1, state_rate)
    put_number(outputs, 2, 0.0)
    put_vector(outputs, 3, (f_x, f_v, f_z))
    put_vector(outputs, 6, (f_s, 0.0, 0.0))
    put_vector(outputs, 9, (z_v, z_z, z_s))
    return 0


def scalar_slopes_at(name: str) -> Callable:
    """`force_slopes_at` of the law whose force has this name; a copy, as in `law_calls.scalar_force_at`."""
    law = next(law for law in LAWS.values() if law.force.__name__ == name)
    made = FunctionType(
        force_slopes_at.__code__,
        {**globals(), "force": law.force, "derivatives": law.derivatives},
        f"{name}_slopes_at",
    )
    made.__qualname__ = made.__name__
    return made


@kernel
def unit(j, first):
    """The unit vector along input j, if it is one of the three from `first` on; else zero."""
    return (
        1.0 if j == first else 0.0,
        1.0 if j == first + 1 else 0.0,
        1.0 if j == first + 2 else 0.0,
    )


@kernel
def turn_by_entry(F, j):
    """The small turn ½ Σ c × δc of a frame whose entry j changes by 1: c its columns. Changes that keep it orthonormal
    are sums of these."""
    if j < 0 or j > 8:
        return (0.0, 0.0, 0.0)
    row, column = j // 3, j % 3
    return scale(0.5, cross((F[column], F[3 + column], F[6 + column]), unit(row, 0)))


def bushing_slopes_at(context, place, inputs, outputs):
    """`bushing` and its slopes; those by entries of the frames are right for changes that keep these orthonormal."""
    evaluate_bushing(context, place, inputs, outputs)
    law = array_at(word_at(context, BUSHINGS), MANY, "bushings")[place]
    Fa, Fb, d, rate = matrix_at(inputs, 0), matrix_at(inputs, 9), vector_at(inputs, 18), vector_at(inputs, 21)
    wa, wb = vector_at(inputs, 24), vector_at(inputs, 27)
    for j in range(BUSHING_INPUTS):
        force, torque = bushing_tangent(
            law,
            Fa,
            Fb,
            d,
            rate,
            wa,
            wb,
            turn_by_entry(Fa, j),
            turn_by_entry(Fb, j - 9),
            unit(j, 18),
            unit(j, 21),
            unit(j, 24),
            unit(j, 27),
        )
        for k in range(3):
            put_number(outputs, 6 + k * BUSHING_INPUTS + j, force[k])
            put_number(outputs, 6 + (3 + k) * BUSHING_INPUTS + j, torque[k])
    return 0


def drag_slopes_at(context, place, inputs, outputs):
    """`drag` and its slopes."""
    evaluate_drag(context, place, inputs, outputs)
    law = array_at(word_at(context, DRAGS), MANY, "drags")[place]
    u, up = sub(vector_at(inputs, 0), load(law["wind"], 0)), vector_at(inputs, 3)
    for j in range(DRAG_INPUTS):
        by_force = drag_and_lift_tangent(law, u, up, unit(j, 0), unit(j, 3))
        for k in range(3):
            put_number(outputs, 3 + k * DRAG_INPUTS + j, by_force[k])
    return 0


def air_slopes_at(context, place, inputs, outputs):
    """`air` and its slopes."""
    evaluate_air(context, place, inputs, outputs)
    law = array_at(word_at(context, DRAGS), MANY, "drags")[place]
    signals = array_at(word_at(context, SIGNALS), MANY, "signals")
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    for k in range(6):
        put_number(outputs, 6 + k * AIR_INPUTS, 0.0)
    for j in range(1, AIR_INPUTS):
        force, torque = air_tangent(
            law,
            signals,
            tables,
            number_at(inputs, 0),
            vector_at(inputs, 1),
            vector_at(inputs, 4),
            vector_at(inputs, 7),
            vector_at(inputs, 10),
            vector_at(inputs, 13),
            unit(j, 1),
            unit(j, 4),
            (unit(j, 7), unit(j, 10), unit(j, 13)),
        )
        for k in range(3):
            put_number(outputs, 6 + k * AIR_INPUTS + j, force[k])
            put_number(outputs, 6 + (3 + k) * AIR_INPUTS + j, torque[k])
    return 0


def solve_noting_at(first, place, inputs, outputs):
    """`solve_rows` at an address; notes at the address `place`: n² numbers of room, the inverse, the solution."""
    n, m = int(number_at(inputs, 0)), int(number_at(inputs, 1))
    size = n + m
    W = array_at(first, n * size, "numbers")
    notes = array_at(place, 2 * n * n + n * m, "numbers")
    # the inverse: as many unit right-hand sides as equations, in rows of 2n numbers
    for r in range(n):
        for c in range(n):
            notes[2 * n * r + c] = W[size * r + c]
            notes[2 * n * r + n + c] = 1.0 if r == c else 0.0
    solve_rows(notes, 0, n, n)
    put_number(outputs, 0, solve_rows(W, 0, n, m))
    for r in range(n):
        for c in range(m):
            notes[2 * n * n + m * r + c] = W[size * r + n + c]
    return 0


def solve_along_at(first, place, inputs, outputs):
    """δx = A⁻¹ (δb − δA x) for the changes at an address, `lanes` numbers side by side; notes of `solve_noting_at`."""
    n, m, lanes = int(number_at(inputs, 0)), int(number_at(inputs, 1)), int(number_at(inputs, 2))
    size = n + m
    W = array_at(first, n * size * lanes, "numbers")
    notes = array_at(place, 2 * n * n + n * m, "numbers")
    for lane in range(lanes):
        for c in range(m):
            # what is missing on the right, where the change of the right-hand side was
            for r in range(n):
                missing = W[(size * r + n + c) * lanes + lane]
                for k in range(n):
                    missing -= W[(size * r + k) * lanes + lane] * notes[2 * n * n + m * k + c]
                W[(size * r + n + c) * lanes + lane] = missing
            # times the inverse, by way of the room
            for r in range(n):
                total = 0.0
                for k in range(n):
                    total += notes[2 * n * r + n + k] * W[(size * k + n + c) * lanes + lane]
                notes[2 * n * r] = total
            for r in range(n):
                W[(size * r + n + c) * lanes + lane] = notes[2 * n * r]
    return 0


def curve_slopes_at(context, place, inputs, outputs):
    """A table of a spring and its slope; `WHICH` is a global of each of its copies."""
    offset, n = curve_of(context, place, WHICH)  # noqa: F821
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    x, value, slope = number_at(inputs, 0), 0.0, 0.0
    if offset >= 0:
        value, slope = curve(tables, offset, n, x), curve_slope(tables, offset, n, x)
    put_number(outputs, 0, value)
    put_number(outputs, 1, slope)
    return 0


def curve_slopes_of(which: int) -> Callable:
    """`curve_slopes_at` of one of `CURVES`; a copy, as in `law_calls.scalar_force_at`."""
    name = f"{CURVES[which]}_slopes_at"
    made = FunctionType(curve_slopes_at.__code__, {**globals(), "WHICH": which}, name)
    made.__qualname__ = name
    return made


def slopes_of(name: str) -> Callable:
    """The function that programs of derivatives call by a name."""
    return _OTHERS[name] if name in _OTHERS else scalar_slopes_at(name.removesuffix("_slopes"))


_OTHERS: dict[str, Callable] = {
    "air_slopes": air_slopes_at,
    "bushing_slopes": bushing_slopes_at,
    "drag_slopes": drag_slopes_at,
    "ground_slopes": ground_slopes_at,
    **{f"{name}_slopes": curve_slopes_of(which) for which, name in enumerate(CURVES)},
    "solve_noting": solve_noting_at,
    "solve_along": solve_along_at,
}
