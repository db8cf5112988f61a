"""A car that differs in few elements gets the arrays that packing it alone would give, and shares what is the same."""

import numpy as np
import pytest

from jounce.engine.assembly import repack
from jounce.engine.assembly.pack import pack
from jounce.engine.assembly.repack import pack_like
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import rolling
from jounce.model.vehicle.parameters import with_parameters
from jounce.schema.frozen import replace
from tests.engine.formulations.moved_cars import moved
from tests.engine.formulations.template_cars import template_cars

CHANGES = {
    "dw18": {
        "axles.front.suspension.spring.stiffness": 44e3,
        "axles.front.suspension.spring.lower.2": 0.22,
        "axles.front.suspension.spring.bump_stop": {"length": 0.2, "stiffness": 2e5},
        "axles.front.suspension.lower_arm.mass": 9.0,
        "axles.front.suspension.lower_arm.ball_joint.2": 0.19,
        "axles.rear.tire.lateral.b": 9.0,
        "axles.rear.wheel.mass": 25.0,
        "chassis.mass": 1600.0,
        "chassis.inertia.0": 640.0,
        "gravity": 9.7,
    },
    "sedan": {
        "axles.front.suspension.spring.damper_scale": 1.2,
        "axles.front.anti_roll_bar.stiffness": 2.4e4,
        "powertrain.driven_axles.front.half_shafts.stiffness": 9e3,
        "aerodynamics.drag_area": 0.9,
    },
    "iltis": {"chassis.mass": 1500.0},
    "truck8x8": {"chassis.mass": 9e3},
    "car_caravan": {"trailers.caravan.chassis.mass": 1200.0},
}
CARS = template_cars() | {
    name: load_vehicle(name) for name in ("tractor_semitrailer", "trail4x4", "car_caravan", "awd")
}
LAWS = ["dw18", "sedan", "truck8x8", "iltis"]
INPUTS = {"rack_travel": Table(times=(0.0, 1.0, 2.0), values=(0.0, 0.01, 0.0), interpolation="linear")}


def assert_same(quick, full):
    for name in ("bodies", "measures", "scalar_forces", "bushings", "loads", "tires", "inputs", "auxiliary"):
        assert getattr(quick.layout, name) == getattr(full.layout, name), name
    assert quick.layout.joints.keys() == full.layout.joints.keys()
    assert quick.arrays.keys() == full.arrays.keys()
    for name, array in full.arrays.items():
        assert quick.arrays[name].dtype == array.dtype
        assert quick.arrays[name].tobytes() == array.tobytes(), name
    assert quick.extents == full.extents


@pytest.mark.parametrize(("name", "path"), [(name, path) for name, own in CHANGES.items() for path in own])
def test_a_change_gives_the_arrays_of_a_full_pack(name, path):
    car = load_vehicle(name)
    first = pack(rolling(car, 15.0), INPUTS)
    other = rolling(with_parameters(car, {path: CHANGES[name][path]}), 20.0)
    quick = pack_like(first, other, INPUTS)
    assert_same(quick, pack(other, INPUTS))
    again = rolling(car, 10.0)
    assert_same(pack_like(quick, again, INPUTS), pack(again, INPUTS))  # and back from there


@pytest.mark.parametrize("name", CARS)
def test_moved_hardpoints_give_the_arrays_of_a_full_pack(name, monkeypatch):
    """From car to car: few hardpoints, all of them, and back; no joint or force is forgotten that holds on to them."""
    first, rng = rolling(CARS[name], 15.0), np.random.default_rng(4)
    packed = pack(first, INPUTS)
    for car in (moved(CARS[name], rng), moved(CARS[name], rng, 1e-2), CARS[name]):
        other = rolling(car, 15.0)
        full = pack(other, INPUTS)
        with monkeypatch.context() as patched:
            patched.setattr(repack, "pack", None)  # numbers alone differ: nothing is packed as a whole
            packed = pack_like(packed, other, INPUTS)
        assert_same(packed, full)
        assert packed.needs == full.needs
        assert all(packed.layout.joints[name].rows == place.rows for name, place in full.layout.joints.items())


def test_a_prescribed_rack_packs_what_follows_a_signal_alone():
    """And shares the arrays in which nothing has changed."""
    mechanism = rolling(load_vehicle("hatchback"), 15.0)
    first = pack(mechanism, INPUTS)
    steered = Table(times=(0.0, 1.0, 2.0), values=(0.0, 0.02, 0.0), interpolation="linear")
    other = pack_like(first, mechanism, {"rack_travel": steered})
    assert_same(other, pack(mechanism, {"rack_travel": steered}))
    shared = ("measures", "rows", "terms", "scalar_forces", "bushings", "loads", "tires", "drags")
    assert all(other.arrays[name] is first.arrays[name] for name in shared)
    assert not np.array_equal(other.arrays["tables"], first.arrays["tables"])


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", LAWS)
def test_tires_of_another_law_are_packed_with_states_of_their_own(name, law):
    car, tire = load_vehicle(name), load_vehicle(law).axles[0].tire
    other = rolling(replace(car, axles=[replace(axle, tire=tire) for axle in car.axles]), 15.0)
    assert_same(pack_like(pack(rolling(car, 15.0)), other, {}), pack(other))


@pytest.mark.parametrize(
    "signal",
    [
        Constant(value=0.3),
        Table(times=(0.0, 1.0, 3.0), values=(0.0, 0.02, 0.01), interpolation="linear"),
        Table(times=(0.0, 1.0), values=(0.0, 0.02), interpolation="linear"),  # a shorter table
    ],
)
@pytest.mark.parametrize("name", ["dw18", "hatchback"])
def test_inputs_that_follow_another_signal_are_bound_anew(name, signal):
    mechanism = rolling(load_vehicle(name), 15.0)
    first = pack(mechanism, INPUTS)
    other = {"rack_travel": signal}
    assert_same(pack_like(first, mechanism, other), pack(mechanism, other))


def test_what_does_not_change_is_shared_and_nothing_that_a_run_writes_into():
    car = load_vehicle("dw18")
    first = pack(rolling(car, 15.0), INPUTS)
    stiff = rolling(with_parameters(car, {"axles.front.suspension.spring.stiffness": 44e3}), 15.0)
    other = pack_like(first, stiff, INPUTS)
    assert other.layout is first.layout
    assert all(other.arrays[name] is first.arrays[name] for name in ("measures", "rows", "terms", "tires", "loads"))
    assert not np.array_equal(other.arrays["scalar_forces"], first.arrays["scalar_forces"])
