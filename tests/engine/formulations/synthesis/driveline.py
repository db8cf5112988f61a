"""Two wheels on swinging arms, driven through half shafts at an angle: engine, clutches, differential, driver."""

from __future__ import annotations

from jounce.model.mechanism import (
    Body,
    Clutch,
    Coupler,
    Curve,
    Engine,
    HalfShaft,
    Mechanism,
    Revolute,
    RotationalSpringDamper,
    Sine,
    SpeedHolder,
)
from tests.engine.formulations.synthesis.parts import Parts, chassis, mirrored, part, tire, wheel

SIDES = (("left", 1.0), ("right", -1.0))
FULL = Curve(x=(0.0, 100.0, 400.0, 700.0), y=(0.0, 150.0, 190.0, 60.0))
OVERRUN = Curve(x=(0.0, 40.0, 80.0, 700.0), y=(0.0, 30.0, 0.0, -60.0))
BETWEEN = Sine(amplitude=0.6, frequency=0.4, offset=2.0)
"""A gear lever on its way between three gears."""


def driveline() -> Mechanism:
    """6 + 1 (engine) + 2 (differential) + 2 (arms) + 2 (wheels) degrees of freedom.

    The left flange is of one piece with a lever that makes it unround, and its body is turned; the other rotors are
    round, so that their angles need not be computed.
    """
    parts = chassis()
    parts += _rotor("engine", (1.3, 0.1, 0.4), 0.2) + _rotor("case", (1.2, 0.0, 0.3), 0.5)
    for side, sign in SIDES:
        parts += _side(side, sign)
    flanges = ("flange_left", "flange_right")
    mean = Coupler(name="mean", joints=("case", *flanges), coefficients=(1.0, -0.5, -0.5))
    return (parts + Parts(joints=(mean,), forces=_torques(flanges))).mechanism("driveline")


def _rotor(name: str, centre: tuple[float, float, float], inertia: float) -> Parts:
    """A round rotor on the chassis."""
    body = Body(name=name, mass=10.0, inertia=(0.3, inertia, 0.3), position=centre)
    return Parts((body,), (Revolute(name=name, body_a="chassis", body_b=name, point=centre, axis=(0, 1, 0)),))


def _side(side: str, sign: float) -> Parts:
    """An arm with its wheel, a flange on the chassis and the shaft between."""
    hub, pivot, inner = (mirrored(p, sign) for p in ((1.1, 0.75, 0.30), (0.7, 0.5, 0.35), (1.15, 0.2, 0.31)))
    arm, turning, flange = f"arm_{side}", f"wheel_{side}", f"flange_{side}"
    axis = (0.0, 1.0, 0.05 * sign)
    bodies = [
        part(arm, 9.0, (0.3, 0.35, 0.5), mirrored((0.9, 0.6, 0.32), sign), (0.1, 0.2 * sign, 0.3)),
        wheel(turning, hub),
        Body(name=flange, mass=4.0, inertia=(0.03, 0.02, 0.03), position=inner),
    ]
    if side == "left":
        bodies[2] = part(flange, 4.0, (0.03, 0.02, 0.025), inner, (0.4, 0.1, -0.3))
    joints = (
        Revolute(name=arm, body_a="chassis", body_b=arm, point=pivot, axis=(0.0, 1.0, 0.3 * sign)),
        Revolute(name=f"hub_{side}", body_a=arm, body_b=turning, point=hub, axis=(0, 1, 0)),
        Revolute(name=flange, body_a="chassis", body_b=flange, point=inner, axis=axis),
    )
    forces = (
        RotationalSpringDamper(name=f"spring_{side}", joint=arm, stiffness=6000.0, damping=200.0, free_angle=-0.3),
        HalfShaft(
            name=f"shaft_{side}",
            body_a=flange,
            body_b=turning,
            axis_a=axis,
            axis_b=(0, 1, 0),
            stiffness=7000.0,
            damping=9.0,
        ),
    )
    return Parts(tuple(bodies), joints, forces, (tire(f"tire_{side}", turning, hub),))


def _torques(flanges: tuple[str, str]) -> tuple[Engine | Clutch, ...]:
    driver = SpeedHolder(joint="case", radius=0.3, target=12.0, gain=0.3, integral_gain=0.1)
    engine = Engine(name="torque", joint="engine", full_load=FULL, overrun=OVERRUN, throttle=0.2, driver=driver)
    gears = [
        Clutch(
            name=f"gear_{number}",
            joints=("engine", "case"),
            coefficients=(1.0, -ratio),
            torque=250.0,
            slip_speed=20.0,
            engagement=0.9,
            gear=BETWEEN,
            number=number,
        )
        for number, ratio in ((1, 13.0), (2, 7.0), (3, 5.0))
    ]
    lock = Clutch(name="lock", joints=flanges, coefficients=(1.0, -1.0), torque=60.0, slip_speed=1.0, damping=4.0)
    return engine, *gears, lock
