"""Laws as traced programs call them: by address, with a context, a place and two rows of numbers.

    law(context, place, inputs, outputs)      all of them addresses or integers

The context of a car says where its records lie (`context_of`). Each law is compiled alone and kept on disk, so a new
car compiles none.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import FunctionType

import numpy as np

from jounce.engine.compiler import INTERPRETED, address, declare_array, kernel, pointer
from jounce.engine.formulations.synthesis.base_equation import solve_rows
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.body_forces import DRAG, drag
from jounce.engine.laws.forces.bushing import BUSHING, bushing
from jounce.engine.laws.forces.laws import LAWS, SCALAR_FORCE
from jounce.engine.laws.forces.signal import ROW, curve, curve_segment, signal
from jounce.engine.laws.ground import PATCH, Ground
from jounce.engine.laws.ground.kept_patch import (
    BOUNDS,
    DIRECT,
    FRICTION,
    HAS_PATCHES,
    IS_PATCH,
    PER_METRE_X,
    START_X,
    bounds_of_cell,
)
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.tires.records import CONTACT

if not INTERPRETED:
    from jounce.engine.compiler.raw import array_at, number_at, put_number, run_program, word_at

SCALAR_FORCES, BUSHINGS, DRAGS, SIGNALS, TABLES, TABLE_SIZE = range(6)
GROUND_LAW, GROUND_BOX, GROUND_SIZE, CONTACTS = range(6, 10)
"""Words of a context."""
MANY = 1 << 40
"""Rows of an array whose length nobody asks for."""

_FLOAT = np.dtype(float)
declare_array("scalar forces", SCALAR_FORCE)
declare_array("bushings", BUSHING)
declare_array("drags", DRAG)
declare_array("contacts", CONTACT)
declare_array("signals", _FLOAT, ROW)
declare_array("numbers", _FLOAT)
declare_array("bytes", np.dtype(np.uint8))


@kernel
def context_of(model, work):
    """Where the records of a car lie."""
    e = model.elements
    return (
        np.int64(e.scalar_forces.ctypes.data),
        np.int64(e.bushings.ctypes.data),
        np.int64(e.drags.ctypes.data),
        np.int64(model.signals.ctypes.data),
        np.int64(model.tables.ctypes.data),
        np.int64(model.tables.size),
        np.int64(model.ground.ask),
        np.int64(model.ground.box.ctypes.data),
        np.int64(model.ground.box.size),
        np.int64(work.contacts.ctypes.data),
    )


def derivative(model, work, t, y, dy):
    """ẏ at time t, by the program whose addresses the model carries."""
    e = model.elements
    records = (e.scalar_forces, e.loads, e.tires, model.ground.box, work.contacts)
    arrays = (model.parameters, work.numbers, y, dy, work.culprit, *records)
    run_program(model.code[0], model.code[2], context_of(model, work), t, arrays)
    return int(work.culprit[3])


def project(model, work, t, y):
    """Close all loops, positions and velocities, by the program whose addresses the model carries."""
    e = model.elements
    records = (e.scalar_forces, e.loads, e.tires, model.ground.box, work.contacts)
    arrays = (model.parameters, work.numbers, y, y, work.culprit, *records)
    run_program(model.code[1], model.code[2], context_of(model, work), t, arrays)
    return int(work.culprit[3])


@kernel
def vector_at(inputs, k):
    return (number_at(inputs, k), number_at(inputs, k + 1), number_at(inputs, k + 2))


@kernel
def matrix_at(inputs, k):
    a, b, c = vector_at(inputs, k), vector_at(inputs, k + 3), vector_at(inputs, k + 6)
    return (a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2])


@kernel
def put_vector(outputs, k, a):
    put_number(outputs, k, a[0])
    put_number(outputs, k + 1, a[1])
    put_number(outputs, k + 2, a[2])


def force_at(context, place, inputs, outputs):
    """A force law by address; `force` is a global of each of its copies."""
    law = array_at(word_at(context, SCALAR_FORCES), MANY, "scalar forces")[place]
    value, state_rate = force(  # noqa: F821
        law,
        array_at(word_at(context, SIGNALS), MANY, "signals"),
        array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers"),
        number_at(inputs, 0),
        number_at(inputs, 1),
        number_at(inputs, 2),
        number_at(inputs, 3),
        number_at(inputs, 4),
    )
    put_number(outputs, 0, value)
    put_number(outputs, 1, state_rate)
    return 0


def scalar_force_at(force: Callable) -> Callable:
    """`force_at` of one law. A copy and not a closure: Numba does not find code of closures on the disk again."""
    name = f"{force.__name__}_at"
    made = FunctionType(force_at.__code__, {**globals(), "force": force}, name)
    made.__qualname__ = name
    return made


def bushing_at(context, place, inputs, outputs):
    """`bushing` by address: two frames, then four vectors; force and torque."""
    law = array_at(word_at(context, BUSHINGS), MANY, "bushings")[place]
    force, torque = bushing(
        law,
        matrix_at(inputs, 0),
        matrix_at(inputs, 9),
        vector_at(inputs, 18),
        vector_at(inputs, 21),
        vector_at(inputs, 24),
        vector_at(inputs, 27),
    )
    put_vector(outputs, 0, force)
    put_vector(outputs, 3, torque)
    return 0


def drag_at(context, place, inputs, outputs):
    """`drag` by address."""
    law = array_at(word_at(context, DRAGS), MANY, "drags")[place]
    put_vector(outputs, 0, drag(law, vector_at(inputs, 0), vector_at(inputs, 3)))
    return 0


def air_at(context, place, inputs, outputs):
    """`air` by address: time, place and velocity of the point, axes of the body; force and moment."""
    law = array_at(word_at(context, DRAGS), MANY, "drags")[place]
    force, torque = air(
        law,
        array_at(word_at(context, SIGNALS), MANY, "signals"),
        array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers"),
        number_at(inputs, 0),
        vector_at(inputs, 1),
        vector_at(inputs, 4),
        vector_at(inputs, 7),
        vector_at(inputs, 10),
        vector_at(inputs, 13),
    )
    put_vector(outputs, 0, force)
    put_vector(outputs, 3, torque)
    return 0


def signal_at(context, place, inputs, outputs):
    """The signal with a number: value, rate and acceleration."""
    row = array_at(word_at(context, SIGNALS), MANY, "signals")[place]
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    put_vector(outputs, 0, signal(row, tables, number_at(inputs, 0)))
    return 0


def signals_at(context, count, inputs, outputs):
    """Values of the first signals."""
    rows = array_at(word_at(context, SIGNALS), MANY, "signals")
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    t = number_at(inputs, 0)
    for i in range(count):
        put_number(outputs, i, signal(rows[i], tables, t)[0])
    return 0


def ground_at(context, place, inputs, outputs):
    """The ground of the car under the wheel with a number: height, slopes, friction."""
    contact = array_at(word_at(context, CONTACTS), MANY, "contacts")[place]
    box = array_at(word_at(context, GROUND_BOX), word_at(context, GROUND_SIZE), "bytes")
    ground = Ground(word_at(context, GROUND_LAW), box)
    z, zx, zy, friction = look(ground, contact["ground"], number_at(inputs, 0), number_at(inputs, 1))
    put_vector(outputs, 0, (z, zx, zy))
    put_number(outputs, 3, friction)
    return 0


def ground_box_at(context, place, inputs, outputs):
    """What is kept of the ground under a wheel, see `jounce.engine.laws.ground.kept_patch`."""
    contact = array_at(word_at(context, CONTACTS), MANY, "contacts")[place]
    first = word_at(context, GROUND_BOX)
    ground = Ground(word_at(context, GROUND_LAW), array_at(first, word_at(context, GROUND_SIZE), "bytes"))
    memory = contact["ground"]
    z, zx, zy, friction = look(ground, memory, number_at(inputs, 0), number_at(inputs, 1))
    kept, stride = word_at(inputs, 2), word_at(inputs, 3)
    if number_at(first, 0) != HAS_PATCHES:
        keep_bounds(kept, stride, 0, NOWHERE)
        keep_bounds(kept, stride, 2, NOWHERE)
        for k, number in enumerate((z, zx, zy, friction)):
            put_number(kept, (BOUNDS + DIRECT + k) * stride, number)
        put_number(kept, (BOUNDS + IS_PATCH) * stride, 0.0)
        return 0
    patch = memory["patch"]
    for axis in range(2):
        start, per_metre, count = vector_at(first, 1 + 3 * axis)
        keep_bounds(kept, stride, 2 * axis, bounds_of_cell(start, per_metre, count, patch[axis]))
        put_number(kept, (BOUNDS + START_X + 2 * axis) * stride, start)
        put_number(kept, (BOUNDS + PER_METRE_X + 2 * axis) * stride, per_metre)
    for k in range(PATCH):
        put_number(kept, (BOUNDS + k) * stride, patch[k])
    put_number(kept, (BOUNDS + FRICTION) * stride, friction)
    put_number(kept, (BOUNDS + IS_PATCH) * stride, 1.0)
    return 0


@kernel
def keep_bounds(kept, stride, k, bounds):
    put_number(kept, k * stride, bounds[0])
    put_number(kept, (k + 1) * stride, bounds[1])


@kernel
def curve_of(context, place, which):
    """Where in the tables that of the spring (0) or of the damper (1) of a scalar force begins, and its points."""
    law = array_at(word_at(context, SCALAR_FORCES), MANY, "scalar forces")[place]
    if which == 0:
        return law["spring_table"], law["spring_points"]
    return law["damper_table"], law["damper_points"]


def curve_at(context, place, inputs, outputs):
    """A table of a spring by address; `WHICH` is a global of each of its copies."""
    offset, n = curve_of(context, place, WHICH)  # noqa: F821
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    put_number(outputs, 0, curve(tables, offset, n, number_at(inputs, 0)) if offset >= 0 else 0.0)
    return 0


def curve_box_at(context, place, inputs, outputs):
    """The straight line of such a table; `WHICH` is a global of each of its copies."""
    offset, n = curve_of(context, place, WHICH)  # noqa: F821
    tables = array_at(word_at(context, TABLES), word_at(context, TABLE_SIZE), "numbers")
    segment = curve_segment(tables, offset, n, number_at(inputs, 0)) if offset >= 0 else NO_CURVE
    kept, stride = word_at(inputs, 1), word_at(inputs, 2)
    for k in range(len(segment)):
        put_number(kept, k * stride, segment[k])
    return 0


NOWHERE = (np.inf, -np.inf)
"""Bounds between which nothing lies."""
NO_CURVE = (-np.inf, np.inf, 0.0, 0.0, 0.0)
"""The straight line of a spring without a table."""
CURVES = ("spring_curve", "damper_curve")
"""Names of tables of a spring."""


def copy_of_curve(law: Callable, which: int, name: str) -> Callable:
    """A law of tables for one of `CURVES`; a copy, as in `scalar_force_at`."""
    made = FunctionType(law.__code__, {**globals(), "WHICH": which}, name)
    made.__qualname__ = name
    return made


def solve_at(first, place, inputs, outputs):
    """`solve_rows` on numbers that lie `stride` doubles apart: they are gathered, solved and put back."""
    n, m, stride = int(number_at(inputs, 0)), int(number_at(inputs, 1)), int(number_at(inputs, 2))
    size = n * (n + m)
    W = array_at(first, size * stride, "numbers")
    put_number(outputs, 0, solve_rows(W, place, n, m, stride))
    return 0


def law_names() -> tuple[str, ...]:
    """All laws that programs may call."""
    return *_FORCES, *_OTHERS


@functools.cache
def law_address(name: str) -> int:
    """The address of a law that a program calls; compiled when first asked for, or taken from the disk."""
    return address(pointer(_law(name), 0, 0, 0, 0))


def _law(name: str) -> Callable:
    """The function that programs call by a name."""
    if name in _FORCES:
        return scalar_force_at(_FORCES[name])
    if name in _OTHERS:
        return _OTHERS[name]
    from jounce.engine.formulations.synthesis.law_slopes import slopes_of

    return slopes_of(name)


_FORCES: dict[str, Callable] = {law.force.__name__: law.force for law in LAWS.values() if law.force not in law.variants}
_OTHERS: dict[str, Callable] = {
    "bushing": bushing_at,
    "air": air_at,
    "drag": drag_at,
    "signal": signal_at,
    "signals": signals_at,
    "ground": ground_at,
    "ground_box": ground_box_at,
    "solve_rows": solve_at,
}


for _which, _name in enumerate(CURVES):
    _OTHERS[_name] = copy_of_curve(curve_at, _which, f"{_name}_at")
    _OTHERS[f"{_name}_box"] = copy_of_curve(curve_box_at, _which, f"{_name}_box_at")


def law_table(names: Sequence[str]) -> np.ndarray:
    """Addresses of laws, in the order of a program."""
    return np.array([law_address(name) for name in names] or [0], dtype=np.int64)
