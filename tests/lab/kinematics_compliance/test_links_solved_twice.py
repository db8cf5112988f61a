"""Multilinks and solid axles solved a second way: rod lengths and contact heights as equations of poses.

Nothing is shared with the rig: a pose is a translation and a rotation vector of a body, rods keep their lengths, and
the lowest points of the wheels are at given heights.
"""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.lab.kinematics_compliance import kc
from tests.lab.kinematics_compliance.axle_kinds import (
    cars,
    multilink,
    semi_trailing_arm,
    solid_axle,
    swing_axle,
    three_link,
)

EXACT = 1e-9
"""Both solve their equations to 1e-12; angles follow from lengths of a few decimetres."""
CARS = cars()


class Pose:
    def __init__(self, numbers, about):
        self.move, self.turn, self.about = np.array(numbers[:3]), Rotation.from_rotvec(numbers[3:6]), np.array(about)

    def point(self, r):
        return self.about + self.move + self.turn.apply(np.array(r) - self.about)


def stretch(a, b, pa, pb):
    """Change of a rod's length between point pa, at a by now, and pb, at b."""
    return np.linalg.norm(np.subtract(b, a)) - math.dist(pa, pb)


def wheel(pose, centre, sign):
    """Contact point, toe and camber of a wheel without static angles, of the radius of its height."""
    s, c, r = pose.turn.apply([0.0, 1.0, 0.0]), pose.point(centre), centre[2]
    up = np.array([0.0, 0.0, 1.0]) - s[2] * s
    return c - r * up / np.linalg.norm(up), sign * math.atan2(s[0], s[1]), -sign * math.asin(s[2])


def solve(equations, start):
    """The root near a start, by Newton steps with a Jacobian of central differences; residuals are then rounding."""
    u = np.array(start, dtype=float)
    for _ in range(12):
        left = np.array(equations(u))
        if np.abs(left).max() < 1e-14:
            break
        steps = 1e-6 * np.eye(u.size)
        J = np.column_stack([np.subtract(equations(u + h), equations(u - h)) / 2e-6 for h in steps])
        u = u - np.linalg.solve(J, left)
    assert np.abs(equations(u)).max() < 1e-12
    return u


def mirrored(r):
    return np.array(r) * (1.0, -1.0, 1.0)


@pytest.mark.parametrize("heavy", [False, True])
def test_a_multilink(heavy):
    keys, centre = multilink(heavy=heavy), multilink()["wheel_centre"]
    rods = [(rod["inner"], rod["outer"]) for rod in (*keys["links"].values(), keys["tie_rod"])]
    sheet = kc(CARS["heavy multilink" if heavy else "multilink"], axle="rear", travel=0.06).axle("rear")
    for sweep in (sheet.parallel, sheet.opposite):
        for i, travel in enumerate(sweep.travel):

            def equations(u, travel=travel):
                pose = Pose(u, centre)
                return [*(stretch(a, pose.point(b), a, b) for a, b in rods), wheel(pose, centre, 1.0)[0][2] - travel]

            pose = Pose(solve(equations, [0.0, 0.0, travel, 0.0, 0.0, 0.0]), centre)
            contact, toe, camber = wheel(pose, centre, 1.0)
            assert sweep.left.toe[i] == pytest.approx(toe, abs=EXACT)
            assert sweep.left.camber[i] == pytest.approx(camber, abs=EXACT)
            assert sweep.left.contact_y[i] == pytest.approx(contact[1] - centre[1], abs=EXACT)
    for left, right in ((sheet.parallel.left, sheet.parallel.right),):
        assert left.toe == pytest.approx(right.toe, abs=1e-12)
        assert left.wheel_load == pytest.approx(right.wheel_load, rel=1e-9)


def rods_of(keys):
    sides = [(link["inner"], link["outer"]) for link in keys["links"].values()]
    both = [*sides, *((mirrored(a), mirrored(b)) for a, b in sides)]
    return [*both, *((link["inner"], link["outer"]) for link in keys.get("middle_links", {}).values())]


def guides_of(keys, pose):
    """Equations of what else than rods holds the beam."""
    if (arm := keys.get("a_arm")) is not None:  # its ball moves on a circle in the middle plane about its hinge
        ball, (x, _, z) = pose.point(arm["ball_joint"]), arm["pivot"]
        return [ball[1], stretch((x, 0.0, z), ball, (x, 0.0, z), arm["ball_joint"])]
    if (tube := keys.get("torque_tube")) is not None:
        return list(pose.point(tube["ball_joint"]) - tube["ball_joint"])
    if (guide := keys.get("guide")) is not None:
        along = pose.turn.apply([1.0, 0.0, 0.0])
        return [*(pose.point(guide["point"]) - guide["point"])[:2], along[1], along[2]]
    return []


