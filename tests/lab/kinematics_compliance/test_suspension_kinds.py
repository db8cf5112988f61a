"""Every registered suspension says how it is steered, in agreement with the mechanism that it builds; and a kind that
is only registered, here one on four links, is read, simulated and put on the rig like the others."""

import math

import numpy as np
import pytest

from jounce.engine.analysis import degrees_of_freedom
from jounce.engine.formulations.world_frame.system import build, design_state
from jounce.errors import InputError, ModelError
from jounce.lab.kinematics_compliance import kc
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.lab.kinematics_compliance.rig_position import design_position, solve_position
from jounce.lab.kinematics_compliance.steering_axis import steering_axes
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import SIDES, SUSPENSIONS, Corner, Vehicle, build_suspension, to_mechanism
from tests.lab.kinematics_compliance.axle_kinds import cars
from tests.lab.kinematics_compliance.four_links import LOWER, UPPER, FourLinks, keys
from tests.lab.kinematics_compliance.linkage_blocks import with_blocks

AXLES = {
    "double_wishbone": ("dw18", "front"),
    "macpherson": ("hatchback", "front"),
    "trailing_arm": ("rover6", "front"),
    "twist_beam": ("hatchback", "rear"),
    "multilink": ("heavy multilink", "rear"),
    "solid_axle": ("steered", "front"),
    "three_link": ("three links", "rear"),
    "h_arm": ("h-arm", "rear"),
    "integral_link": ("integral link", "rear"),
    "mechanism": ("block", "front"),
    "four_links": ("four_links", "front"),
}
"""Kind → a car and its axle that has it."""
UNSTEERED = ("trailing_arm", "twist_beam", "three_link", "h_arm")
"""Kinds without a kingpin."""
KINDS = cars()
HEAVY = {"mass": 0.9, "inertia": (0.008, 2e-4, 0.008)}


@pytest.fixture
def registered(monkeypatch):
    monkeypatch.setitem(SUSPENSIONS, "four_links", FourLinks)


def car(name: str, **tie_rod) -> Vehicle:
    """A car of the library, or dw18 on four links in front, or on blocks; tie_rod: changes of the front one's keys."""
    vehicle = load_vehicle("dw18" if name in ("four_links", "block", *KINDS) else name)
    if name == "block":
        return with_blocks(vehicle)
    if name in KINDS:
        return KINDS[name]
    front, *others = vehicle.axles
    suspension = build_suspension(keys()) if name == "four_links" else front.suspension
    if tie_rod:
        suspension = replace(suspension, tie_rod=replace(suspension.tie_rod, **tie_rod))
    return replace(vehicle, axles=(replace(front, suspension=suspension), *others))


def test_every_kind_is_tried_here(registered):
    assert set(AXLES) == set(SUSPENSIONS)
    assert all(cls.model_fields["kind"].default == kind for kind, cls in SUSPENSIONS.items())


@pytest.mark.parametrize("kind", AXLES)
def test_what_a_kind_says_is_in_its_mechanism(registered, kind):
    """Carriers are bodies, a kingpin comes with steerable, and what it releases and fixes exists."""
    name, axle = AXLES[kind]
    vehicle = car(name)
    suspension, mechanism = vehicle.axle(axle).suspension, to_mechanism(vehicle)
    assert suspension.kind == kind
    bodies = {body.name for body in mechanism.bodies}
    assert suspension.steerable == (suspension.kingpin is not None)
    for side in SIDES:
        corner = Corner(axle, side)
        assert {suspension.body_name(part, corner) for part in suspension.attachments.bodies} <= bodies
        assert mechanism.connection(corner.name("hub")).body_a == suspension.hub_name(corner)
        if suspension.kingpin is not None:
            released = suspension.full_name(suspension.kingpin.released_joint, corner)
            assert released in {joint.name for joint in mechanism.joints}
            fixed = suspension.full_name(suspension.kingpin.fixed, corner)
            assert fixed in bodies | {force.name for force in mechanism.forces}


