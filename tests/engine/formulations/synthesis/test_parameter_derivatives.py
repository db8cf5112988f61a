"""Exact derivatives by all numbers that equations read, against differences of order four of ẏ."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jounce.engine.assembly.world_states import from_world
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.parameter_code import load_parameter_code
from jounce.engine.formulations.synthesis.parameter_derivatives import (
    CENTRAL,
    Numbers,
    are_neighbours,
    derivatives_along,
)
from jounce.engine.formulations.synthesis.start import close_loops, evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.laws.forces.laws import field_names
from jounce.model.mechanism import AerodynamicDrag, Constant, Mechanism
from jounce.schema.frozen import replace as with_values
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_file_tires import arm_on
from tests.engine.formulations.synthesis.vehicles import CASES
from tests.engine.mechanisms import COEFFICIENTS

STEP = 1e-4
"""Relative, of all numbers at once: differences of order four leave 1e-16/1e-4, and next to nothing of curvature."""
SEED = 9
"""Of states: all of these mechanisms stand on a wheel there."""
CLOSE = 1e-8
"""Of the largest derivative."""
FILE = "MagicFormula61_Parameters"
"""A trailing arm on the tire of this file, some of whose coefficients are exponents."""
CALLED = {
    "bushed_corner": {"bushing"},
    "powertrain": {"engine_torque", "converter_torque"},
    "prescribed_rack": {"signal"},
    FILE: set(),
    "wind": {"air"},
}
"""Mechanisms, and laws that their equations call by address: what these change by is known beside the record."""


def make(name: str) -> Mechanism:
    """The mechanism of a name; that of `wind` is pushed from the side, by coefficients, in a zone."""
    if name != "wind":
        return arm_on(FILE) if name == FILE else CASES[name].make()
    axle = CASES["prescribed_rack"].make()
    blowing = {"wind_speed": Constant(value=20.0), "wind_direction": Constant(value=1.2)}
    zone = {"zone_start": Constant(value=-1.0), "zone_end": Constant(value=1.5), "front": 2.0, "rear": -3.0}
    shape = {"point": (0.0, 0.0, 0.5), "drag_area": 0.6, "coefficients": COEFFICIENTS}
    air = AerodynamicDrag(name="crosswind", body="chassis", **shape, **blowing, **zone)
    return with_values(axle, forces=(*axle.forces, air))


@pytest.fixture(scope="module", params=CALLED)
def case(request) -> tuple[str, synthesis.System, float, np.ndarray]:
    """A mechanism about a random state."""
    mechanism = make(request.param)
    world = build(mechanism)
    times, states = sample(world, 1, SEED)
    system = synthesis.build(mechanism)
    system.model.parameters[system.generated.limit] = -1.0  # the state may lie beyond a toggle position
    y = from_world(system, states)[0]
    assert close_loops(system.project, system.model, system.work, times[0], y) == 0
    return request.param, system, float(times[0]), y


def laws_of(system: synthesis.System) -> set[str]:
    """Laws that its equations call by address."""
    return {call.name for call in load_parameter_code(system.generated.source).law_calls}


def changed(system: synthesis.System, seed: int, distance: float) -> synthesis.System:
    """The system with every number of kernels, records and signals changed by shares of itself.

    Points and axes of one with bushings stay: slopes of bushings hold for frames that stay orthonormal.
    """
    rng, model = np.random.default_rng(seed), system.model

    def change(numbers: np.ndarray) -> np.ndarray:
        return numbers * (1.0 + distance * rng.uniform(-1.0, 1.0, numbers.shape))

    parameters = model.parameters.copy() if "bushing" in laws_of(system) else change(model.parameters)
    parameters[system.generated.limit] = model.parameters[system.generated.limit]
    records = {}
    for name in ("scalar_forces", "bushings", "drags", "loads", "tires"):
        rows = getattr(model.elements, name).copy()
        for row in rows:
            for field in field_names(row["kind"]) if name == "scalar_forces" else rows.dtype.names:
                if rows.dtype[field].base.kind == "f":
                    row[field] = change(np.asarray(row[field]))
        records[name] = rows
    signals = model.signals.copy()
    constant = signals[:, 0] == 0.0
    signals[constant, 1] = change(signals[constant, 1] + 0.1) - 0.1
    found = model._replace(parameters=parameters, elements=model.elements._replace(**records), signals=signals)
    return replace(system, model=found)


def motion(system: synthesis.System, t: float, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """y with its loops closed for the numbers of a system, and ẏ there."""
    closed, slope = y.copy(), np.zeros_like(y)
    assert close_loops(system.project, system.model, system.work, t, closed) == 0
    assert evaluate(system.derivative, system.model, system.work, t, closed, slope) == 0
    return closed, slope


def test_derivatives_by_all_numbers_are_those_of_differences(case):
    """Nine directions, more than a register has lanes, each a random change of all numbers at once."""
    name, system, t, y = case
    assert CALLED[name] <= laws_of(system)
    motion(system, t, y)
    assert (system.work.contacts["fz"] > 1000.0).any()
    beside = [{m: changed(system, seed, m * STEP) for m in CENTRAL} for seed in range(9)]
    assert are_neighbours(system, beside[0][1])
    numbers = [{m: Numbers.of(one) for m, one in others.items()} for others in beside]
    found = derivatives_along(system, t, y, np.zeros((9, system.size)), numbers)
    for k, others in enumerate(beside):
        state, slope = (sum(w * motion(others[m], t, y)[i] for m, w in CENTRAL.items()) for i in (0, 1))
        assert np.abs(found.slope[k]).max() > 10.0 * STEP
        assert np.abs(found.slope[k] - slope).max() < CLOSE * np.abs(slope).max() + 1e-11
        assert np.abs(found.state[k] - state).max() < CLOSE * np.abs(state).max() + 1e-13


def test_directions_do_not_feel_each_other(case):
    """Each gives the same bits alone and beside others."""
    _, system, t, y = case
    numbers = [{m: Numbers.of(changed(system, seed, m * STEP)) for m in CENTRAL} for seed in range(3)]
    still = np.zeros((3, system.size))
    together = derivatives_along(system, t, y, still, numbers)
    alone = derivatives_along(system, t, y, still[:1], numbers[2:])
    for one, all_of_them in zip(alone, together, strict=True):
        assert np.array_equal(one[0], all_of_them[2])
