"""Compliance of rubber against a stiffness matrix written by hand, for a carrier on four bushings and for wishbones.

Nothing is loaded at the design position (no gravity, no preload), so that the stiffness of the axle is that of its
springs alone: with displacements u of all bodies, rows C of joints and of the held contact height, and a load f,

    | K  Cᵀ | | u |   | f |
    | C  0  | | λ | = | 0 |.

The test writes K and C from hardpoints with three-line formulas and shares no code with the rig.
"""

import numpy as np
import pytest

from jounce.lab.kinematics_compliance.compliance import compute_compliances
from jounce.lab.kinematics_compliance.kc import _rest, kc
from jounce.lab.kinematics_compliance.rig import build_rig
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace

EXACT = 2e-6
"""Relative: the rig takes its stiffness from central differences over 1e-5 of forces with rounding 1e-16 × 1e9 N/m."""
RATES = {"stiffness": (4e6, 6e6, 8e5), "rotational_stiffness": (200.0, 300.0, 50.0)}
SOFT = {"stiffness": (9e5, 2e6, 7e5), "rotational_stiffness": (20.0, 30.0, 10.0)}


def crossed(r):
    x, y, z = r
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


class ByHand:
    """Bodies that move by u = (v, ω) about the world's origin, 6 each; body None is the ground."""

    def __init__(self, *bodies):
        self.places = {name: 6 * i for i, name in enumerate(bodies)}
        self.n = 6 * len(bodies)
        self.K, self.rows = np.zeros((self.n, self.n)), []

    def point(self, body, r):
        """(3, n): displacement of a point of a body."""
        P = np.zeros((3, self.n))
        if body is not None:
            i = self.places[body]
            P[:, i : i + 3], P[:, i + 3 : i + 6] = np.eye(3), -crossed(r)
        return P

    def turn(self, body):
        """(3, n): rotation of a body."""
        P = np.zeros((3, self.n))
        if body is not None:
            P[:, self.places[body] + 3 : self.places[body] + 6] = np.eye(3)
        return P

    def bushing(self, a, b, r, rates, axes=None):
        R = np.eye(3) if axes is None else axes
        d, w = R.T @ (self.point(b, r) - self.point(a, r)), R.T @ (self.turn(b) - self.turn(a))
        self.K += d.T @ np.diag(rates["stiffness"]) @ d + w.T @ np.diag(rates["rotational_stiffness"]) @ w

    def spring(self, a, b, ra, rb, stiffness):
        along = (np.array(rb) - ra) / np.linalg.norm(np.array(rb) - ra)
        row = along @ (self.point(b, rb) - self.point(a, ra))
        self.K += stiffness * np.outer(row, row)

    def ball(self, a, b, r):
        self.rows += [*(self.point(b, r) - self.point(a, r))]

    def rod(self, a, b, ra, rb):
        along = (np.array(rb) - ra) / np.linalg.norm(np.array(rb) - ra)
        self.rows.append(along @ (self.point(b, rb) - self.point(a, ra)))

    def held(self, body, r):
        self.rows.append(self.point(body, r)[2])

    def under(self, load):
        """Displacement of all bodies under a generalised load (n,)."""
        C = np.array(self.rows)
        A = np.block([[self.K, C.T], [C, np.zeros((len(C), len(C)))]])
        return np.linalg.solve(A, np.concatenate([load, np.zeros(len(C))]))[: self.n]


def weightless(suspension, **options):
    """dw18 without gravity on that suspension in front, its rack prescribed and without an anti-roll bar."""
    car = load_vehicle("dw18")
    steering = replace(car.steering, actuation={"kind": "prescribed"})
    front = replace(car.axle("front"), suspension=suspension, anti_roll_bar=None, **options)
    return replace(car, gravity=0.0, axles=(front, *car.axles[1:]), steering=steering)


def compare(car, hand, carrier):
    """All loads whose answer is symmetric, on the left wheel: displacement of its centre, toe and camber."""
    rig = build_rig(car, "front")
    found = compute_compliances(rig, _rest(rig, np.zeros(3)))
    x, y, _ = centre = car.axle("front").suspension.wheel_centre
    contact, spin = np.array([x, y, 0.0]), np.array([0.0, 1.0, 0.0])
    loads = {
        "lateral_opposite": hand.point(carrier, contact)[1],
        "braking": -hand.point(carrier, contact)[0],
        "driving": hand.point(carrier, centre)[0],
        "aligning_opposite": hand.turn(carrier)[2],
    }
    for answer in found:
        if answer.name not in loads:
            continue
        u = hand.under(loads[answer.name])
        moved, turned = hand.point(carrier, centre) @ u, hand.turn(carrier) @ u
        change = np.cross(turned, spin)
        wanted = {"centre_x": moved[0], "centre_y": moved[1], "toe": change[0], "camber": -change[2]}
        scale = {"centre": np.abs(moved).max(), "toe": np.abs(turned).max(), "camber": np.abs(turned).max()}
        for wheel in (answer.left, answer.right):
            for key, value in wanted.items():
                size = scale["centre" if key.startswith("centre") else key]
                assert getattr(wheel, key) == pytest.approx(value, abs=EXACT * size), (answer.name, key)