@pytest.mark.parametrize("heavy", [False, True], ids=["massless", "heavy"])
@pytest.mark.parametrize("kind", [kind for kind in AXLES if kind not in UNSTEERED])
def test_the_kingpin_points_are_on_the_axis_of_the_linkage(registered, kind, heavy):
    """Both points lie on the screw axis about which the released linkage turns, with any tie rod."""
    name, axle = AXLES[kind]
    rig = build_rig(car(name, **(HEAVY if heavy else {})), axle)
    start = solve_position(rig, design_position(rig), np.zeros(2 if rig.rack is None else 3))
    assert start is not None
    for side, found in zip(SIDES, steering_axes(rig, start.at), strict=True):
        assert found is not None
        for point in rig.axle.suspension.kingpin.points:
            away = np.array(side.point(point)) - found.point
            assert away - (away @ found.direction) * found.direction == pytest.approx(np.zeros(3), abs=1e-7)


@pytest.mark.parametrize("kind", UNSTEERED)
def test_without_a_kingpin_there_is_no_axis(kind):
    name, axle = AXLES[kind]
    rig = build_rig(car(name), axle)
    start = solve_position(rig, design_position(rig), np.zeros(2))
    assert start is not None
    assert steering_axes(rig, start.at) == (None, None)
    with pytest.raises(TypeError, match=f"a {kind} suspension has no kingpin"):
        _ = rig.axle.suspension.steering_lever


def test_a_kind_that_nobody_registered_is_refused_with_those_that_are_known():
    with pytest.raises(
        InputError, match=r"unknown kind of suspension.*one of double_wishbone, macpherson, trailing_arm"
    ):
        build_suspension(keys())


def test_a_registered_kind_is_part_of_a_car(registered):
    """One freedom more or less would show in the count; a dumped car is read back."""
    vehicle = car("four_links")
    systems = (build(to_mechanism(each)) for each in (vehicle, car("dw18")))
    ours, wishbones = (degrees_of_freedom(system, design_state(system)) for system in systems)
    assert (ours.dof, ours.redundant) == (wishbones.dof, wishbones.redundant)
    dumped = vehicle.model_dump(mode="json")
    assert dumped["axles"][0]["suspension"]["lower_front"]["inner"] == [1.42, 0.36, 0.21]
    assert Vehicle(**dumped) == vehicle


@pytest.mark.parametrize("name", ["steered", "right drag link", "bellcrank", "steered leaf"])
def test_steered_solid_axles_turn_about_their_kingpins(name):
    """Both points of each kingpin lie on the axis of the released axle; the lever says how far the rack steers."""
    rig = build_rig(KINDS[name], "front")
    start = solve_position(rig, design_position(rig), np.zeros(3))
    suspension = rig.axle.suspension
    moved = 1e-6 if suspension.leaf_spring is None else 2e-4  # leaf springs that are not balanced wind up at rest [m]
    for side, found in zip(SIDES, steering_axes(rig, start.at), strict=True):
        for point in suspension.kingpin.points:
            away = np.array(side.point(point)) - found.point
            assert away - (away @ found.direction) * found.direction == pytest.approx(np.zeros(3), abs=moved)
    steer = kc(KINDS[name], axle="front", travel=0.02).axle("front").steer
    i = steer.design
    slope = (steer.left.steer[i + 1] - steer.left.steer[i - 1]) / (steer.rack_travel[i + 1] - steer.rack_travel[i - 1])
    assert 1.0 / slope == pytest.approx(suspension.steering_lever, rel=0.05)


def test_the_kinds_that_can_be_steered_are_named_from_the_registry(registered):
    hatchback = load_vehicle("hatchback")
    with pytest.raises(
        ModelError,
        match=r"tie rods \(double_wishbone or macpherson or multilink or integral_link or solid_axle or mechanism or "
        r"four_links\)",
    ):
        replace(hatchback, steering=replace(hatchback.steering, axle="rear"))


def test_a_registered_kind_goes_through_kinematics_and_compliance(registered):
    """Caster and kingpin inclination are those of the virtual kingpin; the wheels steer from lock to lock."""
    axle = kc(car("four_links"), axle="front", travel=0.03).axle("front")
    assert axle.kind == "four_links"
    assert axle.steered
    i, along = axle.parallel.design, np.array(UPPER) - np.array(LOWER)
    for wheel in (axle.parallel.left, axle.parallel.right):
        assert wheel.caster[i] == pytest.approx(math.atan2(-along[0], along[2]), abs=1e-7)
        assert wheel.kingpin_inclination[i] == pytest.approx(math.atan2(-along[1], along[2]), abs=1e-7)
        assert np.isfinite(wheel.spring_ratio).all()
    assert axle.steer is not None
    assert np.ptp(axle.steer.mean_steer) > math.radians(40.0)
