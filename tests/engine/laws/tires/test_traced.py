"""Tires inside traced programs: the numbers of the plain law, and the same bits alone and in lanes."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from jounce.engine.compiler.boxes import LABEL
from jounce.engine.compiler.native.objects import load_object
from jounce.engine.formulations.synthesis.traced import substitution_for
from jounce.engine.formulations.synthesis.traced_records import Contacts, Records
from jounce.engine.laws.ground import Plane
from jounce.engine.laws.ground.closed_form import plane_label
from jounce.engine.laws.tires.known_numbers import known_of
from jounce.engine.laws.tires.magic_formula import relaxed_simple_tire, simple_tire
from jounce.engine.laws.tires.pacejka_coefficients import NAMES
from jounce.engine.laws.tires.records import CONTACT, PACEJKA, TIRE, contact_rows
from jounce.engine.laws.tires.rolling import known_tire
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.llvm_text import write_llvm
from tests.engine.laws.tires.rig import LAWS, ROLLING, State, evaluate, tire_row

ARRAYS = ("tires", "contacts", "ground", "y")
ENTRY = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (3 + len(ARRAYS)))
GROUND = Plane(slope_x=0.05, slope_y=-0.02, x=1.0, y=2.0, z=0.1, friction=0.8)
HUB, V, W, S, SLIP, FORCE, TORQUE, RATES, SIZE = 0, 3, 6, 9, 12, 14, 17, 20, 22
"""Places in y: what a tire is given, then force, torque and rates of its states."""
LANES = 4
KINDS = tuple(LAWS)


def states() -> np.ndarray:
    """Wheels that roll, slide far beyond the peak, stand still, hang in the air, touch while they bounce up,
    are pressed to the rim, roll backwards and lean far."""
    rng = np.random.default_rng(1)
    y = np.zeros((40, SIZE))
    y[:, HUB : HUB + 2] = rng.normal(size=(40, 2))
    y[:, HUB + 2] = 0.38 + 0.05 * (y[:, 0] - 1.0) - 0.02 * (y[:, 1] - 2.0)
    y[:, V : V + 3] = rng.normal(size=(40, 3)) * (10.0, 1.0, 0.3)
    spin = rng.normal(size=(40, 3)) * (0.1, 0.0, 0.1) + (0.0, 1.0, 0.0)
    y[:, S : S + 3] = spin / np.linalg.norm(spin, axis=1, keepdims=True)
    y[:, W : W + 3] = y[:, S : S + 3] * (y[:, [V]] / 0.3) * rng.uniform(0.9, 1.1, size=(40, 1))
    y[:, SLIP : SLIP + 2] = 0.05 * rng.normal(size=(40, 2))
    y[4:8, V + 1] *= 10.0
    y[4:8, SLIP : SLIP + 2] *= 60.0
    y[8:12, V:S] = 0.0
    y[12:16, SLIP : SLIP + 2] = 0.0
    y[16:20, HUB + 2] += 0.3
    y[20:24, V + 2] = 50.0
    y[24:26, V : V + 3] = 0.0
    y[32:36, HUB + 2] -= 0.15
    y[36:38, V] = -20.0
    y[38:40, S : S + 3] = 0.6, 0.64, 0.48
    return y


def raised(y: np.ndarray, kind: str) -> np.ndarray:
    """States for a tire of another radius than that of the simple one."""
    y = y.copy()
    y[:, HUB + 2] += radius_of(kind) - 0.31
    return y


def radius_of(kind: str) -> float:
    row = tire_row(kind)
    return float(row["coefficients"][NAMES.index("UNLOADED_RADIUS")] if row["law"] == PACEJKA else row["radius"])


def program(kind: str):
    tracer = Tracer(ARRAYS, constant=("ground",))
    for name, dtype in (("tires", TIRE), ("contacts", CONTACT)):
        tracer.record_rows(name, dtype.itemsize // 8)
    stand_in = substitution_for(tracer).stand_in
    law = stand_in({"simple": simple_tire, "relaxed": relaxed_simple_tire}.get(kind, known_tire))
    known = (known_of(tire_row(kind)),) if kind in ROLLING else ()

    def main(t, y):
        row, given = Contacts(tracer)[0], [tuple(y[k + i] for i in range(3)) for k in (HUB, V, W, S)]
        slips = () if kind == "simple" else (y[SLIP], y[SLIP + 1])
        law(*known, Records(tracer, "tires")[0], None, row, *given, *slips)
        fields = [("force", FORCE, 3)]
        fields += [("rates", RATES, 2)] if kind != "simple" else []
        fields += [("torque", TORQUE, 3)] if kind in ROLLING else []
        for name, start, count in fields:
            for i in range(count):
                y[start + i] = row[name][i]

    tracer.enter("main", main, (0.0, tracer.array("y")))
    return fuse(tracer.program)


def run(text: str, kind: str, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """States after a call, and the contacts; a column for each car."""
    cars = y.shape[1]
    call = ENTRY(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
    label = np.zeros(LABEL)
    label[: len(plane_label(GROUND))] = plane_label(GROUND)
    rows = (tire_row(kind), contact_rows(1), label)
    columns = [np.repeat(np.frombuffer(a.tobytes())[:, None], cars, axis=1).copy() for a in rows]
    out, t, laws = y.copy(), np.zeros(cars), np.zeros(8, np.int64)
    call(laws.ctypes.data, laws.ctypes.data, t.ctypes.data, *(a.ctypes.data for a in columns), out.ctypes.data)
    return out, columns[1]


@pytest.mark.parametrize("kind", KINDS)
def test_traced_tire_is_the_tire(kind):
    text, y, tire = write_llvm(program(kind)), raised(states(), kind), tire_row(kind)
    for given in y:
        parts = [given[k : k + 3] for k in (HUB, V, W, S)]
        contact = evaluate(tire, GROUND, State(*parts, given[SLIP : SLIP + 2]))
        found, seen = run(text, kind, given[:, None].copy())
        mine = np.frombuffer(seen[:, 0].tobytes(), CONTACT)[0]
        load = max(1.0, float(contact["fz"]))
        names = ("force", "torque", "point", "fx", "fy", "fz", "mx", "my", "mz", "kappa", "alpha", "penetration")
        for name in (*names, "camber", "radius", "height"):
            assert mine[name] == pytest.approx(contact[name], rel=1e-11, abs=1e-11 * load)
        assert np.array_equal(found[FORCE : FORCE + 3, 0], mine["force"])
        if kind in ROLLING:
            assert np.array_equal(found[TORQUE : TORQUE + 3, 0], mine["torque"])
        if kind != "simple":
            assert found[RATES:, 0] == pytest.approx(contact["rates"], rel=1e-11)
    assert not run(text, kind, y[17:18].T.copy())[0][FORCE : FORCE + 3].any()


@pytest.mark.parametrize("kind", KINDS)
def test_lanes_give_the_bits_of_one_tire(kind):
    made, y = program(kind), raised(states(), kind)
    order = np.random.default_rng(2).permutation(len(y))
    one, many = write_llvm(made), write_llvm(made.without_reports(), LANES)
    alone = np.array([run(one, kind, given[:, None].copy())[0][:, 0] for given in y[order]])
    for first in range(0, len(y), LANES):
        cars = slice(first, first + LANES)
        together, _ = run(many, kind, y[order][cars].T.copy())
        assert np.array_equal(together.T, alone[cars])
    assert alone[:, FORCE : FORCE + 3].any()
