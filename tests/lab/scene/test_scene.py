"""Scenes: every link, rod, spring and wheel of a model is drawn, where the model has it."""

import json

import numpy as np
import pytest

from jounce.engine.assembly.bodies import frames
from jounce.lab.scene import Scene, scene_from_dict, vehicle_scene
from jounce.lab.scene.gauges import MOTION
from jounce.lab.scene.scene import WORLD
from jounce.model import library
from jounce.model.mechanism import AntiRollBar, Connection, Distance, HalfShaft, RevoluteSpherical, SpringDamper
from jounce.model.vehicle import to_mechanism
from jounce.model.vehicle.hitches import find_hitches

CARS = library.names()


@pytest.fixture(scope="module", params=CARS)
def car(request):
    mechanism = to_mechanism(library.vehicle(request.param))
    return mechanism, vehicle_scene(mechanism)


def placed(mechanism, shape, key, body="body"):
    """A point of a shape in the world at the design position."""
    at = shape[body]
    if at == WORLD:
        return np.array(shape[key])
    frame = next(f for f in frames(mechanism.bodies).values() if f.index == at)
    return frame.centre + frame.axes @ np.array(shape[key])


def test_all_wheels_springs_rods_and_shafts_are_drawn(car):
    mechanism, scene = car
    kinds = [shape["kind"] for shape in scene.shapes]
    of = {kind: [s for s in scene.shapes if s["kind"] == kind] for kind in set(kinds)}
    assert [w["name"] for w in of["wheel"]] == list(scene.contacts) == [w.name for w in scene.wheels]
    springs = [f for f in mechanism.forces if isinstance(f, SpringDamper)]
    assert len(of["spring"]) == len(springs)
    for shape, force in zip(of["spring"], springs, strict=True):
        np.testing.assert_allclose(placed(mechanism, shape, "a"), force.point_a, atol=2e-5)
        np.testing.assert_allclose(placed(mechanism, shape, "b", "other"), force.point_b, atol=2e-5)
    rods = [j for j in mechanism.joints if isinstance(j, Distance | RevoluteSpherical)]
    drawn = [s for s in of.get("bar", ()) if s["role"] == "rod"]
    for shape, joint in zip(drawn, rods, strict=True):
        np.testing.assert_allclose(placed(mechanism, shape, "a"), joint.point_a, atol=2e-5)
        np.testing.assert_allclose(placed(mechanism, shape, "b", "other"), joint.point_b, atol=2e-5)
    shafts = [f for f in mechanism.forces if isinstance(f, HalfShaft)]
    assert len([s for s in of.get("bar", ()) if s["role"] == "shaft"]) == len(shafts)
    bars = [f for f in mechanism.forces if isinstance(f, AntiRollBar)]
    assert len([s for s in scene.shapes if s["role"] == "bar"]) == 3 * len(bars)


def test_every_body_has_a_shape_that_reaches_all_of_its_joints(car):
    mechanism, scene = car
    wheels = {tire.body for tire in mechanism.tires}
    chassis = scene.bodies[scene.focus]
    assert chassis == "chassis"
    trailers = {joint.body_b for joint in find_hitches(mechanism)}  # drawn as boxes
    for i, name in enumerate(scene.bodies):
        own = [s for s in scene.shapes if s["body"] == i and s["kind"] in ("rod", "wheel", "hull", "box", "cylinder")]
        assert own, name
        if name in wheels or name == chassis or name in trailers:
            continue
        ends = np.array([placed(mechanism, s, key) for s in own if s["kind"] == "rod" for key in ("a", "b")])
        for joint in mechanism.joints:
            if isinstance(joint, Connection) and name in (joint.body_a, joint.body_b) and len(ends):
                point = np.array(joint.point_a if joint.body_a == name else joint.point_b)
                other = joint.body_b if joint.body_a == name else joint.body_a
                hinged = joint.kind in ("revolute", "prismatic") and other not in wheels
                assert hinged or np.linalg.norm(ends - point, axis=1).min() < 2e-5, (name, joint.name)


def test_scenes_survive_json_and_name_their_numbers(car):
    _, scene = car
    again = scene_from_dict(json.loads(json.dumps(scene.to_dict())))
    assert again == scene
    assert scene.width == 1 + len(scene.gauges) + 7 * len(scene.bodies) + 6 * len(scene.contacts)
    assert scene.contact_numbers.stop == scene.width
    names = {gauge.name for gauge in scene.gauges}
    assert all(set(chart.gauges) <= names for chart in scene.charts)
    assert {gauge.name for gauge in MOTION} <= names


def test_a_mechanism_without_wheels_has_a_scene():
    from jounce.model.mechanism import GROUND, Body, Mechanism, Revolute

    arm = Body(name="arm", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.5, 0.0, 0.0))
    hinge = Revolute(name="hinge", body_a=GROUND, body_b="arm", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    scene = vehicle_scene(Mechanism(bodies=[arm], joints=[hinge]))
    assert isinstance(scene, Scene)
    assert scene.contacts == ()
