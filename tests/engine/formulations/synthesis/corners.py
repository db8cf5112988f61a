"""One wheel on a free chassis: MacPherson strut, trailing arm, and a double wishbone on bushings.

The numbers are invented, but plausible for a compact car.
"""

from __future__ import annotations

from jounce.model.mechanism import (
    AppliedTorque,
    Brake,
    Bushing,
    Curve,
    Cylindrical,
    Fixed,
    Input,
    Mechanism,
    Prismatic,
    Revolute,
    RotationalSpringDamper,
    Sine,
    Spherical,
    SpringDamper,
    Stop,
)
from tests.engine.formulations.synthesis.parts import Parts, chassis, link, massless_rod, part, tire, wheel


def macpherson_corner(*, turning_rod: bool = False) -> Mechanism:
    """A MacPherson strut: lower arm, knuckle, strut tube welded to it, strut rod, wheel; tie rod to the chassis.

    6 (chassis) + 1 (jounce) + 1 (spin) degrees of freedom; a rod in a cylindrical joint adds its own rotation.
    """
    hub, ball, top, clamp = (1.3, 0.76, 0.30), (1.29, 0.70, 0.19), (1.24, 0.58, 0.88), (1.28, 0.635, 0.43)
    along = tuple(t - c for t, c in zip(top, clamp, strict=True))
    slider = Cylindrical if turning_rod else Prismatic
    suspension = Parts(
        bodies=(
            part("arm", 4.5, (0.05, 0.04, 0.08), (1.285, 0.55, 0.20), (0.1, 0.0, -0.2)),
            part("knuckle", 11.0, (0.14, 0.11, 0.08), (1.29, 0.69, 0.30), (0.0, 0.3, 0.1)),
            part("tube", 4.0, (0.06, 0.06, 0.006), (1.265, 0.615, 0.54), (0.2, 0.1, 0.0)),
            link("rod", (1.258, 0.603, 0.71), top, 2.0, 0.025),
            wheel("wheel", hub),
        ),
        joints=(
            Revolute(name="hinge", body_a="chassis", body_b="arm", point=(1.28, 0.38, 0.21), axis=(1.0, 0.03, 0.05)),
            Spherical(name="ball", body_a="arm", body_b="knuckle", point=ball),
            Fixed(name="clamp", body_a="knuckle", body_b="tube", point=clamp),
            slider(name="strut", body_a="tube", body_b="rod", point=clamp, axis=along),
            Spherical(name="top", body_a="chassis", body_b="rod", point=top),
            massless_rod("tie", "chassis", (1.16, 0.36, 0.27), "knuckle", (1.15, 0.68, 0.26)),
            Revolute(name="hub", body_a="knuckle", body_b="wheel", point=hub, axis=(0, 1, 0)),
        ),
        forces=(_strut("tube", (1.27, 0.618, 0.53), (1.238, 0.578, 0.87)),),
        tires=(tire("tire", "wheel", hub),),
    )
    return (chassis() + suspension).mechanism("macpherson corner")


def trailing_arm() -> Mechanism:
    """A semi-trailing arm: oblique pivot with a spring and a damper about it, wheel with brake and drive torque.

    6 + 1 (jounce) + 1 (spin) degrees of freedom, and no loop.
    """
    hub = (-1.35, 0.74, 0.30)
    pivot = Curve(x=(-0.4, -0.1, 0.0, 0.1, 0.4), y=(-900.0, -120.0, 0.0, 120.0, 900.0))
    spin = (0.02, 0.999, -0.01)
    suspension = Parts(
        bodies=(
            part("arm", 14.0, (0.25, 0.5, 0.6), (-1.15, 0.58, 0.31), (0.3, -0.2, 0.5)),
            wheel("wheel", hub),
        ),
        joints=(
            Revolute(name="pivot", body_a="chassis", body_b="arm", point=(-0.95, 0.45, 0.33), axis=(0.35, 0.93, -0.06)),
            Revolute(name="hub", body_a="arm", body_b="wheel", point=hub, axis=spin),
        ),
        forces=(
            _strut("arm", (-1.3, 0.58, 0.28), (-1.22, 0.52, 0.70)),
            RotationalSpringDamper(name="rubber", joint="pivot", curve=pivot, damping=35.0, free_angle=0.03),
            Brake(name="brake", joint="hub", torque=Sine(amplitude=150.0, frequency=0.7, offset=200.0)),
            AppliedTorque(
                name="drive", body="wheel", axis=spin, magnitude=Input(name="drive", default=180.0), reaction="arm"
            ),
        ),
        tires=(tire("tire", "wheel", hub, spin),),
    )
    return (chassis() + suspension).mechanism("trailing arm")


