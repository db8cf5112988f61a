"""H-arms, integral links, rockers and torsion bars solved a second way: angles of hinges and a pose of the knuckle.

Loads follow from the energy of springs and weights over the travel of the wheel.
"""

import functools

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.lab.kinematics_compliance import kc
from jounce.model.vehicle import build_suspension
from tests.lab.kinematics_compliance.axle_kinds import cars, h_arm, integral_link, pushrod, torsion_bar, with_axle
from tests.lab.kinematics_compliance.test_links_solved_twice import EXACT, Pose, solve, stretch, wheel

CARS = cars()
G = 9.81


class Hinge:
    """A turn about a line; points are those at the design position."""

    def __init__(self, angle, point, axis):
        self.pose = Pose([0.0, 0.0, 0.0, *(angle * np.array(axis) / np.linalg.norm(axis))], point)
        self.point = self.pose.point


def inner(arm, angle):
    """The arm turned about its inner hinge."""
    return Hinge(angle, arm["rear_pivot"], np.subtract(arm["front_pivot"], arm["rear_pivot"]))


def alike(sweep, i, pose, centre):
    contact, toe, camber = wheel(pose, centre, 1.0)
    for curves in (sweep.left, sweep.right):
        assert curves.toe[i] == pytest.approx(toe, abs=EXACT)
        assert curves.camber[i] == pytest.approx(camber, abs=EXACT)
        assert curves.contact_y[i] == pytest.approx(contact[1] - centre[1], abs=EXACT)


def test_an_h_arm():
    keys = h_arm()
    arm, link, centre = keys["lower_arm"], keys["upper_link"], keys["wheel_centre"]
    sweep = kc(CARS["h-arm"], axle="rear", travel=0.06).axle("rear").parallel

    class Knuckle:
        """Turned about the outer hinge of the arm, and with the arm about the inner one."""

        def __init__(self, u):
            axis = np.subtract(arm["front_outer"], arm["rear_outer"])
            self.carried, self.own = inner(arm, u[0]), Hinge(u[1], arm["rear_outer"], axis)
            self.turn = self.carried.pose.turn * self.own.pose.turn

        def point(self, r):
            return self.carried.point(self.own.point(r))

    start = np.zeros(2)
    for i in [*range(sweep.design, len(sweep.travel))]:

        def equations(u, travel=sweep.travel[i]):
            knuckle = Knuckle(u)
            reach = stretch(link["inner"], knuckle.point(link["outer"]), link["inner"], link["outer"])
            return [reach, wheel(knuckle, centre, 1.0)[0][2] - travel]

        start = solve(equations, start)
        alike(sweep, i, Knuckle(start), centre)


def knuckle_on(keys, u, travel, links):
    """Equations of the knuckle u[1:7] on the ball joint of the lower arm at the angle u[0], with rods and height."""
    arm, pose = keys["lower_arm"], Pose(u[1:7], keys["wheel_centre"])
    ball = inner(arm, u[0]).point(arm["ball_joint"])
    rods = [stretch(a(u), pose.point(b), start, b) for a, start, b in links]
    return [*(pose.point(arm["ball_joint"]) - ball), *rods, wheel(pose, keys["wheel_centre"], 1.0)[0][2] - travel]


def test_an_integral_link():
    keys = integral_link()
    arm, upper, rod, tie = (keys[key] for key in ("lower_arm", "upper_link", "integral_link", "tie_rod"))
    links = [(lambda u, r=r: np.array(r["inner"]), r["inner"], r["outer"]) for r in (upper, tie)]
    links.append((lambda u: inner(arm, u[0]).point(rod["inner"]), rod["inner"], rod["outer"]))
    sheet = kc(CARS["integral link"], axle="rear", travel=0.06).axle("rear")
    start = np.zeros(7)
    for i in range(sheet.parallel.design, len(sheet.parallel.travel)):
        travel = sheet.parallel.travel[i]
        start = solve(functools.partial(knuckle_on, keys, travel=travel, links=links), start)
        alike(sheet.parallel, i, Pose(start[1:], keys["wheel_centre"]), keys["wheel_centre"])
    assert sheet.opposite.left.toe == pytest.approx(sheet.parallel.left.toe, abs=EXACT)


