"""Vehicles built and changed in Python: variants of steering and tie rods, bars, drives, brakes, air."""

from __future__ import annotations

import pytest

from jounce.errors import InputError, ModelError
from jounce.model import library, mechanism
from jounce.model.mechanism import Input, PrescribedMotion, Servo, replace
from jounce.model.vehicle import (
    Aerodynamics,
    AntiRollBar,
    Strut,
    TieRod,
    to_mechanism,
    with_prescribed_rack,
    with_rack_servo,
)


def freedom(model):
    return 6 * len(model.bodies) - sum(joint.equations for joint in model.joints)


def named(model, name):
    (force,) = (force for force in model.forces if force.name == name)
    return force


def inputs(model):
    found = [getattr(force, key, None) for force in model.forces for key in ("target", "magnitude", "torque")]
    found += [getattr(joint, "motion", None) for joint in model.joints]
    return {signal.name for signal in found if isinstance(signal, Input)}


def with_front(vehicle, **changes):
    front, rear = vehicle.axles
    return replace(vehicle, axles=(replace(front, **changes), rear))


def test_prescribed_rack(dw18):
    model = to_mechanism(with_prescribed_rack(dw18))
    assert freedom(model) == 14
    assert not any(isinstance(force, Servo) for force in model.forces)
    driver = model.joint("rack_travel")
    assert isinstance(driver, PrescribedMotion)
    assert (driver.joint, driver.motion, driver.smoothing_time) == ("rack", Input(name="rack_travel"), 0.0)


def test_nearly_massless_prescribed_rack(dw18):
    rack = to_mechanism(with_prescribed_rack(dw18, rack_mass=1e-3)).body("rack")
    assert rack.mass == 1e-3
    assert rack.inertia == pytest.approx((2e-5, 1e-6, 2e-5, 0.0, 0.0, 0.0), rel=1e-14)


def test_back_on_the_servo(dw18):
    assert with_rack_servo(with_prescribed_rack(dw18), stiffness=2e6, damping=6000.0) == dw18


def test_prescribed_needs_only_its_word(dw18):
    assert replace(dw18.steering, actuation="prescribed") == with_prescribed_rack(dw18).steering


def test_no_steering_to_prescribe(dw18):
    with pytest.raises(InputError, match="no steering"):
        with_prescribed_rack(replace(dw18, steering=None))


def test_without_steering_all_tie_rods_are_held_by_the_chassis(dw18):
    model = to_mechanism(replace(dw18, steering=None))
    assert freedom(model) == 14
    assert {model.joint(f"tie_{corner}").body_a for corner in ("fl", "fr", "rl", "rr")} == {"chassis"}
    assert "rack_travel" not in inputs(model)


def test_steering_left_is_positive(dw18):
    """A rack behind the kingpin axis, moved to the right, turns the wheels to the left."""
    assert dw18.steering.ratio == pytest.approx(-0.05 / 6.283185307179586)
    assert dw18.axle("front").suspension.steering_lever < 0.0
    with pytest.raises(ModelError, match=r"steering\.travel_per_turn: steers to the wrong side"):
        replace(dw18, steering=replace(dw18.steering, travel_per_turn="50 mm"))


@pytest.mark.parametrize("axle", ["front", "rear"])
def test_tie_rod_as_a_body(dw18, axle):
    """Six coordinates more, seven equations instead of one."""
    axles = [replace(one, suspension=replace(one.suspension, tie_rod=heavy(one))) for one in dw18.axles]
    model = to_mechanism(replace(dw18, axles=axles))
    assert len(model.bodies) == 22
    assert freedom(model) == 15
    suffix = axle[0] + "r"
    cross, ball = model.joint(f"tie_inner_{suffix}"), model.joint(f"tie_outer_{suffix}")
    assert (cross.kind, cross.body_a) == ("universal", "rack" if axle == "front" else "chassis")
    assert (ball.kind, ball.body_a, ball.body_b) == ("spherical", f"tie_rod_{suffix}", f"knuckle_{suffix}")
    x, y, z = model.body(f"tie_rod_{suffix}").centre_of_mass
    assert (x, y, z) == pytest.approx((dw18.axle(axle).suspension.tie_rod.inner[0], -0.543, 0.224))


