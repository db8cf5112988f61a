"""Grounds of patches and tables of springs in lanes: the bits of the laws that one car calls, from numbers kept beside
each lane."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from jounce.engine.compiler import INTERPRETED
from jounce.engine.compiler.boxes import LABEL
from jounce.engine.compiler.native.objects import load_object
from jounce.engine.formulations.synthesis import law_calls
from jounce.engine.formulations.synthesis.traced import KEPT, substitution_for
from jounce.engine.formulations.synthesis.traced_records import RECORDS, Contacts, Records
from jounce.engine.laws.forces.law import HEADER
from jounce.engine.laws.forces.laws import SCALAR_FORCE, make_scalar_force
from jounce.engine.laws.forces.spring import LAW, damper_curve, spring_curve
from jounce.engine.laws.ground import Ferguson, Flat, load_surface_derivatives, place_ground, surface
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.tires.records import contact_rows
from jounce.engine.terrain import split
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.llvm_text import CONTEXT_BYTES, write_llvm
from tests.engine.laws.ground.grids import KINDS, rough

pytestmark = pytest.mark.skipif(INTERPRETED, reason="machine code of traced programs")
LANES, WHEELS, SPRINGS = 4, 2, 2
ARRAYS = ("y", "scalar_forces", "contacts", "ground")
LAWCALL = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)
X, Y, PRESSED, SPEED, ANSWER, FORCES, SIZE = 0, 2, 4, 6, 8, 16, 20
"""Places in y: points under two wheels, what is asked of two springs; answers of the ground, forces."""
TABLES = np.array([-0.1, 0.0, 0.03, 0.2, -900.0, 10.0, 400.0, 5000.0, -2.0, 0.0, 0.1, 1.0, -1500.0, 0.0, 300.0, 900.0])
"""Four points of a spring, then four of a damper."""


def program():
    """Two wheels ask for the ground, two springs for their tables."""
    tracer = Tracer(ARRAYS, constant=("ground",))
    for name, dtype in RECORDS.items():
        tracer.record_rows(name, dtype.itemsize // 8)
    for name, width in KEPT.items():
        tracer.record_rows(name, width)
    stand_in = substitution_for(tracer).stand_in

    def main(t, y):
        forces, contacts = Records(tracer, "scalar_forces"), Contacts(tracer)
        for i in range(WHEELS):
            answer = stand_in(look)(None, contacts[i]["ground"], y[X + i], y[Y + i])
            for k in range(4):
                y[ANSWER + 4 * i + k] = answer[k]
        for i in range(SPRINGS):
            y[FORCES + 2 * i] = stand_in(spring_curve)(forces[i], None, y[PRESSED + i])
            y[FORCES + 2 * i + 1] = stand_in(damper_curve)(forces[i], None, y[SPEED + i])

    tracer.enter("main", main, (0.0, tracer.array("y")))
    return fuse(tracer.program)


def spring_row(first: int) -> np.void:
    """A spring with a table for itself and one for its damper, or with none (first < 0)."""
    numbers = dict.fromkeys(LAW.fields, 0.0)
    places = {"spring_table": first, "damper_table": first + 8 if first >= 0 else -1, "actuator": -1}
    header = dict.fromkeys((n for n in HEADER if n != "kind"), 0)
    return make_scalar_force(0, **(numbers | header | places | {"spring_points": 4, "damper_points": 4}))


class Cars:
    """Numbers of cars, each on a ground of its own, and the memory of their lanes."""

    def __init__(self, grounds) -> None:
        self.forces = np.array([spring_row(0), spring_row(-1)], SCALAR_FORCE)
        self.placed = [place_ground(ground) for ground in grounds]
        self.contacts = [contact_rows(WHEELS) for _ in grounds]
        self.contexts = np.zeros((len(grounds), CONTEXT_BYTES // 8), np.int64)
        none = np.zeros(0)
        for row, placed, contacts in zip(self.contexts, self.placed, self.contacts, strict=True):
            elements = SimpleNamespace(scalar_forces=self.forces, bushings=none, drags=none)
            model = SimpleNamespace(elements=elements, signals=none, tables=TABLES, ground=placed)
            words = law_calls.context_of.py_func(model, SimpleNamespace(contacts=contacts))
            row[: len(words)] = words
        labels = [np.frombuffer(placed.box[: 8 * LABEL].tobytes()) for placed in self.placed]
        repeated = np.repeat(np.frombuffer(self.forces.tobytes())[:, None], len(grounds), axis=1)
        contacts = np.zeros((self.contacts[0].nbytes // 8, len(grounds)))
        self.arrays = [repeated.copy(), contacts, np.array(labels).T.copy()]
        self.kept = [np.full((2 * width, len(grounds)), np.inf) for width in KEPT.values()]

    def lane(self, i: int) -> Cars:
        """One of the cars, as it is alone."""
        alone = object.__new__(Cars)
        alone.contexts, alone.kept = self.contexts[i : i + 1], []
        alone.arrays = [a[:, i : i + 1].copy() for a in self.arrays]
        return alone

    def run(self, made, y: np.ndarray) -> np.ndarray:
        """States after a call, a column for each car."""
        cars = y.shape[1]
        if cars > 1:
            made = made.keeping(tuple(KEPT))
        text = write_llvm(made, cars)
        entry = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (3 + len(made.arrays)))
        call = entry(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
        table, out, t = law_calls.law_table(made.outside), y.copy(), np.zeros(cars)
        arrays = [out, *self.arrays, *self.kept]
        call(table.ctypes.data, self.contexts.ctypes.data, t.ctypes.data, *(a.ctypes.data for a in arrays))
        return out


def points(rng: np.random.Generator, n: int) -> np.ndarray:
    """What cars ask for along n instants: paths over and beyond the grids, coordinates on both sides of all tables."""
    y = np.zeros((n, SIZE, LANES))
    along = np.linspace(0.0, 1.0, n)[:, None, None]
    y[:, X : X + 2] = -4.0 + 10.0 * along * rng.uniform(0.5, 1.0, (2, LANES)) + rng.uniform(0.0, 1.0, (2, LANES))
    y[:, Y : Y + 2] = 8.0 + 8.0 * along * rng.uniform(0.2, 1.0, (2, LANES))
    y[:, PRESSED : PRESSED + 2] = 0.3 * np.sin(40.0 * along + rng.uniform(0.0, 6.0, (2, LANES)))
    y[:, SPEED : SPEED + 2] = 3.0 * np.sin(70.0 * along + rng.uniform(0.0, 6.0, (2, LANES)))
    y[3, PRESSED : PRESSED + 2], y[3, SPEED : SPEED + 2] = 0.03, 0.1  # on points of the tables
    return y


GROUNDS = (
    rough(KINDS[0]),
    rough(KINDS[-1]),
    rough(KINDS[0], seed=3)._replace(friction=split(0.5, 1.0, width=4.0, point=(0.0, 12.0))),
)


def test_lanes_give_the_bits_of_one_car_on_grounds_of_all_kinds():
    """Patches with regular axes are known to the lanes; other axes, another friction, and a plane lie beside them."""
    made, cars = program(), Cars((*GROUNDS, Flat(height=0.25, friction=0.75)))
    alone = [cars.lane(i) for i in range(LANES)]
    for y in points(np.random.default_rng(1), 60):
        together = cars.run(made, y)
        for i, one in enumerate(alone):
            assert np.array_equal(together[:, i : i + 1], one.run(made, y[:, i : i + 1].copy()))
        assert len(set(together[ANSWER])) == LANES


def test_one_batch_may_stand_on_grids_of_different_sizes():
    small, large = rough(KINDS[0]), rough(KINDS[0], seed=5)
    heights = np.tile(large.heights, (3, 2))
    axis = large.x._replace(count=heights.shape[0])
    wide = large._replace(heights=heights, x=axis, y=large.y._replace(count=heights.shape[1]))
    made, cars = program(), Cars((small, wide, wide, small))
    for y in points(np.random.default_rng(2), 20):
        together = cars.run(made, y)
        for i in range(LANES):
            assert np.array_equal(together[:, i : i + 1], cars.lane(i).run(made, y[:, i : i + 1].copy()))


def test_nothing_is_looked_up_while_wheels_and_springs_stay_where_they_are():
    """The second time nothing is called: laws that would be are not there."""
    made, cars = program(), Cars((GROUNDS[0],) * LANES)
    y = points(np.random.default_rng(3), 4)[1]
    y[X : X + 2], y[Y : Y + 2] = 0.75, 12.25
    first = cars.run(made, y)
    cars.contexts[:] = 0  # a call would find no records
    moved = y.copy()
    moved[X] += 1e-3
    again = cars.run(made, moved)
    assert np.array_equal(again[FORCES:], first[FORCES:])
    assert not np.array_equal(again[ANSWER], first[ANSWER])


def test_numpy_gives_what_machine_code_gives():
    made, cars = program(), Cars((GROUNDS[0],) * LANES)
    y = points(np.random.default_rng(4), 4)[2]
    results = {"ground": 4, "spring_curve": 1, "damper_curve": 1}

    def law(name, place, numbers, car):
        given, outputs = np.ascontiguousarray(numbers), np.zeros(8)
        LAWCALL(law_calls.law_address(name))(
            cars.contexts[car].ctypes.data, place, given.ctypes.data, outputs.ctypes.data
        )
        return outputs[: results[name]]

    arrays = dict(zip(ARRAYS, [y.copy(), *cars.arrays], strict=True))
    Evaluation(made, arrays, law, lambda *_: 1.0).run("main", np.zeros(LANES))
    assert np.array_equal(arrays["y"], cars.run(made, y))


def test_slopes_of_tables_are_those_of_differences():
    cars = Cars((GROUNDS[0],))
    for name, x in (("spring_curve", 0.01), ("spring_curve", 0.3), ("damper_curve", -1.2), ("damper_curve", 0.5)):
        found = []
        for at in (x, x + 1e-4, x - 1e-4):
            given, outputs = np.array([at]), np.zeros(2)
            call = LAWCALL(law_calls.law_address(f"{name}_slopes"))
            call(cars.contexts[0].ctypes.data, 0, given.ctypes.data, outputs.ctypes.data)
            found.append(outputs)
        assert found[0][1] == pytest.approx((found[1][0] - found[2][0]) / 2e-4, rel=1e-9)
        assert found[0][1] > 0.0


class Own(NamedTuple):
    """A kind of ground of a user's own, which has no derivatives."""

    hills: Ferguson
    friction: float = 1.0