def wishbones(keys, travel, start):
    """Angle of the lower arm and pose of the knuckle of double wishbones."""
    arm, tie = keys["upper_arm"], keys["tie_rod"]
    ends = [
        (arm["front_pivot"], arm["ball_joint"]),
        (arm["rear_pivot"], arm["ball_joint"]),
        (tie["inner"], tie["outer"]),
    ]
    links = [(lambda u, a=a: np.array(a), a, b) for a, b in ends]
    return solve(functools.partial(knuckle_on, keys, travel=travel, links=links), start)


def spring_energy(spring, now, then):
    """Energy of a linear spring with a preload since the design position."""
    shorter = np.linalg.norm(np.subtract(*then)) - np.linalg.norm(np.subtract(*now))
    return 0.5 * spring["stiffness"] * shorter**2 + spring.get("preload", 0.0) * shorter


def turn_of(arm, ball):
    """Angle of an arm about its hinge, when its ball joint is there [rad]."""
    axis = np.subtract(arm["front_pivot"], arm["rear_pivot"])
    axis = axis / np.linalg.norm(axis)
    then, now = (np.subtract(r, arm["rear_pivot"]) for r in (arm["ball_joint"], ball))
    return np.arctan2(np.cross(then, now) @ axis, then @ now - (then @ axis) * (now @ axis))


def slope(energy, travel, h=1e-3):
    """Derivative with an error of h⁴."""
    one, two = (energy(travel + k * h) - energy(travel - k * h) for k in (1, 2))
    return (8.0 * one - two) / (12.0 * h)


def rises(keys, u, wheel_mass):
    """Work against the weights of arms, knuckle and wheel; u: as from `wishbones`."""
    pose, arm = Pose(u[1:7], keys["wheel_centre"]), keys["upper_arm"]
    angle = turn_of(arm, pose.point(arm["ball_joint"]))
    moved = [
        (keys["lower_arm"], inner(keys["lower_arm"], u[0]).point),
        (arm, inner(arm, angle).point),
        (keys["knuckle"], pose.point),
        ({"mass": wheel_mass, "centre_of_mass": keys["wheel_centre"]}, pose.point),
    ]
    return sum(G * p["mass"] * (at(p["centre_of_mass"])[2] - p["centre_of_mass"][2]) for p, at in moved)


def test_a_pushrod_with_rocker_and_third_spring():
    """Rocker angle from the length of the pushrod; wheel loads from the energy of both springs and the weights."""
    keys, car = pushrod(), CARS["pushrod"]
    rod, third, spring = keys["rocker"]["pushrod"], keys["third_spring"], keys["spring"]
    sweep = kc(car, axle="rear", travel=0.05).axle("rear").parallel
    start = np.zeros(8)

    def energy(travel):
        nonlocal start
        u = wishbones(keys, travel, start[:7])
        end = inner(keys["lower_arm"], u[0]).point(rod["outer"])
        turned = lambda angle: Hinge(angle, keys["rocker"]["pivot"], keys["rocker"]["axis"])  # noqa: E731
        gap = lambda a: [stretch(turned(a[0]).point(rod["inner"]), end, rod["inner"], rod["outer"])]  # noqa: E731
        rocker = turned(solve(gap, start[7:])[0])
        start = np.array([*u, 0.0])
        mirror = np.array([1.0, -1.0, 1.0])
        tip, seat = rocker.point(third["point"]), rocker.point(spring["lower"])
        total = spring_energy(spring, (spring["upper"], seat), (spring["upper"], spring["lower"]))
        half = 0.5 * spring_energy(third, (tip, tip * mirror), (third["point"], third["point"] * mirror))
        mass, at = keys["rocker"]["mass"], keys["rocker"]["centre_of_mass"]
        return total + half + G * mass * (rocker.point(at)[2] - at[2]) + rises(keys, u, car.axle("rear").wheel.mass), u

    for i in range(sweep.design, len(sweep.travel), 2):
        travel = sweep.travel[i]
        _, u = energy(travel)
        alike(sweep, i, Pose(u[1:], keys["wheel_centre"]), keys["wheel_centre"])
        load = slope(lambda z: energy(z)[0], travel)
        assert sweep.left.wheel_load[i] == pytest.approx(load, rel=1e-6)
        assert sweep.right.wheel_load[i] == pytest.approx(load, rel=1e-6)