def bushed_corner() -> Mechanism:
    """A double wishbone whose lower arm hangs on two bushings: no joint connects it to the chassis.

    6 + 1 (jounce) + 1 (spin) + 5 (the arm in its bushings) degrees of freedom.
    """
    hub, lower, upper = (1.25, 0.775, 0.29), (1.255, 0.725, 0.175), (1.23, 0.68, 0.45)
    rubber = {"stiffness": (8.0e6, 1.2e7, 1.2e7), "damping": (900.0, 1500.0, 1500.0)}
    turning = {"rotational_stiffness": (50.0, 900.0, 900.0), "rotational_damping": (1.0, 6.0, 6.0)}
    suspension = Parts(
        bodies=(
            part("lower", 6.5, (0.07, 0.09, 0.14), (1.235, 0.51, 0.185), (0.0, 0.1, 0.3)),
            part("upper", 3.8, (0.03, 0.03, 0.05), (1.235, 0.505, 0.437), (0.2, 0.0, 0.0)),
            part("knuckle", 12.0, (0.15, 0.12, 0.08), (1.23, 0.71, 0.30), (-0.1, 0.2, 0.0)),
            wheel("wheel", hub),
        ),
        joints=(
            Revolute(name="hinge", body_a="chassis", body_b="upper", point=(1.24, 0.42, 0.43), axis=(1.0, 0.0, 0.03)),
            Spherical(name="lower_ball", body_a="lower", body_b="knuckle", point=lower),
            Spherical(name="upper_ball", body_a="upper", body_b="knuckle", point=upper),
            massless_rod("tie", "chassis", (1.11, 0.386, 0.228), "knuckle", (1.11, 0.70, 0.22)),
            Revolute(name="hub", body_a="knuckle", body_b="wheel", point=hub, axis=(0, 1, 0)),
        ),
        forces=(
            Bushing(name="front", body_a="chassis", body_b="lower", point=(1.4, 0.385, 0.192), **rubber, **turning),
            Bushing(
                name="rear",
                body_a="chassis",
                body_b="lower",
                point_a=(1.05, 0.375, 0.188),
                point_b=(1.0505, 0.3755, 0.1875),
                x_axis=(0.98, 0.2, 0.0),
                y_axis=(-0.2, 0.98, 0.1),
                preload=(100.0, -50.0, 300.0),
                preload_torque=(1.0, 2.0, -1.0),
                **rubber,
                **turning,
            ),
            _strut("lower", (1.25, 0.62, 0.182), (1.25, 0.52, 0.56)),
        ),
        tires=(tire("tire", "wheel", hub),),
    )
    return (chassis() + suspension).mechanism("bushed corner")


def _strut(body: str, lower: tuple[float, float, float], upper: tuple[float, float, float]) -> SpringDamper:
    """A coil spring of 28 N/mm, a digressive damper and stops 45 mm up and 55 mm down, chassis to `body`."""
    length = sum((u - l) ** 2 for u, l in zip(upper, lower, strict=True)) ** 0.5
    return SpringDamper(
        name="spring",
        body_a="chassis",
        body_b=body,
        point_a=upper,
        point_b=lower,
        stiffness=2.8e4,
        preload=3600.0,
        damper_curve=Curve(x=(-1.0, -0.3, 0.0, 0.3, 1.0), y=(-2200.0, -1300.0, 0.0, 600.0, 1000.0)),
        bump_stop=Stop(length=length - 0.045, stiffness=6.0e4, cubic=4.0e7),
        rebound_stop=Stop(length=length + 0.055, stiffness=9.0e4),
    )