@surface.of(Own)
def own_surface(ground, patch, x, y):
    return surface(ground.hills, patch, x, y)


@pytest.mark.parametrize(
    ("ground", "digits"),
    [(GROUNDS[0], 1e-10), (GROUNDS[1], 1e-10), (GROUNDS[2], 1e-10), (Own(GROUNDS[1]), 1e-7)],
    ids=["patch", "irregular", "split", "own"],
)
def test_slopes_of_the_ground_are_those_of_differences(ground, digits):
    """In a patch, beyond an edge and beyond a corner; in closed form but for a kind of ground that has none."""
    cars, h = Cars((ground,)), 1e-4
    load_surface_derivatives(cars.placed[0])
    context = cars.contexts[0].ctypes.data

    def ask(law, x, y):
        given, outputs = np.array([x, y]), np.zeros(12)
        LAWCALL(law_calls.law_address(law))(context, 0, given.ctypes.data, outputs.ctypes.data)
        return outputs

    for x, y in ((0.6, 12.1), (2.3, 13.1), (-9.0, 12.1), (0.6, 30.0), (-9.0, 30.0)):
        found = ask("ground_slopes", x, y)
        assert np.array_equal(found[:4], ask("ground", x, y)[:4])
        for j, (dx, dy) in enumerate(((h, 0.0), (0.0, h))):
            near, far = (
                ask("ground", x + n * dx, y + n * dy)[:4] - ask("ground", x - n * dx, y - n * dy)[:4] for n in (1, 2)
            )
            expected = (8.0 * near - far) / (12.0 * h)
            assert found[4 + j :: 2] == pytest.approx(expected, rel=10.0 * digits, abs=digits)
    assert np.abs(ask("ground_slopes", 0.6, 12.1)[4:10]).min() > 0.01