def test_the_third_spring_carries_heave_and_not_roll():
    """Without it the rate in heave falls and the one in roll, but for h² of the step of 1 mm, does not."""
    keys = pushrod()
    alone = with_axle("rear", {key: value for key, value in keys.items() if key != "third_spring"})
    both, one = (kc(car, axle="rear", travel=0.004).axle("rear") for car in (CARS["pushrod"], alone))
    i = both.parallel.design
    rate = {name: [np.gradient(getattr(sheet, name).left.wheel_load, getattr(sheet, name).travel)[i]
                   for sheet in (both, one)] for name in ("parallel", "opposite")}  # fmt: skip
    assert rate["parallel"][0] > 1.2 * rate["parallel"][1]
    assert rate["opposite"][0] == pytest.approx(rate["opposite"][1], rel=1e-4)


@pytest.mark.parametrize("arm", ["lower_arm", "upper_arm"])
def test_a_torsion_bar(arm):
    """Wheel loads from the energy of the bar over the angle of its arm; both sides push down."""
    keys = torsion_bar(arm=arm)
    car = CARS["torsion bar" if arm == "lower_arm" else "upper torsion bar"]
    sweep, bar = kc(car, axle="rear", travel=0.05).axle("rear").parallel, keys["torsion_bar"]

    def energy(travel):
        u = wishbones(keys, travel, np.zeros(7))
        angle = turn_of(keys[arm], Pose(u[1:7], keys["wheel_centre"]).point(keys[arm]["ball_joint"]))
        spring = 0.5 * bar["stiffness"] * angle**2 + bar["preload"] * angle
        return spring + rises(keys, u, car.axle("rear").wheel.mass)

    for i in range(0, len(sweep.travel), 3):
        load = slope(energy, sweep.travel[i])
        assert sweep.left.wheel_load[i] == pytest.approx(load, rel=1e-6)
        assert sweep.right.wheel_load[i] == pytest.approx(load, rel=1e-6)


def test_what_holds_nothing_is_refused():
    keys = pushrod()
    with pytest.raises(ModelError, match="nothing supports the car"):
        build_suspension({**keys, "spring": None})
    with pytest.raises(ModelError, match="third_spring: a third spring without rockers"):
        build_suspension({**keys, "rocker": None})
    rocker = {**keys["rocker"], "pushrod": {"inner": keys["rocker"]["pivot"], "outer": (-1.45, 0.64, 0.22)}}
    with pytest.raises(ModelError, match="on the axis of the rocker"):
        build_suspension({**keys, "rocker": rocker})
    with pytest.raises(ModelError, match=r"upper_link.outer: on the outer hinge"):
        build_suspension({**h_arm(), "upper_link": {"inner": (-1.47, 0.42, 0.43), "outer": (-1.455, 0.6875, 0.185)}})
    weak = {"inner": (-1.47, 0.42, 0.44), "outer": (-1.46, 0.66, 0.46)}
    with pytest.raises(ModelError, match="integral_link: does not hold the knuckle"):
        build_suspension({**integral_link(), "integral_link": weak})