@pytest.mark.parametrize("lateral", ["panhard", "watt", "converging", "a-arm", "heavy a-arm", "torque tube", "guide"])
@pytest.mark.parametrize("way", ["parallel", "opposite"])
def test_a_solid_axle(lateral, way):
    keys = solid_axle(lateral=lateral)
    centre, rods, watt = keys["wheel_centre"], rods_of(keys), keys.get("watt")
    about = keys["beam"]["centre_of_mass"]
    sweep = getattr(kc(CARS[lateral], axle="rear", travel=0.06).axle("rear"), way)
    start = np.zeros(7 if watt else 6)
    for i in [sweep.design, *range(sweep.design + 1, len(sweep.travel))]:
        travel, other = sweep.travel[i], sweep.travel[i] * (1.0 if way == "parallel" else -1.0)

        def equations(u, travel=travel, other=other):
            pose = Pose(u, about)
            rest = [*(stretch(a, pose.point(b), a, b) for a, b in rods), *guides_of(keys, pose)]
            if watt:  # the rocker turns about the longitudinal axis of the beam
                rocker = Rotation.from_rotvec([u[6], 0.0, 0.0])
                for rod in (watt["left"], watt["right"]):
                    end = np.array(watt["pivot"]) + rocker.apply(np.subtract(rod["outer"], watt["pivot"]))
                    rest.append(stretch(rod["inner"], pose.point(end), rod["inner"], rod["outer"]))
            left, right = (wheel(pose, place, sign)[0] for place, sign in ((centre, 1.0), (mirrored(centre), -1.0)))
            return [*rest, left[2] - travel, right[2] - other]

        start = solve(equations, start)
        for curves, place, sign in ((sweep.left, centre, 1.0), (sweep.right, mirrored(centre), -1.0)):
            contact, toe, camber = wheel(Pose(start, about), place, sign)
            assert curves.toe[i] == pytest.approx(toe, abs=EXACT)
            assert curves.camber[i] == pytest.approx(camber, abs=EXACT)
            assert curves.contact_y[i] == pytest.approx(sign * (contact[1] - place[1]), abs=EXACT)
    if lateral in (
        "converging",
        "a-arm",
        "heavy a-arm",
        "guide",
    ):  # a symmetric axle: roll to one side is the mirror image of roll to the other
        assert sweep.left.toe == pytest.approx(sweep.right.toe[:: 1 if way == "parallel" else -1], abs=1e-11)


@pytest.mark.parametrize("heavy", [False, True])
def test_a_trailing_arm_with_two_links(heavy):
    keys = three_link(heavy=heavy)
    centre, pivot = keys["wheel_centre"], keys["arm"]["pivot"]
    rods = [(rod["inner"], rod["outer"]) for rod in keys["links"].values()]
    sheet = kc(CARS["heavy three links" if heavy else "three links"], axle="rear", travel=0.06).axle("rear")
    sweep = sheet.parallel
    for i, travel in enumerate(sweep.travel):

        def equations(u, travel=travel):
            pose = Pose([0.0, 0.0, 0.0, *u], pivot)
            return [*(stretch(a, pose.point(b), a, b) for a, b in rods), wheel(pose, centre, 1.0)[0][2] - travel]

        pose = Pose([0.0, 0.0, 0.0, *solve(equations, [0.0, travel / 0.55, 0.0])], pivot)
        contact, toe, camber = wheel(pose, centre, 1.0)
        assert sweep.left.toe[i] == pytest.approx(toe, abs=EXACT)
        assert sweep.left.camber[i] == pytest.approx(camber, abs=EXACT)
        assert sweep.left.contact_y[i] == pytest.approx(contact[1] - centre[1], abs=EXACT)
    assert sweep.left.toe == pytest.approx(sweep.right.toe, abs=1e-12)
    assert np.abs(sheet.opposite.left.toe - sweep.left.toe).max() < 1e-9  # the wheels are independent


