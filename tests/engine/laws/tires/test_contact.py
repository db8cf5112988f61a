"""Where a tire meets the ground and what it does there: closed forms, mirror images, no jump, no pull, no free work."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from jounce.engine.compiler import entry
from jounce.engine.laws.ground import Bump, Flat, Plane, ask, place_ground, unit_normal
from jounce.engine.laws.ground.query import memories
from jounce.engine.laws.tires.contact import directions, touch
from jounce.engine.terrain import ferguson
from tests.engine.laws.tires.rig import LAWS, MIRROR, ROLLING, TURNED, State, evaluate, rolling, tire_row

R = 0.31
LEVEL = Flat()
ROUNDING = 1e-12


@entry
def _touch(ground, memory, hub, s, radius):
    n, h, up, r, point, height, friction = touch(ground, memory, hub, s, radius)
    t, l = directions(n, h, s)
    return n, h, up, r, point, height, friction, t, l


def touched(ground, hub, s, radius=R):
    numbers = _touch(place_ground(ground), memories(1)[0], tuple(map(float, hub)), tuple(map(float, s)), radius)
    return [np.array(x) if isinstance(x, tuple) else x for x in numbers]


def leaned(angle: float, heading: float = 0.0) -> np.ndarray:
    """Spin axis of a wheel whose top leans to its right by an angle [rad]."""
    return np.array([-math.sin(heading) * math.cos(angle), math.cos(heading) * math.cos(angle), math.sin(angle)])


def grid(slope_x=0.0, slope_y=0.0, bend=0.0, **options):
    """A grid of 8 m × 8 m around the origin; the mixed twist is exact for planes and saddles."""
    x = np.linspace(-4.0, 4.0, 17)
    heights = 0.1 + slope_x * x[:, None] + slope_y * x[None, :] + bend * x[:, None] * x[None, :]
    return ferguson(heights, spacing=0.5, origin=(-4.0, -4.0), **options)


PLANES = {
    "flat": (Flat(0.1), 0.0, 0.0),
    "plane": (Plane(0.3, -0.2, z=0.1), 0.3, -0.2),
    "grid": (grid(0.3, -0.2), 0.3, -0.2),
}


@pytest.mark.parametrize("name", PLANES)
def test_loaded_radius_on_a_plane(name):
    """The distance in the wheel plane: hub over the plane, divided by the sine of the angle between both planes."""
    ground, zx, zy = PLANES[name]
    n = np.array([-zx, -zy, 1.0]) / math.sqrt(1.0 + zx**2 + zy**2)
    rng = np.random.default_rng(1)
    for _ in range(50):
        s = leaned(rng.uniform(-0.5, 0.5), rng.uniform(-math.pi, math.pi))
        hub = np.array([*rng.uniform(-2.0, 2.0, 2), 0.0])
        hub[2] = 0.1 + zx * hub[0] + zy * hub[1] + rng.uniform(0.2, 0.4)
        distance = (hub - [0.0, 0.0, 0.1]) @ n
        across = np.linalg.norm(np.cross(n, s))
        normal, h, up, r, point, height, _, t, l = touched(ground, hub, s)
        assert normal == pytest.approx(n, abs=ROUNDING)
        assert h == pytest.approx(across, abs=ROUNDING)
        assert r == pytest.approx(distance / across, abs=ROUNDING)
        # the point is on the plane, in the wheel plane, and nowhere in that plane is the ground nearer
        assert (point - [0.0, 0.0, 0.1]) @ n == pytest.approx(0.0, abs=ROUNDING)
        assert (point - hub) @ s == pytest.approx(0.0, abs=ROUNDING)
        assert np.linalg.norm(point - hub) == pytest.approx(r, abs=ROUNDING)
        assert (hub - point) / r == pytest.approx(up, abs=ROUNDING)
        # forward, left and up are a right-handed frame; forward is square to the axis, left on its side
        assert np.column_stack([t, l, normal]).T @ np.column_stack([t, l, normal]) == pytest.approx(
            np.eye(3), abs=1e-11
        )
        assert np.cross(t, l) == pytest.approx(normal, abs=1e-11)
        assert t @ s == pytest.approx(0.0, abs=ROUNDING)
        assert l @ s > 0.0
        # the height is asked where the rim is nearest
        rim = hub - R * up
        assert height == pytest.approx(0.1 + zx * rim[0] + zy * rim[1], abs=ROUNDING)


@pytest.mark.parametrize("angle", [-0.4, 0.0, 0.25])
def test_cambered_on_the_level(angle):
    """r = z / cos γ, ρ = R − r; top to the right is positive; the point is where it leans from."""
    row = tire_row("magic_formula_87")
    state = State(np.array([0.5, -0.3, 0.29]), np.zeros(3), np.zeros(3), leaned(angle), np.zeros(2))
    contact = evaluate(row, LEVEL, state)
    r = 0.29 / math.cos(angle)
    assert contact["camber"] == pytest.approx(angle, abs=ROUNDING)
    assert contact["radius"] == pytest.approx(r, abs=ROUNDING)
    assert contact["penetration"] == pytest.approx(R - r, abs=ROUNDING)
    assert contact["point"] == pytest.approx([0.5, -0.3 + r * math.sin(angle), 0.0], abs=ROUNDING)
    assert contact["fz"] == pytest.approx(max(0.0, 2.0e5 * (R - r)), rel=1e-9)


def test_simple_tire_stands_below_its_hub():
    """ρ = R h − z along the normal, as dw18 was specified."""
    row = tire_row("simple")
    for angle in (-0.2, 0.0, 0.1):
        state = State(np.array([0.0, 0.0, 0.29]), np.zeros(3), np.zeros(3), leaned(angle), np.zeros(2))
        contact = evaluate(row, Plane(0.1, 0.0), state)
        h = math.sqrt(1.0 - (math.sin(angle) / math.sqrt(1.01)) ** 2)
        z = 0.29 / math.sqrt(1.01)
        assert contact["penetration"] == pytest.approx(R * h - z, abs=ROUNDING)
        assert contact["radius"] == pytest.approx(z, abs=ROUNDING)
        assert contact["camber"] == pytest.approx(math.asin(math.sin(angle) / math.sqrt(1.01)), abs=ROUNDING)


def test_on_the_crest_of_a_bump():
    """Level there: the loaded radius is the height over the crest."""
    bump = Bump(start=-1.0, length=2.0, height=0.08, base=0.02)
    _, h, _, r, point, height, *_ = touched(bump, (0.0, 0.4, 0.385), leaned(0.0))
    assert (h, r, height) == pytest.approx((1.0, 0.285, 0.1), abs=ROUNDING)
    assert point == pytest.approx([0.0, 0.4, 0.1], abs=ROUNDING)


@pytest.mark.parametrize(
    "ground",
    [Bump(start=-4.0, length=8.0, height=0.6), grid(0.05, 0.1, bend=0.06)],
    ids=["bump", "saddle"],
)
def test_nearest_point_of_curved_ground(ground):
    """Against the nearest point in the wheel plane by search; the tangent plane leaves ½ κ d², d off by ~R κ R.

    With curvatures κ up to 0.19 1/m here: ½ κ (R² κ)² is far below a tenth of a millimetre.
    """
    rng = np.random.default_rng(2)
    for _ in range(20):
        s = leaned(rng.uniform(-0.1, 0.1), rng.uniform(-math.pi, math.pi))
        x, y = rng.uniform(-2.5, 2.5, 2)
        hub = np.array([x, y, float(ask(ground, x, y).height) + 0.3])
        *_, r, point, _, _, t, _ = touched(ground, hub, s)
        down = np.cross(t, s)
        down *= -np.sign(down[2])
        angle = np.linspace(-0.3, 0.3, 6001)  # from straight down in the wheel plane
        rim = hub + r * (np.outer(np.cos(angle), down) + np.outer(np.sin(angle), np.cross(s, down)))
        over = rim[:, 2] - ask(ground, rim[:, 0], rim[:, 1]).height
        assert over.min() == pytest.approx(0.0, abs=1e-4)
        assert float(point[2] - ask(ground, point[0], point[1]).height) == pytest.approx(0.0, abs=1e-4)


def mirrored_ground(ground):
    if isinstance(ground, Plane):
        return ground._replace(slope_y=-ground.slope_y, y=-ground.y)
    if hasattr(ground, "heights"):
        return ferguson(ground.heights[:, ::-1].copy(), spacing=0.5, origin=(-4.0, -4.0))
    return ground


GROUNDS = {
    "flat": Flat(),
    "plane": Plane(0.1, -0.15),
    "bump": Bump(start=-3.0, length=6.0, height=0.1, base=-0.05),
    "grid": ferguson(np.random.default_rng(5).normal(0.0, 0.02, (17, 17)), spacing=0.5, origin=(-4.0, -4.0)),
}


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", LAWS)
def test_left_and_right_are_mirror_images(name, ground):
    """The tire of the other side, on mirrored ground, in the mirrored state: the mirrored force, torque and rates."""
    left, right = (tire_row(name, side) for side in ("left", "right"))
    here, there = GROUNDS[ground], mirrored_ground(GROUNDS[ground])
    rng = np.random.default_rng(3)
    pressed = 0
    for _ in range(40):
        state = rolling(left, rng)
        one, other = evaluate(left, here, state), evaluate(right, there, state.mirrored())
        scale = max(1.0, float(np.abs(one["force"]).max()))
        pressed += one["fz"] > 0.0
        assert other["force"] == pytest.approx(one["force"] * MIRROR, abs=1e-10 * scale)
        assert other["torque"] == pytest.approx(one["torque"] * TURNED, abs=1e-10 * scale)
        assert other["point"] == pytest.approx(one["point"] * MIRROR, abs=1e-12)
        assert other["camber"] == pytest.approx(-one["camber"], abs=1e-12)
        if left["state"] >= 0:
            assert other["rates"] == pytest.approx(one["rates"] * [1.0, -1.0], rel=1e-10, abs=1e-10)
    assert pressed > 20


@pytest.mark.parametrize("name", LAWS)
def test_turned_world_turned_force(name):
    """A plane and a wheel on it, both turned about the vertical: the force turns with them."""
    row, rng = tire_row(name), np.random.default_rng(6)
    for psi in rng.uniform(-math.pi, math.pi, 10):
        c, s = math.cos(psi), math.sin(psi)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        state = rolling(row, rng)
        turned = State(*(turn @ vector for vector in state[:4]), state.e)
        slopes = turn[:2, :2] @ [0.1, -0.05]
        one, other = evaluate(row, Plane(0.1, -0.05), state), evaluate(row, Plane(*slopes), turned)
        scale = max(1.0, float(np.abs(one["force"]).max()))
        assert other["force"] == pytest.approx(turn @ one["force"], abs=1e-10 * scale)
        assert other["torque"] == pytest.approx(turn @ one["torque"], abs=1e-10 * scale)


def sweep(row, speed: float, step: float, rng) -> np.ndarray:
    """Force and torque (n, 6) of a wheel that is carried from the air into the ground, at a vertical speed [m/s]."""
    start = rolling(row, rng, lean=0.05)
    found = []
    for z in np.arange(row["radius"] + 0.005, row["radius"] - 0.03, -step):
        state = start._replace(hub=np.array([0.0, 0.0, z]), v=start.v * [1.0, 1.0, 0.0] + [0.0, 0.0, speed])
        contact = evaluate(row, LEVEL, state)
        found.append([*contact["force"], *contact["torque"]])
    return np.array(found)


@pytest.mark.parametrize("speed", [-3.0, -0.3, 0.0, 0.3, 3.0])
@pytest.mark.parametrize("name", ROLLING)
def test_no_jump_between_air_and_ground(name, speed):
    """The largest change from one height to the next shrinks with the step: landing and lifting off at any speed."""
    row = tire_row(name)
    coarse, fine = (sweep(row, speed, step, np.random.default_rng(7)) for step in (2e-4, 5e-5))
    assert coarse[0] == pytest.approx(np.zeros(6), abs=0.0)
    assert coarse[-1, 2] > 0.0
    jumps = [float(np.abs(np.diff(part, axis=0)).max()) for part in (coarse, fine)]
    assert jumps[1] < 0.35 * jumps[0]


@pytest.mark.parametrize("speed", [-3.0, 0.0, 3.0])
def test_simple_tire_jumps_by_its_damper_and_no_more(speed):
    """The law of dw18 as it was specified: k ρ + c ρ̇ from the moment of contact on."""
    row = tire_row("simple")
    forces = sweep(row, speed, 5e-5, np.random.default_rng(7))
    jump = float(np.abs(np.diff(forces[:, 2])).max())
    expected = max(0.0, -row["damping"] * speed)
    assert jump == pytest.approx(expected, abs=1.1 * row["stiffness"] * 5e-5)


@pytest.mark.parametrize("name", LAWS)
def test_never_pulls(name):
    row, rng = tire_row(name), np.random.default_rng(8)
    for _ in range(300):
        state = rolling(row, rng)
        state.v[2] += rng.uniform(-8.0, 8.0)
        contact = evaluate(row, GROUNDS["plane"], state)
        n = np.array(unit_normal(0.1, -0.15))
        assert contact["fz"] >= 0.0
        assert contact["force"] @ n == pytest.approx(contact["fz"], abs=1e-9 * max(1.0, contact["fz"]))
        assert np.isfinite(contact["force"]).all()
        if contact["fz"] == 0.0:
            assert not contact["force"].any()
            assert not contact["torque"].any()


SKEW = {"HMMWV_Pac02Tire": 0.1, "MagicFormula61_Parameters": 0.1, "Sedan_Pac02Tire": 0.1}
"""Least slip at which a tire that pulls to a side by itself (conicity, ply steer) must dissipate."""


@pytest.mark.parametrize("name", LAWS)
def test_sliding_dissipates(name):
    """F·v_slip ≤ 0 at upright wheels in steady slip, whichever way they roll and slide."""
    row, rng = tire_row(name), np.random.default_rng(9)
    for _ in range(300):
        start = rolling(row, rng, lean=0.0, slip=0.0, height=row["radius"] - 0.02)
        left = start.s
        forward = np.cross(left, [0.0, 0.0, 1.0])
        speed = float(start.v @ forward)
        kappa, tangent = rng.uniform(-0.8, 0.8, 2)
        if math.hypot(kappa, tangent) < SKEW.get(name, 0.0):
            continue
        v = speed * forward + tangent * abs(speed) * left
        state = start._replace(v=v, e=np.zeros(2))
        free = rolling_radius(row, state)
        spin = (speed + kappa * abs(speed)) / free
        state = state._replace(w=spin * left)
        if row["state"] >= 0:
            state = steady(row, state)
        contact = evaluate(row, LEVEL, state)
        sliding = contact["fx"] * (speed - spin * free) + contact["fy"] * tangent * abs(speed)
        assert sliding < 0.0


def rolling_radius(row, state: State) -> float:
    """Radius r_e with which the wheel rolls freely: −(v_x − Ω r_e), the numerator of ṡ_x without slip, vanishes."""
    if row["state"] < 0:
        return float(evaluate(row, LEVEL, state)["radius"])
    left = state.s
    speed = float(state.v @ np.cross(left, [0, 0, 1.0]))

    def rate(spin):
        return float(evaluate(row, LEVEL, state._replace(w=spin * left, e=np.zeros(2)))["rates"][0])

    return speed / brentq(rate, *sorted((speed, 5.0 * speed)), xtol=1e-12)


def steady(row, state: State) -> State:
    """With the slips at which the rates vanish, each on its own while they are below 1.5."""

    def rate(i, slip):
        return float(evaluate(row, LEVEL, state._replace(e=slip * np.eye(2)[i]))["rates"][i])

    found = state._replace(e=np.array([brentq(lambda slip, i=i: rate(i, slip), -1.4, 1.4) for i in (0, 1)]))
    assert evaluate(row, LEVEL, found)["rates"] == pytest.approx([0.0, 0.0], abs=1e-6)
    return found
