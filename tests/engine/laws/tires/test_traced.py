"""The simple tire inside traced programs: the numbers of the plain law, and the same bits alone and in lanes."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from jounce.engine.compiler.boxes import LABEL
from jounce.engine.compiler.native.objects import load_object
from jounce.engine.formulations.synthesis.traced import stand_ins
from jounce.engine.formulations.synthesis.traced_records import Contacts, Records
from jounce.engine.laws.ground import Plane
from jounce.engine.laws.ground.closed_form import plane_label
from jounce.engine.laws.tires.magic_formula import relaxed_simple_tire, simple_tire
from jounce.engine.laws.tires.records import CONTACT, TIRE, contact_rows
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.trace import Mathematics
from tests.engine.laws.tires.rig import State, evaluate, tire_row

ARRAYS = ("tires", "contacts", "ground", "y")
ENTRY = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (3 + len(ARRAYS)))
GROUND = Plane(slope_x=0.05, slope_y=-0.02, x=1.0, y=2.0, z=0.1, friction=0.8)
HUB, V, W, S, SLIP, FORCE, SIZE = 0, 3, 6, 9, 12, 14, 19
"""Places in y: what a tire is given, then force and rates of its states."""
LANES = 4
KIND = {False: "simple", True: "relaxed"}


def states() -> np.ndarray:
    """Wheels that roll, slide far beyond the peak, stand still, hang in the air, touch while they bounce up."""
    rng = np.random.default_rng(1)
    y = np.zeros((32, SIZE))
    y[:, HUB : HUB + 2] = rng.normal(size=(32, 2))
    y[:, HUB + 2] = 0.38 + 0.05 * (y[:, 0] - 1.0) - 0.02 * (y[:, 1] - 2.0)
    y[:, V : V + 3] = rng.normal(size=(32, 3)) * (10.0, 1.0, 0.3)
    spin = rng.normal(size=(32, 3)) * (0.1, 0.0, 0.1) + (0.0, 1.0, 0.0)
    y[:, S : S + 3] = spin / np.linalg.norm(spin, axis=1, keepdims=True)
    y[:, W : W + 3] = y[:, S : S + 3] * (y[:, [V]] / 0.3) * rng.uniform(0.9, 1.1, size=(32, 1))
    y[:, SLIP : SLIP + 2] = 0.05 * rng.normal(size=(32, 2))
    y[4:8, V + 1] *= 10.0
    y[4:8, SLIP : SLIP + 2] *= 60.0
    y[8:12, V:S] = 0.0
    y[12:16, SLIP : SLIP + 2] = 0.0
    y[16:20, HUB + 2] += 0.3
    y[20:24, V + 2] = 50.0
    y[24:26, V : V + 3] = 0.0
    return y


def law(tires, contacts, y, *, relaxed_tire, tire):
    row, given = contacts[0], [tuple(y[k + i] for i in range(3)) for k in (HUB, V, W, S)]
    if relaxed_tire is not None:
        relaxed_tire(tires[0], None, row, *given, y[SLIP], y[SLIP + 1])
    else:
        tire(tires[0], None, row, *given)
    for i in range(3):
        y[FORCE + i] = row["force"][i]
    for i in range(2 if relaxed_tire is not None else 0):
        y[FORCE + 3 + i] = row["rates"][i]


def program(relaxed: bool):
    tracer = Tracer(ARRAYS, constant=("ground",))
    for name, dtype in (("tires", TIRE), ("contacts", CONTACT)):
        tracer.record_rows(name, dtype.itemsize // 8)
    table = stand_ins(tracer)
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, table)
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    table |= substitution.mathematics.stand_ins()
    tire, relaxed_tire = substitution.copy(simple_tire), substitution.copy(relaxed_simple_tire)

    def main(t, y):
        chosen = relaxed_tire if relaxed else None
        law(Records(tracer, "tires"), Contacts(tracer), y, relaxed_tire=chosen, tire=tire)

    tracer.enter("main", main, (0.0, tracer.array("y")))
    return fuse(tracer.program)


def run(text: str, relaxed: bool, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """States after a call, and the contacts; a column for each car."""
    cars = y.shape[1]
    call = ENTRY(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
    label = np.zeros(LABEL)
    label[: len(plane_label(GROUND))] = plane_label(GROUND)
    rows = (tire_row(KIND[relaxed]), contact_rows(1), label)
    columns = [np.repeat(np.frombuffer(a.tobytes())[:, None], cars, axis=1).copy() for a in rows]
    out, t, laws = y.copy(), np.zeros(cars), np.zeros(8, np.int64)
    call(laws.ctypes.data, laws.ctypes.data, t.ctypes.data, *(a.ctypes.data for a in columns), out.ctypes.data)
    return out, columns[1]


@pytest.mark.parametrize("relaxed", [False, True])
def test_traced_tire_is_the_tire(relaxed):
    text, y, tire = write_llvm(program(relaxed)), states(), tire_row(KIND[relaxed])
    for given in y:
        parts = [given[k : k + 3] for k in (HUB, V, W, S)]
        contact = evaluate(tire, GROUND, State(*parts, given[SLIP : SLIP + 2]))
        found, seen = run(text, relaxed, given[:, None].copy())
        mine = np.frombuffer(seen[:, 0].tobytes(), CONTACT)[0]
        for name in ("force", "point", "fx", "fy", "fz", "kappa", "alpha", "penetration", "camber", "radius", "height"):
            assert mine[name] == pytest.approx(contact[name], rel=1e-11, abs=1e-11)
        assert np.array_equal(found[FORCE : FORCE + 3, 0], mine["force"])
        if relaxed:
            assert found[FORCE + 3 :, 0] == pytest.approx(contact["rates"], rel=1e-12)
    assert not run(text, relaxed, y[17:18].T.copy())[0][FORCE : FORCE + 3].any()


@pytest.mark.parametrize("relaxed", [False, True])
def test_lanes_give_the_bits_of_one_tire(relaxed):
    made, y = program(relaxed), states()
    order = np.random.default_rng(2).permutation(len(y))
    one, many = write_llvm(made), write_llvm(made.without_reports(), LANES)
    alone = np.array([run(one, relaxed, given[:, None].copy())[0][:, 0] for given in y[order]])
    for first in range(0, len(y), LANES):
        cars = slice(first, first + LANES)
        together, _ = run(many, relaxed, y[order][cars].T.copy())
        assert np.array_equal(together.T, alone[cars])
    assert alone[:, FORCE : FORCE + 3].any()