@pytest.mark.parametrize("kind", ["semi-trailing", "swing"])
def test_an_oblique_arm_in_closed_form(kind):
    """The wheel turns about the line of the hinge: Rodrigues' formula at the angle that lifts the contact point."""
    keys = semi_trailing_arm() if kind == "semi-trailing" else swing_axle()
    arm, centre = keys["arm"], np.array(keys["wheel_centre"])
    point = np.array(arm.get("pivot", arm.get("inner_pivot")))
    axis = np.array(arm.get("axis", np.subtract(arm.get("outer_pivot", point), point)))
    sweep = kc(CARS[kind], axle="rear", travel=0.05).axle("rear").parallel
    for i, travel in enumerate(sweep.travel):

        def turned(angle):
            pose = Pose([0.0, 0.0, 0.0, *(angle * axis / np.linalg.norm(axis))], point)
            return wheel(pose, centre, 1.0)

        angle = solve(lambda u, travel=travel, turned=turned: [turned(u[0])[0][2] - travel], [0.0])[0]
        contact, toe, camber = turned(angle)
        assert sweep.left.toe[i] == pytest.approx(toe, abs=EXACT)
        assert sweep.left.camber[i] == pytest.approx(camber, abs=EXACT)
        assert sweep.right.contact_y[i] == pytest.approx(contact[1] - centre[1], abs=EXACT)
    # at the design position: a × e_y = (−a_z, 0, a_x) per rise of the contact point a_x y − a_y x
    (x, y, _), i = centre - point, sweep.design
    rise = axis[0] * y - axis[1] * x
    assert sweep.left.toe_gradient[i] == pytest.approx(-axis[2] / rise, rel=1e-6, abs=1e-12)
    assert sweep.left.camber_gradient[i] == pytest.approx(-axis[0] / rise, rel=1e-6)


def test_a_steered_solid_axle():
    """Angles of both wheels over the travel of the rack: kingpins, track rod and drag link solved with the beam."""
    car = CARS["steered"]
    keys = car.axle("front").suspension
    sheet = kc(car, axle="front", travel=0.03).axle("front")
    ends, centre = keys.steered, keys.wheel_centre
    links = [(link.inner, link.outer) for link in keys.links]
    rods = [*links, *((mirrored(a), mirrored(b)) for a, b in links), *((m.inner, m.outer) for m in keys.middle_links)]
    about, axis = keys.beam.centre_of_mass, np.subtract(ends.upper, ends.lower)
    axis /= np.linalg.norm(axis)

    def knuckle(u, angle, r, sign):
        pin, base = axis * (1.0, sign, 1.0), np.array(ends.lower) * (1.0, sign, 1.0)
        turn = Rotation.from_rotvec(angle * pin)
        pose = Pose(u, about)
        return pose.point(base + turn.apply(np.array(r) - base)), pose.turn.apply(turn.apply([0.0, 1.0, 0.0]))

    def contact(u, angle, sign):
        centre_now, s = knuckle(u, angle, np.array(centre) * (1.0, sign, 1.0), sign)
        up = np.array([0.0, 0.0, 1.0]) - s[2] * s
        return centre_now - centre[2] * up / np.linalg.norm(up), s

    def equations(u, rack):
        pose = Pose(u, about)
        left, right = (knuckle(u, u[6 + k], np.array(ends.track_rod) * (1.0, sign, 1.0), sign)[0]
                       for k, sign in enumerate((1.0, -1.0)))  # fmt: skip
        inner = np.add(ends.drag_link.inner, (0.0, rack, 0.0))
        outer = knuckle(u, u[6], ends.drag_link.outer, 1.0)[0]
        return [
            *(stretch(a, pose.point(b), a, b) for a, b in rods),
            stretch(left, right, ends.track_rod, mirrored(ends.track_rod)),
            stretch(inner, outer, ends.drag_link.inner, ends.drag_link.outer),
            contact(u, u[6], 1.0)[0][2],
            contact(u, u[7], -1.0)[0][2],
        ]

    steer = sheet.steer
    start = np.zeros(8)
    for i in range(steer.design, len(steer.rack_travel)):
        start = solve(lambda u, rack=steer.rack_travel[i]: equations(u, rack), start)
        for curves, k, sign in ((steer.left, 0, 1.0), (steer.right, 1, -1.0)):
            s = contact(start, start[6 + k], sign)[1]
            assert curves.steer[i] == pytest.approx(math.atan2(-s[0], s[1]), abs=EXACT)
            assert curves.camber[i] == pytest.approx(-sign * math.asin(s[2]), abs=EXACT)
    assert steer.left.steer[-1] > math.radians(30.0)
    i = sheet.parallel.design
    assert sheet.parallel.left.caster[i] == pytest.approx(math.atan2(-axis[0], axis[2]), abs=1e-9)
    assert sheet.parallel.right.kingpin_inclination[i] == pytest.approx(math.atan2(-axis[1], axis[2]), abs=1e-9)
