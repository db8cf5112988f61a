"""The simplified car of Lee 2000 against closed forms and the linear bicycle."""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.single_body import SIMPLE, Course, Fleet, Ramp
from jounce.engine.terrain import plane
from jounce.schema.frozen import replace
from validation.comparison import Comparison, relative

GROUP = "Simplified car"
G = 9.81
FREE = replace(SIMPLE, drag_area=0.0, rolling_resistance=0.0)
"""Neither air nor rolling resistance."""


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [_sag(), _fall(), _turn(), _understeer(), _braking(), _sliding(), _parking(), _jump()]


def _row(name: str, quantity: str, reference: str, error: float, allowed: float, **more: str) -> Comparison:
    return Comparison(
        group=GROUP, name=name, quantity=quantity, reference=reference, error=error, allowed=allowed, **more
    )


def _sag() -> Comparison:
    fleet = Fleet()
    fleet.place(above=0.05)
    fleet.advance(6.0)
    exact = SIMPLE.mass * G / (4.0 * SIMPLE.stiffness)
    error = relative(float(fleet.wheels["depth"].mean()), exact)
    return _row("dropped from 5 cm", "mean depth of the wheels at rest", "m g / (4 K_s)", error, 1e-6)


def _fall() -> Comparison:
    """Semi-implicit Euler in free fall has a closed form of its own, and that differs from the parabola by ½ g h t."""
    fleet = Fleet(FREE, step=1e-3)
    fleet.set_state(0, (0.0, 0.0, 100.0), velocity=(20.0, 0.0, 5.0))
    fleet.advance(2.0)
    parabola = np.array([40.0, 0.0, 100.0 + 5.0 * 2.0 - 0.5 * G * 4.0 - 0.5 * G * 1e-3 * 2.0])
    error = float(np.abs(fleet.bodies["position"][0] - parabola).max())
    return _row("thrown", "position after 2 s", "parabola and the step's error ½ g h t", error, 1e-9, kind="m")


def _turn() -> Comparison:
    fleet, steer = Fleet(FREE), 0.3
    fleet.place(speed=1.0)
    fleet.drive(steer=steer / SIMPLE.max_steer)
    fleet.advance(4.0)
    radius = float(np.linalg.norm(fleet.bodies["velocity"][0])) / float(fleet.bodies["spin"][0, 2])
    exact = math.hypot(SIMPLE.wheelbase / math.tan(steer), SIMPLE.wheelbase - SIMPLE.front_axle)
    return _row("turning at 1 m/s", "radius", "geometry of the steered wheels", relative(radius, exact), 5e-3)


def _understeer() -> Comparison:
    fleet = Fleet(FREE)
    fleet.place(speed=15.0)
    fleet.drive(steer=0.02 / SIMPLE.max_steer)
    fleet.advance(3.0)
    v, yaw = float(np.linalg.norm(fleet.bodies["velocity"][0])), float(fleet.bodies["spin"][0, 2])
    gradient = 1.0 / SIMPLE.cornering_front - 1.0 / SIMPLE.cornering_rear
    angle = SIMPLE.wheelbase * yaw / v + v * yaw / G * gradient
    text = "L κ + a_y / g (1 / C_f − 1 / C_r)"
    return _row("turning at 15 m/s", "steering angle", f"linear bicycle: {text}", relative(angle, 0.02), 5e-3)


def _braking() -> Comparison:
    fleet = Fleet(FREE)
    fleet.place(speed=20.0)
    fleet.drive(brake=1.0)
    fleet.advance(4.0)
    exact = 20.0**2 / (2.0 * SIMPLE.friction * G)
    error = relative(float(fleet.bodies["position"][0, 0]), exact)
    return _row("braking from 20 m/s", "stopping distance, wheels locked", "v² / (2 μ g)", error, 0.03)


def _sliding() -> Comparison:
    """Wheels locked on a slope that is steeper than friction."""
    slope = math.radians(40.0)
    fleet = Fleet(replace(FREE, friction=0.4), ground=plane(grade=math.tan(slope)))
    fleet.place()
    fleet.drive(brake=1.0, handbrake=1.0)
    fleet.advance(1.0)
    before = float(np.linalg.norm(fleet.bodies["velocity"][0]))
    fleet.advance(1.0)
    found = float(np.linalg.norm(fleet.bodies["velocity"][0])) - before
    exact = G * (math.sin(slope) - 0.4 * math.cos(slope))
    text = "g (sin θ − μ cos θ)"
    return _row("sliding down 40°, friction 0.4", "acceleration", text, relative(found, exact), 0.02)


def _parking() -> Comparison:
    fleet = Fleet(ground=plane(grade=math.tan(math.radians(20.0))))
    fleet.place()
    fleet.drive(brake=1.0)
    fleet.advance(5.0)
    before = fleet.bodies["position"][0].copy()
    fleet.advance(30.0)
    error = float(np.linalg.norm(fleet.bodies["position"][0] - before))
    return _row("parked on 20°", "way in 30 s", "rest", error, 1e-4, kind="m")


def _jump() -> Comparison:
    """Off a ramp at 15 m/s: in the air only gravity acts on the centre of mass."""
    fleet = Fleet(FREE, course=Course(objects=(Ramp(x=12.0, length=6.0, height=1.2),)))
    fleet.place(speed=15.0)
    flight = []
    for _ in range(3000):
        fleet.advance(steps=1)
        if np.all(fleet.wheels["surface"][0] == -2) and not np.any(fleet.points["force"][0]):
            body = fleet.bodies[0]
            flight.append([float(fleet.time[0]), *body["position"], *body["velocity"]])
        elif len(flight) > 200:
            break
        else:
            flight.clear()
    first, last = np.array(flight[0]), np.array(flight[-1])
    t = last[0] - first[0]
    landing = first[1:4] + first[4:7] * t - np.array([0.0, 0.0, 0.5 * G * t * (t + fleet.step)])
    error = float(np.linalg.norm(last[1:4] - landing))
    return _row(
        "jumping off a ramp", f"place after {t:.2f} s in the air", "parabola of the take-off", error, 1e-9, kind="m"
    )