def heavy(axle):
    return replace(axle.suspension.tie_rod, mass=0.8, inertia=(0.007, 0.0002, 0.007))


def test_half_a_tie_rod_body():
    with pytest.raises(ModelError, match=r"inertia: missing key; got only mass; a rod with mass needs"):
        TieRod(inner=(0, 0.3, 0.2), outer=(0, 0.6, 0.2), mass=1.0)


def test_anti_roll_bar(dw18):
    bar = AntiRollBar(point=(1.3, 0.6, 0.18), stiffness="20 N/mm", damping=10.0)
    element = named(to_mechanism(with_front(dw18, anti_roll_bar=bar)), "anti_roll_bar_front")
    assert isinstance(element, mechanism.AntiRollBar)
    assert (element.body, element.left_body, element.right_body) == ("chassis", "lca_fl", "lca_fr")
    assert (element.left_point, element.right_point) == ((1.3, 0.6, 0.18), (1.3, -0.6, 0.18))
    assert (element.stiffness, element.damping, element.axis) == (20000.0, 10.0, (0.0, 0.0, 1.0))


def test_inputs(mechanism):
    brakes = {f"brake_torque_{corner}" for corner in ("fl", "fr", "rl", "rr")}
    assert inputs(mechanism) == {"rack_travel", "drive_torque_rl", "drive_torque_rr"} | brakes


def test_brakes_act_between_wheel_and_knuckle(mechanism):
    brake = named(mechanism, "brake_fr")
    hub = mechanism.joint(brake.joint)
    assert (hub.body_a, hub.body_b) == ("knuckle_fr", "wheel_fr")


@pytest.mark.parametrize(("drive", "reaction"), [("inboard", "chassis"), ("outboard", "knuckle_fr")])
def test_who_takes_the_reaction_of_the_drive(dw18, drive, reaction):
    torque = named(to_mechanism(with_front(dw18, drive=drive)), "drive_fr")
    assert (torque.body, torque.reaction) == ("wheel_fr", reaction)
    assert (torque.axis, torque.frame) == ((0.0, 1.0, 0.0), "body")


def test_aerodynamics(dw18):
    air = Aerodynamics(point=(0.2, 0.0, 0.5), drag_area=0.65, lift_area=-0.1)
    drag = named(to_mechanism(replace(dw18, aerodynamics=air)), "aerodynamics")
    assert (drag.body, drag.drag_area, drag.lift_area, drag.air_density) == ("chassis", 0.65, -0.1, 1.225)


def test_spring_on_the_upper_arm_with_preload(dw18):
    spring = Strut(upper=(1.25, 0.5, 0.7), lower=(1.25, 0.5, 0.43), carrier="upper_arm", stiffness=1e4, preload=500.0)
    suspension = replace(dw18.axle("front").suspension, spring=spring)
    element = named(to_mechanism(with_front(dw18, suspension=suspension)), "spring_fl")
    assert element.body_b == "uca_fl"
    assert element.free_length_m == pytest.approx(0.27 + 0.05)


def test_library():
    assert "dw18" in library.names()
    for name in library.names():
        vehicle = library.vehicle(name)
        assert vehicle.name == name
        assert vehicle.about
        assert vehicle.provenance
    with pytest.raises(InputError, match=r"unknown vehicle; got 'DW-18'; expected one of .*; did you mean 'dw18'\?"):
        library.vehicle("DW-18")


def test_load_by_name_or_path(dw18, dw18_text, tmp_path):
    (path := tmp_path / "mine.yaml").write_text(dw18_text, encoding="utf-8")
    assert library.load_vehicle("dw18") == library.load_vehicle(path) == library.load_vehicle(str(path)) == dw18