def test_a_carrier_on_four_bushings():
    """A block without joints: its stiffness is the sum of four bushings and a spring."""
    centre = (1.25, 0.76, 0.30)
    points = [(1.40, 0.45, 0.20), (1.05, 0.45, 0.21), (1.35, 0.50, 0.50), (1.10, 0.48, 0.49)]
    upper, lower = (1.25, 0.50, 0.75), (1.25, 0.60, 0.25)
    block = {
        "kind": "mechanism",
        "wheel_centre": centre,
        "carrier": "upright",
        "bodies": {"upright": {"mass": 20.0, "centre_of_mass": (1.25, 0.6, 0.3), "inertia": (0.4, 0.4, 0.4)}},
        "forces": {
            f"rubber_{i}": {"kind": "bushing", "body_a": "chassis", "body_b": "upright", "point": point, **RATES}
            for i, point in enumerate(points)
        },
        "spring": {"upper": upper, "lower": lower, "stiffness": 3e4},
        "steering_axis": {"lower": (1.25, 0.70, 0.2), "upper": (1.25, 0.68, 0.5), "tie_rod_end": (1.10, 0.70, 0.3),
                          "released": "rod", "fixed": "spring"},
        "joints": {"rod": {"kind": "distance", "body_a": "rack", "body_b": "upright", "point_a": (1.10, 0.40, 0.3),
                           "point_b": (1.10, 0.70, 0.3)}},
    }  # fmt: skip
    hand = ByHand("upright")
    for point in points:
        hand.bushing(None, "upright", point, RATES)
    hand.spring(None, "upright", upper, lower, 3e4)
    hand.rod(None, "upright", (1.10, 0.40, 0.3), (1.10, 0.70, 0.3))
    hand.held("upright", (1.25, 0.76, 0.0))
    compare(weightless(block), hand, "upright")


