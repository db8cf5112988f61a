"""A car made ready from another one has the bits of one made ready alone, whoever came before."""

import numpy as np
import pytest

from jounce.engine.integrators.catalogue.implicit import Chord, Rosenbrock
from jounce.engine.simulate.stepper import jacobian_states
from jounce.errors import JounceError
from jounce.lab.maneuvers import maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import prepare
from jounce.model.library import load_vehicle
from jounce.model.mechanism import TirTire
from jounce.model.vehicle import with_prescribed_rack
from jounce.model.vehicle.parameters import value_at, with_parameters
from jounce.schema.frozen import replace

FILE = "tests/data/tires/MagicFormula61_Parameters.tir"
TURN = {"dw18": maneuver("j-turn", start=0.1, ramp_time=0.2, duration=0.6)}
STEER = maneuver("step-steer", after="0.5 s")
FRONT, REAR = "axles.front.suspension", "axles.rear.suspension"
FACTORS = {
    "dw18": [
        {f"{FRONT}.spring.stiffness": 1.1, f"{REAR}.spring.damping": 0.8},
        {"chassis.mass": 1.1},
        {"chassis.inertia.0": 1.2, f"{FRONT}.lower_arm.mass": 0.9, "axles.rear.wheel.mass": 1.1},
        {f"{FRONT}.lower_arm.ball_joint.2": 0.99, f"{FRONT}.spring.stiffness": 0.9},
        {"axles.rear.tire.lateral.b": 0.9},
        {f"{REAR}.tie_rod.outer.0": 0.999, "chassis.mass": 0.95},
        {},
    ],
    "sedan": [
        {f"{FRONT}.spring.stiffness": 1.1},
        {"chassis.mass": 1.1, f"{FRONT}.knuckle.mass": 1.2},
        {f"{FRONT}.lower_arm.ball_joint.2": 0.99},
        {"powertrain.driven_axles.front.half_shafts.stiffness": 1.2, "aerodynamics.drag_area": 0.9},
        {},
    ],
    "roadster": [
        {f"{REAR}.links.lower_front.inner.1": 1.01},
        {f"{REAR}.links.upper_rear.outer.2": 0.99, f"{FRONT}.tie_rod.inner.1": 1.01},
        {f"{REAR}.spring.upper.2": 1.02, "chassis.mass": 1.1},
        {},
    ],
    "trail4x4": [
        {f"{FRONT}.links.lower.inner.2": 1.02},
        {f"{REAR}.wheel_centre.2": 0.99, f"{FRONT}.links.lower.outer.1": 1.01},
        {},
    ],
    "tractor_semitrailer": [{f"{FRONT}.wheel_centre.0": 0.999}, {}],
    "hatchback": [{f"{FRONT}.spring.stiffness": 1.1}, {"chassis.mass": 1.1}, {}],
    "car_caravan": [{"trailers.caravan.chassis.mass": 1.1}, {f"{FRONT}.spring.stiffness": 1.1}, {}],
}


def cars_of(name):
    """Cars that differ in numbers, and a few in more than these."""
    car = load_vehicle(name)
    found = [with_parameters(car, {p: f * value_at(car, p) for p, f in own.items()}) for own in FACTORS[name]]
    if name == "dw18":
        filed = replace(car, axles=[replace(axle, tire=TirTire(file=FILE)) for axle in car.axles])
        grippy = replace(
            car, axles=[replace(a, tire=TirTire(file=FILE, coefficients={"LMUY": 0.8})) for a in car.axles]
        )
        found[3:3] = [filed, grippy, with_prescribed_rack(car)]
    return found


def assert_equal(one, other):
    """Structures of arrays and numbers, to the bit; addresses of code aside, which a source written anew changes."""
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()
    elif isinstance(one, tuple):
        for a, b in zip(one, other, strict=True):
            assert_equal(a, b)
    else:
        assert one == other


@pytest.mark.parametrize("name", FACTORS)
def test_numbers_start_and_matrices_are_those_of_a_car_alone(name):
    plan, before = TURN.get(name, STEER), None
    for car in cars_of(name):
        alone, like = (prepare(plan, car, RunSettings(), like=given) for given in (None, before))
        before = like
        assert like.start.tobytes() == alone.start.tobytes()
        assert like.system.generated.source == alone.system.generated.source
        for field in ("parameters", "elements", "signals", "tables"):
            assert_equal(getattr(like.system.model, field), getattr(alone.system.model, field))
        for integrator in (Chord(), Rosenbrock()):
            found = []
            for ready in (alone, like):
                states = jacobian_states(ready.system, integrator, ready.start, 0.0)
                method = integrator.method(ready.system, 1e-3, 0.0, states)
                found.append((tuple(states), tuple(method.schedule)))
            assert_equal(*found)


def test_a_car_that_fails_leaves_no_trace_in_the_next():
    car = load_vehicle("dw18")
    stiff, far = (
        with_parameters(car, {f"{FRONT}.spring.stiffness": 41e3}),
        with_parameters(car, {f"{FRONT}.lower_arm.ball_joint.2": 0.35}),
    )
    first = prepare(TURN["dw18"], car, RunSettings())
    messages = []
    for like in (None, first):
        with pytest.raises(JounceError) as error:
            prepare(maneuver("j-turn", rack_travel="115 mm", duration=3.0), far, RunSettings(), like=like)
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    again = prepare(TURN["dw18"], stiff, RunSettings(), like=first)
    alone = prepare(TURN["dw18"], stiff, RunSettings())
    assert again.start.tobytes() == alone.start.tobytes()
    assert_equal(again.system.model.elements, alone.system.model.elements)


def test_what_a_run_writes_into_its_tables_does_not_reach_the_next():
    first = prepare(STEER, load_vehicle("sedan"), RunSettings())
    first.system.model.tables[:] = np.nan
    first.system.model.signals[:] = np.nan
    again = prepare(STEER, load_vehicle("sedan"), RunSettings(), like=first)
    alone = prepare(STEER, load_vehicle("sedan"), RunSettings())
    assert_equal(again.system.model.tables, alone.system.model.tables)
    assert_equal(again.system.model.signals, alone.system.model.signals)
