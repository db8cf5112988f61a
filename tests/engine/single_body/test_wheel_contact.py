"""Wheels that meet objects: depth and normal of a torus in a box, load, slip and energy."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Flat, place_ground
from jounce.engine.linalg.quaternion import from_axis_angle, multiply
from jounce.engine.single_body import Box, Course, Crate, HullBox, HullContact, Ramp, WheelOutline
from jounce.engine.single_body.wheel_outline import CORNERING

R, WIDTH, K, MU, LOAD, MASS = 0.3, 0.2, 200e3, 0.9, 4000.0, 40.0
KERB = Course(objects=(Box(x=5.0, size=(10.0, 8.0, 0.1)),))
"""A step of 0.1 m at x = 0."""
TINY = 1e-9
"""A step so short that rates do not count [s]."""


def make(course=KERB, damping=0.0):
    """A wheel about the y axis on a body of its own, and a hull high above it."""
    outline = WheelOutline(0, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), R, WIDTH, K, damping, MU, LOAD, MASS)
    ground, hull = Flat(), HullBox(centre=(0.0, 0.0, 50.0), size=(1.0, 1.0, 1.0))
    contact = HullContact([hull], ground, place_ground(ground), course=course, wheels=[outline], reach=100.0)
    contact.advance(TINY)  # notes which objects are near
    return contact


def press(contact, at, rotation=(1.0, 0.0, 0.0, 0.0), velocity=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0), h=TINY):
    """Force and torque (6,) on a wheel there; spin in body axes."""
    contact.advance(h, np.array([*at, *rotation, *velocity, *spin], dtype=float))
    return contact.loads[0].copy()


def test_a_wheel_on_a_box_carries_stiffness_times_depth():
    """A wheel of radius R whose hub is 5 mm lower than R above the upper face."""
    load = press(make(), (3.0, 0.5, 0.1 + R - 5e-3))
    assert load == pytest.approx([0.0, 0.0, K * 5e-3, 0.0, 0.0, 0.0], abs=1e-6)


def test_the_edge_of_a_kerb_pushes_towards_the_hub():
    hub = np.array([-0.2, 0.0, 0.3])
    edge = np.array([0.0, 0.0, 0.1])
    distance = np.linalg.norm(hub - edge)
    load = press(make(), hub)
    assert load[:3] == pytest.approx(K * (R - distance) * (hub - edge) / distance, rel=1e-9)
    assert load[3:] == pytest.approx(np.zeros(3), abs=1e-6)  # through the hub


@pytest.mark.parametrize(("gap", "touches"), [(0.5 * WIDTH + 1e-3, False), (0.5 * WIDTH - 1e-3, True)])
def test_a_wheel_beside_a_kerb_is_as_wide_as_it_is(gap, touches):
    """The edge of a low kerb beside the wheel meets its side at half its width, below the rounded edge."""
    beside = Course(objects=(Box(y=-4.0, size=(10.0, 8.0, 0.1)),))
    load = press(make(beside), (0.0, gap, R))
    assert bool(load[1] > 0.0) is touches


def test_force_is_the_gradient_of_the_energy_in_the_spring():
    """½ K d² of 200 poses in turn and camber, most of them at edges, by central differences; what curves at an edge
    has errors of the order ε²."""
    contact, rng, step = make(), np.random.default_rng(4), 1e-6
    seen = 0

    def energy(at, q):
        press(contact, at, q)
        return 0.5 * K * float(contact.treads["depth"][0]) ** 2

    while seen < 200:
        at = np.array([rng.uniform(-0.3, 0.3), rng.uniform(3.7, 4.3), rng.uniform(0.25, 0.42)])
        turn = from_axis_angle((0.0, 0.0, 1.0), rng.uniform(-1.0, 1.0))
        q = multiply(turn, from_axis_angle((1.0, 0.0, 0.0), rng.uniform(-0.3, 0.3)))
        force = press(contact, at, q)[:3]
        depth = float(contact.treads["depth"][0])
        if not 1e-3 < depth < 0.4 * WIDTH:
            continue
        ways = step * np.eye(3)
        slope = [(energy(at - way, q) - energy(at + way, q)) / (2 * step) for way in ways]
        assert force == pytest.approx(np.array(slope), abs=1e-3 * K * depth)
        seen += 1


def test_rolling_with_slip_gives_its_stiffness_within_friction():
    """V ahead and v_s to the left: −C v_s / V with C = 12 static loads, until μ F_n; the lever turns the wheel over."""
    depth, V = 0.02, 5.0
    for side, limited in ((0.05, False), (2.0, True)):
        contact = make()
        spin = (0.0, V / (R - depth), 0.0)
        for _ in range(2000):
            load = press(contact, (3.0, 0.0, 0.1 + R - depth), velocity=(V, side, 0.0), spin=spin, h=1e-3)
        expected = MU * K * depth if limited else CORNERING * LOAD * side / V
        assert load[1] == pytest.approx(-expected, rel=2e-3)
        assert load[3] == pytest.approx((R - depth) * load[1], rel=1e-6)
        assert load[0] == pytest.approx(0.0, abs=1e-3 * expected)


@pytest.mark.parametrize("slip", [0.05, -0.05])
def test_slip_along_the_heading_brakes_or_drives(slip):
    """A tread that is slower or faster than the way by `slip` [m/s]: −C v_s / V, as to the side, and against the spin
    about the axle with its lever."""
    contact, depth, V = make(), 0.02, 5.0
    spin = (0.0, (V - slip) / (R - depth), 0.0)
    for _ in range(2000):
        load = press(contact, (3.0, 0.0, 0.1 + R - depth), velocity=(V, 0.0, 0.0), spin=spin, h=1e-3)
    assert load[0] == pytest.approx(-CORNERING * LOAD * slip / V, rel=2e-3)
    assert load[4] == pytest.approx(-(R - depth) * load[0], rel=1e-6)


def test_a_wheel_that_spins_drives_itself_forward():
    """A tread that runs backwards is pushed ahead, and its torque brakes the spin."""
    contact = make()
    for _ in range(200):
        load = press(contact, (3.0, 0.0, 0.1 + R - 0.02), spin=(0.0, 20.0, 0.0), h=1e-3)
    assert load[0] == pytest.approx(MU * K * 0.02, rel=1e-6)
    assert load[4] == pytest.approx(-(R - 0.02) * load[0], rel=1e-6)


def test_a_bouncing_wheel_neither_gains_nor_loses_energy():
    """Forces constant over steps of 1 ms, no damping: after 20 bounces on an edge the energy is that of the start
    within the error of second order, (h ω)²; without half a step of rate it would grow by h ω/2 · π a bounce."""
    contact, h, g = make(), 1e-3, 9.81
    z, v = R + 0.1 + 0.05, 0.0
    start, bounces, was = g * z, 0, False
    energies = []
    for _ in range(6000):
        force = press(contact, (3.0, 0.0, z), velocity=(0.0, 0.0, v), h=h)[2]
        a = force / MASS - g
        if force == 0.0 and was:
            bounces += 1
            energies.append(0.5 * v * v + g * z)
        was = force > 0.0
        z, v = z + h * v + 0.5 * h * h * a, v + h * a
    assert bounces >= 20
    excess = (np.array(energies) - start) / (g * 0.05)
    assert np.abs(excess).max() < 0.05


def test_a_crate_gets_the_opposite():
    crate = Course(objects=(Crate(x=0.4, mass=20.0),))
    contact, h = make(crate), 1e-3
    load = press(contact, (-0.19, 0.0, 0.32), velocity=(3.0, 0.0, 0.0), h=h)
    assert load[0] < 0.0
    assert 20.0 * contact.things[0]["velocity"][0] == pytest.approx(-h * load[0], rel=1e-6)


def test_the_foot_of_a_ramp_lifts_a_wheel_by_half_its_deflection():
    """Ground and ramp both carry it there: it stands higher than on one spring at the deeper surface, by half the
    static deflection and what 10 % rise in the 0.13 m of a contact patch; 0.2 m before and behind by nothing."""
    slope, deflection = math.atan(0.1), LOAD / K
    contact = make(Course(objects=(Ramp(x=0.0, length=40.0, height=4.0),)))

    def extra(x):
        def missing(z):
            return K * max(0.0, R - z) + press(contact, (x, 0.0, z))[2] - LOAD

        low, high = 0.5 * R, 2.0 * R
        for _ in range(50):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if missing(middle) > 0.0 else (low, middle)
        hub = R - deflection
        return low - max(hub, hub / math.cos(slope) + math.tan(slope) * x)

    lifts = [extra(x) for x in np.linspace(-0.3, 0.5, 81)]
    assert max(lifts) == pytest.approx(0.5 * deflection, rel=0.1)
    assert abs(lifts[0]) < 1e-9
    assert abs(lifts[-1]) < 2e-4


def test_dual_tires_share_the_loads_of_their_body():
    outlines = [
        WheelOutline(0, (0.0, y, 0.0), (0.0, 1.0, 0.0), R, WIDTH, K, 0.0, MU, LOAD, MASS) for y in (0.15, -0.15)
    ]
    ground, hull = Flat(), HullBox(centre=(0.0, 0.0, 50.0), size=(1.0, 1.0, 1.0))
    contact = HullContact([hull], ground, place_ground(ground), course=KERB, wheels=outlines, reach=100.0)
    contact.advance(TINY)
    assert contact.loads.shape == (1, 6)
    tilted = from_axis_angle((1.0, 0.0, 0.0), 0.02)
    load = press(contact, (3.0, 0.0, 0.1 + R - 0.01), tilted)
    depths = contact.treads["depth"]
    assert depths[1] - depths[0] == pytest.approx(0.3 * math.sin(0.02), rel=1e-3)
    assert load[2] == pytest.approx(K * depths.sum(), rel=1e-9)
