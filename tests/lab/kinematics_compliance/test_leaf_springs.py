"""Leaf springs on the rig against a plane linkage whose energy is at its least, and their friction in closed form."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from jounce.errors import ModelError
from jounce.lab.kinematics_compliance import kc
from jounce.model.mechanism import Brake, Bushing, RotationalSpringDamper
from jounce.model.vehicle import LEFT, Corner, build_suspension, with_balanced_springs
from tests.lab.kinematics_compliance.axle_kinds import leaf_axle, with_axle

G = 9.81


class Plane:
    """One side of the axle in the plane x, z: half of the beam, its wheel, both leaves and the shackle."""

    def __init__(self, keys, wheel_mass):
        self.spring, self.centre = keys["leaf_spring"], np.array(keys["wheel_centre"])[[0, 2]]
        self.points = {key: np.array(self.spring[key])[[0, 2]] for key in POINTS}
        self.masses = 0.5 * keys["beam"]["mass"] + wheel_mass
        a = self.points["front_eye"][0] - self.points["front_clamp"][0]
        b = self.points["rear_clamp"][0] - self.points["rear_eye"][0]
        share, load = b**3 / (a**3 + b**3), self.spring["preload"]
        k = self.spring["stiffness"]
        self.rates = k * share * a**2, k * (1.0 - share) * b**2
        self.torques = load * a * b / (a + b), load * a * b / (a + b)

    def energy(self, travel, pitch):
        """Energy [J] with the wheel centre raised by `travel` and the axle pitched, nose down positive."""
        x = brentq(lambda x: self._gap(x, travel, pitch), -0.05, 0.05, xtol=1e-15)
        clamp = {key: self._moved(key, x, travel, pitch) for key in ("front_clamp", "rear_clamp")}
        eye = self._rear_eye(clamp["rear_clamp"])
        energy = self.masses * G * travel
        for (ahead, behind), rate, torque, sign in (
            (("front_eye", "front_clamp"), self.rates[0], self.torques[0], 1.0),
            (("rear_clamp", "rear_eye"), self.rates[1], self.torques[1], -1.0),
        ):
            now = {"front_eye": self.points["front_eye"], "rear_eye": eye, **clamp}
            turn = slope(now[ahead], now[behind]) - slope(self.points[ahead], self.points[behind])
            bump = sign * (turn - pitch)
            energy += 0.5 * rate * bump**2 + torque * bump
            part = "front_leaf" if sign > 0.0 else "rear_leaf"
            middle = 0.5 * (now[ahead] + now[behind])[1] - 0.5 * (self.points[ahead] + self.points[behind])[1]
            energy += self.spring[part]["mass"] * G * middle
        energy += self.spring["shackle"]["mass"] * G * 0.5 * (eye - self.points["rear_eye"])[1]
        return energy, x

    def _moved(self, key, x, travel, pitch):
        c, s = math.cos(pitch), math.sin(pitch)
        r = self.points[key] - self.centre
        return self.centre + np.array([x + c * r[0] + s * r[1], travel + c * r[1] - s * r[0]])

    def _gap(self, x, travel, pitch):
        """What the front leaf is too long."""
        now = self._moved("front_clamp", x, travel, pitch)
        return distance(now, self.points["front_eye"]) - distance(self.points["front_clamp"], self.points["front_eye"])

    def _rear_eye(self, clamp):
        """Where the circle of the rear leaf about its clamp meets that of the shackle about its pivot."""
        pivot, length = self.points["shackle_pivot"], distance(self.points["rear_clamp"], self.points["rear_eye"])
        reach = distance(self.points["shackle_pivot"], self.points["rear_eye"])
        apart = distance(clamp, pivot)
        along = (length**2 - reach**2 + apart**2) / (2.0 * apart)
        e = (pivot - clamp) / apart
        across = np.array([e[1], -e[0]]) * math.sqrt(length**2 - along**2)
        ends = clamp + along * e + across, clamp + along * e - across
        return min(ends, key=lambda end: distance(end, self.points["rear_eye"]))


POINTS = ("front_eye", "front_clamp", "rear_clamp", "rear_eye", "shackle_pivot")


def distance(a, b):
    return float(np.linalg.norm(np.subtract(a, b)))


def slope(ahead, behind):
    """Angle of a line in side view, nose down positive [rad]."""
    d = np.subtract(ahead, behind)
    return math.atan2(-d[1], d[0])


def least(plane, travel):
    """Pitch at which the energy is least, energy there and longitudinal travel; Newton with differences."""
    pitch, h = 0.0, 1e-4
    for _ in range(8):
        low, here, high = (plane.energy(travel, pitch + step)[0] for step in (-h, 0.0, h))
        pitch -= (high - low) / (2.0 * h) / ((high - 2.0 * here + low) / h**2)
    return pitch, *plane.energy(travel, pitch)


@pytest.fixture(scope="module")
def sheet():
    return kc(with_axle("rear", leaf_axle()), axle="rear", travel=0.06).axle("rear")


def test_heave_and_wind_up(sheet):
    """Positions, pitch and wheel loads in bump; differences of step h leave h² of them, 1e-6."""
    car = with_axle("rear", leaf_axle())
    plane, sweep, h = Plane(leaf_axle(), car.axle("rear").wheel.mass), sheet.parallel, 1e-3
    for i, travel in enumerate(sweep.travel):
        pitch, _, x = least(plane, travel)
        assert sweep.left.centre_x[i] == pytest.approx(x, abs=2e-7)
        assert sweep.left.side_view_angle[i] == pytest.approx(-pitch, abs=2e-6)
        load = (least(plane, travel + h)[1] - least(plane, travel - h)[1]) / (2.0 * h)
        assert sweep.left.wheel_load[i] == pytest.approx(load, rel=2e-5)
    i = sweep.design
    assert np.abs(np.gradient(sweep.left.wheel_load, sweep.travel)[i] / 32e3 - 1.0) < 0.15  # near the rate it is given


def test_both_sides_are_alike(sheet):
    for name in ("toe", "camber", "centre_x", "wheel_load"):
        left, right = getattr(sheet.parallel.left, name), getattr(sheet.parallel.right, name)
        assert left == pytest.approx(right, rel=1e-9, abs=1e-10)
        left, right = getattr(sheet.opposite.left, name), getattr(sheet.opposite.right, name)
        assert left == pytest.approx(right[::-1], rel=1e-8, abs=1e-9)


def elements(**changes):
    return build_suspension(leaf_axle(**changes)).corner_elements(Corner("rear", LEFT), "chassis")


def test_rates_and_friction_are_those_at_the_axle():
    """Σ rate / length² = stiffness; friction torques at both clamps lift the axle by 2 × friction from side to side."""
    forces = elements(friction=500.0, front_share=0.6).forces
    lengths = {"leaf_front_rl": 0.57, "leaf_rear_rl": 0.67}
    rates = {f.name: f.stiffness / lengths[f.name] ** 2 for f in forces if isinstance(f, RotationalSpringDamper)}
    assert rates == pytest.approx({"leaf_front_rl": 0.6 * 32e3, "leaf_rear_rl": 0.4 * 32e3})
    pads = [f for f in forces if isinstance(f, Brake)]
    assert sum(pad.torque.value / (0.57 if "front" in pad.name else 0.67) for pad in pads) == pytest.approx(500.0)
    assert pads[0].grip_angle * 0.57 == pytest.approx(0.005)
    assert not any(isinstance(f, Brake) for f in elements().forces)
    assert sum(isinstance(f, Bushing) for f in forces) == 2


def test_a_balanced_axle_rests_as_drawn():
    """Preloads at the eyes from virtual work: without wind-up at the design position, and the loads of a beam."""
    car = with_axle("rear", leaf_axle(preload="balance"))
    car = car.with_values({"axles.front.suspension.spring.preload": "balance"})
    on_rig = kc(car, axle="rear", travel=0.01).axle("rear").parallel
    i = on_rig.design
    assert abs(on_rig.left.side_view_angle[i]) < 1e-9
    front, rear = with_balanced_springs(car).axle("rear").suspension.leaf_spring.preload
    load = on_rig.left.wheel_load[i]
    weight = 9.81 * (0.5 * 95.0 + car.axle("rear").wheel.mass + 0.5 * 8.0)  # half of the leaves is at the eyes
    assert front + rear == pytest.approx(load - weight, rel=0.02)
    assert front / rear == pytest.approx(0.67 / 0.57, rel=0.1)


def test_points_in_the_wrong_order_are_refused():
    with pytest.raises(ModelError, match=r"leaf_spring.rear_eye: not behind rear_clamp"):
        elements(rear_eye=(-1.45, 0.52, 0.33))
    with pytest.raises(ModelError, match=r"shackle_pivot: points coincide"):
        elements(shackle_pivot=(-2.17, 0.52, 0.33))
    with pytest.raises(ModelError, match=r"rigid rods beside leaf springs"):
        build_suspension(
            {**leaf_axle(), "middle_links": {"track_bar": {"inner": (-1.6, -0.5, 0.4), "outer": (-1.6, 0.5, 0.4)}}}
        )