def hinge_axes(arm):
    """Columns x, y, z of rubber whose z is along the hinge of an arm: x as nearly forward as can be, or upwards."""
    z = np.array(arm.front_pivot) - arm.rear_pivot
    z /= np.linalg.norm(z)
    start = np.array([1.0, 0.0, 0.0]) if abs(z[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    x = start - (start @ z) * z
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def wishbones():
    """The front wishbones of dw18 in rubber, without preload, and the same by hand."""
    made = load_vehicle("dw18").axle("front").suspension
    soft = {"front_bushing": SOFT, "rear_bushing": RATES}
    corners = {"lca": made.lower_arm, "uca": made.upper_arm}
    arms = {}
    for name, arm in corners.items():
        x, y, z = arm.hinge_point
        pivots = {"front_pivot": (x + 0.15, y, z), "rear_pivot": (x - 0.2, y, z + 0.01)}
        arms[name] = replace(arm, pivot=None, axis=None, **pivots, **soft)
    spring = replace(made.spring, preload=None, free_length=None, bump_stop=None, rebound_stop=None)
    suspension = replace(made, lower_arm=arms["lca"], upper_arm=arms["uca"], spring=spring)
    hand = ByHand("lca", "uca", "knuckle")
    for name, arm in arms.items():
        hand.bushing(None, name, arm.front_pivot, SOFT, hinge_axes(arm))
        hand.bushing(None, name, arm.rear_pivot, RATES, hinge_axes(arm))
        hand.ball(name, "knuckle", arm.ball_joint)
    hand.rod(None, "knuckle", made.tie_rod.inner, made.tie_rod.outer)
    hand.spring(None, "lca", spring.upper, spring.lower, spring.stiffness)
    x, y, _ = suspension.wheel_centre
    hand.held("knuckle", (x, y, 0.0))
    return suspension, hand


def test_wishbones_in_rubber():
    suspension, hand = wishbones()
    compare(weightless(suspension), hand, "knuckle")


def test_wishbones_in_rubber_on_a_subframe_in_rubber():
    suspension, _ = wishbones()
    part = {"mass": 25.0, "centre_of_mass": (1.2, 0.0, 0.25), "inertia": (1.5, 0.8, 2.0)}
    mounts = {"ahead": {"point": (1.5, 0.4, 0.3), **RATES}, "behind": {"point": (0.9, 0.45, 0.32), **SOFT}}
    car = weightless(suspension, subframe={**part, "mounts": mounts})
    hand = ByHand("lca", "uca", "knuckle", "lca_r", "uca_r", "knuckle_r", "subframe")
    for sign, suffix in ((1.0, ""), (-1.0, "_r")):
        side = np.array([1.0, sign, 1.0])
        for name, arm in (("lca", suspension.lower_arm), ("uca", suspension.upper_arm)):
            axes = hinge_axes(arm) * side[:, None]  # y then points the other way: of no matter to rates
            hand.bushing("subframe", name + suffix, side * arm.front_pivot, SOFT, axes)
            hand.bushing("subframe", name + suffix, side * arm.rear_pivot, RATES, axes)
            hand.ball(name + suffix, "knuckle" + suffix, side * arm.ball_joint)
        rod, spring = suspension.tie_rod, suspension.spring
        hand.rod(None, "knuckle" + suffix, side * rod.inner, side * rod.outer)
        hand.spring(None, "lca" + suffix, side * spring.upper, side * spring.lower, spring.stiffness)
        hand.held("knuckle" + suffix, side * suspension.wheel_centre * np.array([1.0, 1.0, 0.0]))
        hand.bushing(None, "subframe", side * np.array([1.5, 0.4, 0.3]), RATES)
        hand.bushing(None, "subframe", side * np.array([0.9, 0.45, 0.32]), SOFT)
    rig = build_rig(car, "front")
    contact, mirror = suspension.wheel_centre[:2], np.array([1.0, -1.0, 1.0])
    contact = np.array([*contact, 0.0])
    push = hand.point("knuckle", contact)[1] + hand.point("knuckle_r", mirror * contact)[1]
    u = hand.under(push)
    (found,) = (c for c in compute_compliances(rig, _rest(rig, np.zeros(3))) if c.name == "lateral_parallel")
    moved = hand.point("knuckle", np.array(suspension.wheel_centre)) @ u
    assert found.left.centre_y == pytest.approx(moved[1], rel=EXACT)
    assert found.right.centre_y == pytest.approx(-moved[1], rel=EXACT)
    rig = build_rig(weightless(suspension), "front")
    (alone,) = (c for c in compute_compliances(rig, _rest(rig, np.zeros(3))) if c.name == "lateral_parallel")
    assert found.left.centre_y > 1.02 * alone.left.centre_y  # the subframe adds its own


def test_rubber_at_any_joint():
    """The ball joints of dw18 in rubber: stiff, they are the joints; with a curve, the curve's slope counts."""
    car = load_vehicle("dw18")
    front = car.axle("front")
    stiff = {"stiffness": (1e10, 1e10, 1e10)}
    rubbery = replace(front, suspension=replace(front.suspension, bushings={"lbj": stiff, "ubj": stiff}))
    sheets = [kc(replace(car, axles=(axle, *car.axles[1:])), axle="front", travel=0.03) for axle in (front, rubbery)]
    rigid, rubber = (sheet.axle("front").parallel.left for sheet in sheets)
    assert rubber.toe == pytest.approx(rigid.toe, abs=1e-5)
    assert rubber.camber == pytest.approx(rigid.camber, abs=1e-5)
    assert rubber.wheel_rate == pytest.approx(rigid.wheel_rate, rel=1e-3)


def test_a_curve_is_the_rate_that_it_has():
    suspension, _ = wishbones()
    line = {
        axis: {"x": (-0.01, 0.01), "y": (-0.01 * k, 0.01 * k)} for axis, k in zip("xyz", SOFT["stiffness"], strict=True)
    }
    curved = {**SOFT, "stiffness": (0.0, 0.0, 0.0), "curves": line}
    arm = replace(suspension.lower_arm, front_bushing=curved)
    cars = [weightless(each) for each in (suspension, replace(suspension, lower_arm=arm))]
    answers = []
    for car in cars:
        rig = build_rig(car, "front")
        answers.append(compute_compliances(rig, _rest(rig, np.zeros(3))))
    for linear, table in zip(*answers, strict=True):
        for side in ("left", "right"):
            for key in ("toe", "camber", "centre_x", "centre_y"):
                wanted, found = (getattr(getattr(each, side), key) for each in (linear, table))
                assert found == pytest.approx(wanted, rel=1e-6, abs=1e-15)
