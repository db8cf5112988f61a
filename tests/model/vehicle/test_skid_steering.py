"""Skid steering: a speed controller for every wheel, one speed a side, and nothing else that steers or drives."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.lab.results.vehicle_channels import input_channels
from jounce.model.mechanism import Body, Constant, Input, Mechanism, Prismatic, Revolute, SpeedControl, replace
from jounce.model.vehicle import SPEED_LEFT, SPEED_RIGHT, SkidSteering, parse_vehicle, to_mechanism
from tests.model.vehicle.test_vehicle_yaml import findings, spoiled

SKID = SkidSteering(gain=500.0, limit="600 N*m")


def test_the_wheels_of_a_side_follow_one_speed(rover6):
    controls = [force for force in to_mechanism(rover6).forces if isinstance(force, SpeedControl)]
    common = {"gain": 500.0, "derivative_gain": 5.0, "filter_time": 0.01, "limit": 600.0}
    assert controls == [
        SpeedControl(
            name=f"speed_control_{axle}{side[0]}",
            joints=(f"hub_{axle}{side[0]}",),
            target=Input(name=f"speed_{side}"),
            radius=radius,
            **common,
        )
        for side in ("left", "right")
        for axle, radius in (("f", 0.275), ("m", 0.28), ("r", 0.285))
    ]


def test_also_on_double_wishbones(dw18):
    axles = tuple(replace(axle, drive=None) for axle in dw18.axles)
    model = to_mechanism(replace(dw18, axles=axles, steering=None, skid_steering=SKID))
    controls = [force for force in model.forces if isinstance(force, SpeedControl)]
    assert [control.joints for control in controls] == [("hub_fl",), ("hub_rl",), ("hub_fr",), ("hub_rr",)]
    assert controls[0].radius == 0.29


def test_beside_a_rack_and_driven_axles(dw18):
    with pytest.raises(ModelError) as raised:
        replace(dw18, skid_steering=SKID)
    assert [str(finding) for finding in raised.value.findings] == [
        "skid_steering: two ways to steer; got steering and skid_steering; expected one of them",
        "axles.1.drive: driven twice; got inboard and skid_steering; leave it out: skid_steering drives all wheels",
    ]


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("gain: 500 N*m*s/rad", "gain: 0", "skid_steering.gain", "out of range"),
        ("gain: 500 N*m*s/rad", "gain: 500 N*m", "skid_steering.gain", "wrong unit"),
        ("  derivative_gain: 5 N*m*s^2/rad", "  derivative_gain: -5", "skid_steering.derivative_gain", "out of range"),
        ("filter_time: 10 ms", "filter_time: 0", "skid_steering.filter_time", "out of range"),
        ("limit: 600 N*m", "limit: -600 N*m", "skid_steering.limit", "out of range"),
        ("limit: 600 N*m", "limits: 600 N*m", "skid_steering.limits", "did you mean 'limit'?"),
        ("    wheel: &wheel", "    drive: inboard\n    wheel: &wheel", "axles.front.drive", "driven twice"),
        ("skid_steering:", "steering: {}\nskid_steering:", "steering.rack", "missing key"),
        ("kind: trailing_arm", "kind: trailing_arms", "axles.front.suspension.kind", "did you mean 'trailing_arm'?"),
    ],
)
def test_one_mistake_is_found_where_it_is(rover6_text, old, new, where, what):
    text, line = spoiled(rover6_text, old, new)
    found = {finding.where: finding for finding in findings(text)}
    assert what in str(found[where])
    assert found[where].line == line


def test_a_rack_in_the_file_of_a_skid_steered_car(rover6_text):
    """What is wrong between parts is found in the file as well, both times with its line."""
    rack = "rack: {mass: 5, centre_of_mass: [1.1, 0, 0.2], inertia: [0.1, 0.005, 0.1]}"
    steering = f"steering: {{{rack}, travel_per_turn: 50 mm, actuation: prescribed}}\n"
    text, line = spoiled(rover6_text, "skid_steering:", steering + "skid_steering:")
    assert [(finding.where, finding.line) for finding in findings(text)] == [
        ("steering.axle", line),
        ("skid_steering", line + 1),
    ]


def test_without_skid_steering_it_only_rolls(rover6_text):
    text = rover6_text[: rover6_text.index("skid_steering:")]
    assert not any(isinstance(force, SpeedControl) for force in to_mechanism(parse_vehicle(text)).forces)


def test_the_inputs_are_speeds():
    inputs = {SPEED_LEFT: Constant(value=1.0), SPEED_RIGHT: Constant(value=2.0), "brake_torque_ml": Constant(value=3.0)}
    found = {channel.name: channel.unit for channel in input_channels(inputs, np.zeros(2))}
    assert found == {"input.speed_left": "m/s", "input.speed_right": "m/s", "input.brake_torque_ml": "N*m"}


@pytest.mark.parametrize(
    ("joints", "text"),
    [
        (("hinge", "hing"), r"forces\.control\.joints\.1: no such joint; got 'hing'; did you mean 'hinge'\?"),
        (
            ("slider",),
            r"forces\.control\.joints\.0: wrong kind of joint; got 'slider' \(prismatic\)",
        ),
        (("hinge", "hinge"), r"forces\.control\.joints\.1: same joint twice"),
    ],
)
def test_joints_of_a_speed_control(joints, text):
    bodies = [Body(name=name, mass=1.0, inertia=(1.0, 1.0, 1.0)) for name in ("wheel", "cart")]
    hinge = Revolute(name="hinge", body_b="wheel", point=(0, 0, 0), axis=(0, 1, 0))
    slider = Prismatic(name="slider", body_b="cart", point=(0, 0, 0), axis=(1, 0, 0))
    control = SpeedControl(name="control", joints=joints, target=1.0, radius=0.3, gain=1.0, limit=1.0)
    with pytest.raises(ModelError, match=text):
        Mechanism(bodies=bodies, joints=[hinge, slider], forces=[control])


@pytest.mark.parametrize(
    ("key", "value"), [("joints", ()), ("gain", 0.0), ("limit", 0.0), ("filter_time", 0.0), ("radius", 0.0)]
)
def test_numbers_of_a_speed_control(key, value):
    good = {"name": "c", "joints": ("hinge",), "target": 1.0, "radius": 0.3, "gain": 1.0, "limit": 1.0}
    with pytest.raises(ModelError, match=rf"{key}: "):
        SpeedControl(**good | {key: value})
