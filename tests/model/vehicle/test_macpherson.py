"""MacPherson struts: freedoms, loops against a solution in plain numpy, mirror images, rubber, and refusals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble, degrees_of_freedom, settle
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import ModelError
from jounce.model.mechanism import Constant, replace
from jounce.model.vehicle import (
    AntiRollBar,
    BushingMount,
    LeftPart,
    MacPherson,
    Strut,
    StrutRod,
    TieRod,
    Wishbone,
    to_mechanism,
)

MIRROR = np.diag([1.0, -1.0, 1.0])
TOP, BOTTOM, BALL = (1.21, 0.57, 0.80), (1.245, 0.63, 0.42), (1.26, 0.71, 0.18)
PIVOTS = {"front_pivot": (1.40, 0.37, 0.205), "rear_pivot": (1.08, 0.39, 0.19)}
INNER, OUTER = (1.11, 0.386, 0.228), (1.13, 0.70, 0.235)
RUBBER = {"kind": "bushing", "stiffness": (4e5, 4e5, 8e5), "damping": (300.0, 300.0, 500.0)}
ARM = {"mass": 4.0, "centre_of_mass": (1.24, 0.52, 0.19), "inertia": (0.03, 0.03, 0.05, 0.002, -0.001, 0.003)}
ROD = {"mass": 2.0, "centre_of_mass": (1.22, 0.585, 0.70), "inertia": (0.02, 0.02, 0.004, 0.0, 0.001, 0.002)}
HEAVY = {"mass": 0.9, "inertia": (0.008, 2e-4, 0.008)}


def strut(**changes):
    """A strut with nothing parallel to anything."""
    parts = {
        "wheel_centre": (1.25, 0.76, 0.30),
        "lower_arm": Wishbone(**ARM, **PIVOTS, ball_joint=BALL),
        "knuckle": LeftPart(mass=15.0, centre_of_mass=(1.25, 0.69, 0.36), inertia=(0.3, 0.28, 0.08, 0.0, 0.01, 0.02)),
        "strut_rod": StrutRod(**ROD, top=TOP, bottom=BOTTOM),
        "tie_rod": TieRod(inner=INNER, outer=OUTER),
        "spring": Strut(upper=TOP, lower=BOTTOM, stiffness=3e4, damping=2500.0, preload=4000.0),
    }
    return MacPherson(**parts | changes)


def in_front(dw18, suspension, **changes):
    front, rear = dw18.axles
    return replace(dw18, axles=(replace(front, suspension=suspension, **changes), rear))


@pytest.fixture(scope="module")
def system(dw18):
    return build(to_mechanism(in_front(dw18, strut())))


def in_chassis(system, state, body, point):
    """Where a point of a body, given at the design position, is in axes of the chassis, as seen from the design."""
    model = system.mechanism
    turns = [Rotation.from_quat(state[system.pose(name)][3:], scalar_first=True) for name in ("chassis", body)]
    places = [state[system.pose(name)][:3] for name in ("chassis", body)]
    world = places[1] + turns[1].apply(np.subtract(point, model.body(body).centre_of_mass))
    return turns[0].inv().apply(world - places[0]) + model.body("chassis").centre_of_mass


def loop(angle):
    """Ball joint and rotation of the left knuckle for an angle of the arm: plain vectors, solved for a rotation vector.

    The axis of the tube goes through the fixed top mount (two equations), and the tie rod keeps its length (one).
    """
    front, rear = (np.array(p) for p in (PIVOTS["front_pivot"], PIVOTS["rear_pivot"]))
    hinge = (front - rear) / np.linalg.norm(front - rear)
    ball = front + Rotation.from_rotvec(angle * hinge).apply(np.array(BALL) - front)
    d = np.subtract(TOP, BOTTOM) / np.linalg.norm(np.subtract(TOP, BOTTOM))
    across = np.linalg.svd(d[None])[2][1:]

    def gaps(vector):
        turn = Rotation.from_rotvec(vector)
        top = turn.inv().apply(np.array(TOP) - ball) + BALL
        outer = ball + turn.apply(np.subtract(OUTER, BALL))
        rod = np.linalg.norm(outer - INNER) - np.linalg.norm(np.subtract(OUTER, INNER))
        return [*(across @ (top - BOTTOM)), rod]

    found = least_squares(gaps, np.zeros(3), xtol=1e-15, ftol=1e-15, gtol=1e-15)
    assert np.abs(found.fun).max() < 1e-12
    return ball, Rotation.from_rotvec(found.x)


@pytest.mark.parametrize(
    ("changes", "freedoms"),
    [
        ({}, 15),
        ({"tie_rod": TieRod(inner=INNER, outer=OUTER, **HEAVY)}, 15),
        ({"top_mount": RUBBER}, 21),
    ],
)
def test_freedoms(dw18, changes, freedoms):
    """Chassis 6, rack 1, wheels up and down 4, spinning 4; every top of rubber adds three."""
    system = build(to_mechanism(in_front(dw18, strut(**changes))))
    found = degrees_of_freedom(system, assemble(system))
    assert (found.dof, found.redundant) == (freedoms, {})


def test_names(dw18):
    model = to_mechanism(in_front(dw18, strut(tie_rod=TieRod(inner=INNER, outer=OUTER, **HEAVY))))
    front = {body.name for body in model.bodies if body.name.endswith("_fl")}
    assert front == {"lca_fl", "knuckle_fl", "strut_rod_fl", "tie_rod_fl", "wheel_fl"}
    slider, top = model.joint("strut_fl"), model.joint("top_fl")
    assert (slider.body_a, slider.body_b) == ("strut_rod_fl", "knuckle_fl")
    assert (top.body_a, top.body_b) == ("chassis", "strut_rod_fl")
    assert (model.joint("tie_inner_fl").body_a, model.joint("tie_inner_fl").kind) == ("rack", "universal")


@pytest.mark.parametrize("angle", [-0.2, -0.07, 0.0, 0.1, 0.25])
def test_the_loop_against_plain_numpy(system, angle):
    """Length of the strut, wheel centre and tie rod of the left side for an angle of the arm."""
    state = assemble(system, hold={"lca_fl": angle, "rack": 0.0})
    ball, turn = loop(angle)
    for point in (BOTTOM, (1.25, 0.76, 0.30), OUTER, BALL):
        expected = ball + turn.apply(np.subtract(point, BALL))
        assert in_chassis(system, state, "knuckle_fl", point) == pytest.approx(expected, abs=1e-9)
    length = np.linalg.norm(np.array(TOP) - ball - turn.apply(np.subtract(BOTTOM, BALL)))
    place = system.layout.scalar_forces.index("spring_fl")
    measured = observe(system, np.array([[0.0, *state]])).scalar_forces[0, place, 0]
    assert measured == pytest.approx(length, abs=1e-9)


def test_the_travel_of_the_strut_grows_in_bump(system):
    """By as much as the spring shortens, on both sides."""
    state = assemble(system, hold={"strut_fl": 0.03, "strut_fr": 0.03, "rack": 0.0})
    springs = observe(system, np.array([[0.0, *state]])).scalar_forces[0]
    design = np.linalg.norm(np.subtract(TOP, BOTTOM))
    for side, sign in (("l", 1.0), ("r", -1.0)):
        assert springs[system.layout.scalar_forces.index(f"spring_f{side}"), 0] == pytest.approx(
            design - 0.03, abs=1e-9
        )
        centre = (1.25, sign * 0.76, 0.30)
        assert in_chassis(system, state, f"knuckle_f{side}", centre)[2] > 0.325


def test_symmetric_travel_stays_symmetric(system):
    state = assemble(system, hold={"strut_fl": -0.04, "strut_fr": -0.04, "rack": 0.0})
    for point in (BOTTOM, OUTER, (1.25, 0.76, 0.30)):
        left = in_chassis(system, state, "knuckle_fl", point)
        right = in_chassis(system, state, "knuckle_fr", MIRROR @ point)
        assert right == pytest.approx(MIRROR @ left, abs=1e-9)


def test_the_rack_steers_about_the_kingpin(system):
    """Points of the kingpin stay where they are when the arm is held; the lever of the tie rod is behind it."""
    state = assemble(system, hold={"lca_fl": 0.0, "lca_fr": 0.0, "rack": -0.01})
    for share in (0.0, 0.3, 1.0):
        point = (1.0 - share) * np.array(BALL) + share * np.array(TOP)
        assert in_chassis(system, state, "knuckle_fl", point) == pytest.approx(point, abs=1e-3)
    heading = in_chassis(system, state, "knuckle_fl", (2.25, 0.76, 0.30)) - in_chassis(
        system, state, "knuckle_fl", (1.25, 0.76, 0.30)
    )
    assert np.arctan2(heading[1], heading[0]) == pytest.approx(0.01 / 0.124, rel=0.05)
    assert strut().steering_lever == pytest.approx(-0.124, abs=0.004)


def test_the_right_side_is_the_mirror_image(dw18):
    rubber = BushingMount(**RUBBER, preload=(10.0, 20.0, -30.0))
    model = to_mechanism(in_front(dw18, strut(tie_rod=TieRod(inner=INNER, outer=OUTER, **HEAVY), top_mount=rubber)))
    for part in ("lca", "knuckle", "strut_rod", "tie_rod"):
        left, right = (model.body(f"{part}_f{side}") for side in "lr")
        assert right.centre_of_mass == pytest.approx(MIRROR @ left.centre_of_mass, abs=0)
        assert right.inertia_matrix == pytest.approx(MIRROR @ left.inertia_matrix @ MIRROR, abs=0)
    for joint in ("lca", "lbj", "strut", "tie_inner", "tie_outer", "hub"):
        left, right = (model.joint(f"{joint}_f{side}").point_a for side in "lr")
        assert right == pytest.approx(MIRROR @ left, abs=0)
    left, right = (model.joint(f"strut_f{side}").axis_a for side in "lr")
    assert right == pytest.approx(MIRROR @ left, abs=0)
    left, right = (next(f for f in model.forces if f.name == f"top_f{side}") for side in "lr")
    forces = [_axes(top) @ top.preload for top in (left, right)]
    assert forces[1] == pytest.approx(MIRROR @ forces[0], abs=1e-12)
    for k in range(3):  # stiffness along mirrored lines
        assert np.abs(_axes(right)[:, k] @ MIRROR @ _axes(left)[:, k]) == pytest.approx(1.0, abs=1e-12)


def _axes(top):
    """x, y and z of a bushing as columns."""
    return np.column_stack([top.x_axis, top.y_axis, np.cross(top.x_axis, top.y_axis)])


def test_rubber_lies_along_the_strut(dw18):
    model = to_mechanism(in_front(dw18, strut(top_mount=RUBBER)))
    top, spring = ({f.name: f for f in model.forces}[name] for name in ("top_fl", "spring_fl"))
    along = np.subtract(TOP, BOTTOM) / np.linalg.norm(np.subtract(TOP, BOTTOM))
    assert np.cross(top.x_axis, top.y_axis) == pytest.approx(along, abs=1e-15)
    assert (spring.body_a, spring.body_b) == ("strut_rod_fl", "knuckle_fl")
    own = strut(top_mount={**RUBBER, "x_axis": (1, 0, 0), "y_axis": (0, 1, 0)})
    top = next(f for f in to_mechanism(in_front(dw18, own)).forces if f.name == "top_fl")
    assert (top.x_axis, top.y_axis) == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def test_rubber_carries_the_spring(hatchback):
    """At rest the mount gives way by spring force / stiffness along the strut, less the weight of the rod.

    With the brake on: rubber leaves the wheels some toe, and tires that grip at standstill then push a car that rolls
    freely.
    """
    written, brakes = hatchback.axles[0].suspension, {f"brake_torque_r{s}": Constant(value=300.0) for s in "lr"}
    rod, top = written.strut_rod, np.array(written.strut_rod.top)

    def at_rest(preload):
        suspension = replace(written, top_mount={**RUBBER, "preload": (0.0, 0.0, preload)})
        system = build(to_mechanism(in_front(hatchback, suspension)), inputs=brakes)
        state = settle(system).state
        springs = observe(system, np.array([[0.0, *state]])).scalar_forces[0]
        given = (in_chassis(system, state, "strut_rod_fl", top) - top) @ rod.axis
        return given, springs[system.layout.scalar_forces.index("spring_fl"), 1]

    given, force = at_rest(0.0)
    assert given == pytest.approx((force - rod.mass * 9.81 * rod.axis[2]) / 8e5, rel=5e-3)
    assert given > 3e-3
    assert at_rest(-force)[0] == pytest.approx(0.0, abs=1e-4)


def test_springs_and_bars_on_knuckle_or_arm(dw18):
    bar = AntiRollBar(point=(1.25, 0.6, 0.4), stiffness=1e4)
    low = Strut(upper=(1.24, 0.5, 0.5), lower=(1.24, 0.5, 0.2), carrier="lower_arm", stiffness=6e4)
    for changes, bar_changes, bodies in (
        ({}, {}, ("knuckle_fl", "knuckle_fl")),
        ({"spring": low, "top_mount": RUBBER}, {"carrier": "lower_arm"}, ("lca_fl", "lca_fl")),
    ):
        car = in_front(dw18, strut(**changes), anti_roll_bar=replace(bar, **bar_changes))
        found = {force.name: force for force in to_mechanism(car).forces}
        assert (found["spring_fl"].body_b, found["anti_roll_bar_front"].left_body) == bodies
        assert found["spring_fl"].body_a == "chassis"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"strut_rod": {**ROD, "top": TOP, "bottom": TOP}}, r"strut_rod\.bottom: points coincide"),
        ({"strut_rod": {**ROD, "top": BOTTOM, "bottom": TOP}}, r"strut_rod\.top: not above the bottom"),
        (
            {"strut_rod": {**ROD, "top": (1.21, 0.57, 0.17), "bottom": (1.25, 0.63, 0.10)}},
            r"strut_rod\.top: below the lower ball joint; got z = 0.17 m and 0.18 m",
        ),
        (
            {"strut_rod": {**ROD, "top": BALL, "bottom": (1.25, 0.63, 0.10)}},
            r"strut_rod\.top: points coincide; got both ends of the kingpin",
        ),
        ({"strut_rod": {**ROD, "mass": 0.0, "top": TOP, "bottom": BOTTOM}}, r"strut_rod\.mass: out of range"),
        (
            {"strut_rod": {key: ROD[key] for key in ("centre_of_mass", "inertia")} | {"top": TOP, "bottom": BOTTOM}},
            r"strut_rod\.mass: missing key",
        ),
        ({"strut_rod": {**ROD, "top": (1.21, -0.57, 0.8), "bottom": BOTTOM}}, r"strut_rod\.top: not on the left side"),
        (
            {"tie_rod": {"inner": INNER, "outer": tuple(np.add(BALL, TOP) / 2)}},
            r"tie_rod\.outer: on the kingpin axis.*without a lever",
        ),
        ({"spring": Strut(upper=TOP, lower=BOTTOM, stiffness=1.0, carrier="arm")}, r"spring\.carrier: no such part"),
        ({"top_mount": {"kind": "rubber"}}, r"top_mount\.kind: unknown kind of mount.*ball, bushing"),
        ({"top_mount": {}}, r"top_mount\.kind: missing key"),
        ({"top_mount": {"kind": "bushing"}}, r"top_mount\.stiffness: missing key"),
        ({"top_mount": {**RUBBER, "stiffness": (0, 1, 1)}}, r"top_mount\.stiffness: out of range"),
        ({"top_mount": {**RUBBER, "x_axis": (1, 0, 0)}}, r"top_mount\.y_axis: missing key"),
        ({"top_mount": {**RUBBER, "x_axis": (1, 0, 0), "y_axis": (2, 0, 0)}}, r"top_mount\.y_axis: axes are parallel"),
    ],
)
def test_refusals(change, text):
    with pytest.raises(ModelError, match=text) as raised:
        strut(**change)
    assert len(raised.value.findings) == 1


def test_a_rack_behind_steers_to_the_other_side(dw18):
    with pytest.raises(ModelError, match=r"steering\.travel_per_turn: steers to the wrong side.*behind the kingpin"):
        replace(in_front(dw18, strut()), steering=replace(dw18.steering, travel_per_turn=0.05))
