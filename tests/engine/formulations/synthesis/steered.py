"""Both front corners of a double-wishbone car on one steering gear. The numbers are invented, but plausible."""

from __future__ import annotations

from typing import Literal

from jounce.model.mechanism import (
    AerodynamicDrag,
    AntiRollBar,
    AppliedTorque,
    Brake,
    Gear,
    Input,
    Mechanism,
    PrescribedMotion,
    Prismatic,
    RackAndPinion,
    Revolute,
    RotationalSpringDamper,
    Servo,
    Sine,
    SmoothStep,
    Spherical,
    SpringDamper,
)
from tests.engine.formulations.synthesis.parts import Parts, chassis, mirrored, part, rod, tire, wheel

Prescribed = Literal["rack", "input", "hinge"]


def steered_axle() -> Mechanism:
    """Double wishbones, tie rods with mass, a rack on a servo, pinion and steering column on a bevel gear.

    6 + 2 (jounce) + 2 (spin) + 1 (steering) degrees of freedom.
    """
    target = Sine(amplitude=0.03, frequency=0.8, phase=0.4)
    servo = Servo(name="rack_servo", joint="rack", target=target, stiffness=2.0e5, damping=3000.0)
    return (_axle() + Parts(forces=(servo,))).mechanism("steered axle")


def prescribed_rack_axle(prescribed: Prescribed = "rack") -> Mechanism:
    """The steered axle with one prescribed coordinate: one degree of freedom less, 10.

    rack: its travel is a sine; input: its travel follows a run-time input, smoothed; hinge: the angle of the left
    lower arm, which is part of a loop, is a sine, and the rack hangs on a servo.
    """
    drivers = {
        "rack": PrescribedMotion(name="driver", joint="rack", motion=Sine(amplitude=0.035, frequency=0.9, phase=0.3)),
        "input": PrescribedMotion(
            name="driver", joint="rack", motion=Input(name="rack_travel", default=0.01), smoothing=0.02
        ),
        "hinge": PrescribedMotion(name="driver", joint="lower_left", motion=Sine(amplitude=0.1, frequency=1.1)),
    }
    parts = _axle() + Parts(joints=(drivers[prescribed],))
    if prescribed == "hinge":
        parts += Parts(forces=(Servo(name="rack_servo", joint="rack", target=0.01, stiffness=2.0e5, damping=3000.0),))
    return parts.mechanism(f"prescribed {prescribed} axle")


def _axle() -> Parts:
    """Everything but what moves the rack."""
    bar = AntiRollBar(
        name="anti_roll_bar",
        body="chassis",
        left_body="lower_left",
        left_point=(1.24, 0.60, 0.18),
        right_body="lower_right",
        right_point=(1.24, -0.60, 0.18),
        axis=(0.05, 0.0, 1.0),
        stiffness=2.2e4,
        damping=80.0,
    )
    air = AerodynamicDrag(
        name="air", body="chassis", point=(0.1, 0.0, 0.6), drag_area=0.68, lift_area=0.12, wind=(-3.0, 2.0, 0.0)
    )
    return chassis() + _steering() + _corner("left", 1.0) + _corner("right", -1.0) + Parts(forces=(bar, air))


def _steering() -> Parts:
    """Rack, pinion, and a column at an angle to it, on a bevel gear of ratio −1.2."""
    column, pinion = (-0.85, 0.1, 0.5), (0.2, 0.25, 0.95)
    return Parts(
        bodies=(
            part("rack", 5.0, (0.1, 0.005, 0.1), (1.11, 0.0, 0.228), (0.0, 0.3, 0.0)),
            part("pinion", 0.9, (0.0012, 0.0012, 0.0007), (1.09, 0.33, 0.27), (0.3, 0.0, 0.2)),
            part("column", 4.0, (0.05, 0.05, 0.03), (0.6, 0.36, 0.62), (0.1, -0.5, 0.0)),
        ),
        joints=(
            Prismatic(name="rack", body_a="chassis", body_b="rack", point=(1.11, 0.0, 0.228), axis=(0, 1, 0)),
            Revolute(name="pinion", body_a="chassis", body_b="pinion", point=(1.09, 0.33, 0.27), axis=pinion),
            Revolute(name="column", body_a="chassis", body_b="column", point=(0.6, 0.36, 0.62), axis=column),
            RackAndPinion(name="teeth", rack="rack", pinion="pinion", radius=0.011),
            Gear(name="bevel", joint_a="column", joint_b="pinion", ratio=-1.2),
        ),
        forces=(RotationalSpringDamper(name="hands", joint="column", stiffness=4.0, damping=0.3, free_angle=0.1),),
    )


def _corner(side: str, sign: float) -> Parts:
    """One double wishbone with its tie rod, wheel, tire, spring, brake and drive."""
    at = {
        "hub": (1.25, 0.775, 0.29),
        "lower": (1.225, 0.38, 0.19),
        "lower_ball": (1.255, 0.725, 0.175),
        "upper": (1.24, 0.42, 0.43),
        "upper_ball": (1.23, 0.68, 0.45),
        "tie_inner": (1.11, 0.386, 0.228),
        "tie_outer": (1.11, 0.70, 0.22),
    }
    at = {name: mirrored(point, sign) for name, point in at.items()}
    lower, upper, knuckle, name = (f"{body}_{side}" for body in ("lower", "upper", "knuckle", "wheel"))
    centres = (1.235, 0.495, 0.185), (1.237, 0.507, 0.437), (1.23, 0.71, 0.30)
    lower_centre, upper_centre, knuckle_centre = (mirrored(centre, sign) for centre in centres)
    spin = (0.0, 1.0, 0.0)
    suspension = Parts(
        bodies=(
            part(lower, 6.0, (0.06, 0.08, 0.13), lower_centre, (0.1, 0.0, sign * 0.4)),
            part(upper, 4.0, (0.03, 0.03, 0.05), upper_centre, (0.0, 0.2, sign * -0.3)),
            part(knuckle, 12.0, (0.15, 0.12, 0.08), knuckle_centre, (sign * 0.2, 0.1, 0.0)),
            wheel(name, at["hub"]),
        ),
        joints=(
            Revolute(name=lower, body_a="chassis", body_b=lower, point=at["lower"], axis=(1.0, sign * 0.04, 0.0)),
            Revolute(name=upper, body_a="chassis", body_b=upper, point=at["upper"], axis=(1.0, 0.0, 0.03)),
            Spherical(name=f"lower_ball_{side}", body_a=lower, body_b=knuckle, point=at["lower_ball"]),
            Spherical(name=f"upper_ball_{side}", body_a=upper, body_b=knuckle, point=at["upper_ball"]),
            Revolute(name=f"hub_{side}", body_a=knuckle, body_b=name, point=at["hub"], axis=spin),
        ),
        forces=(
            SpringDamper(
                name=f"spring_{side}",
                body_a="chassis",
                body_b=lower,
                point_a=mirrored((1.25, 0.52, 0.56), sign),
                point_b=mirrored((1.25, 0.62, 0.182), sign),
                stiffness=3.5e4,
                damping=3000.0,
                preload=5500.0,
            ),
            Brake(
                name=f"brake_{side}",
                joint=f"hub_{side}",
                torque=SmoothStep(before=0.0, after=600.0, start=0.5, end=1.5),
            ),
            AppliedTorque(
                name=f"drive_{side}",
                body=name,
                axis=spin,
                magnitude=Input(name=f"drive_torque_{side}", default=120.0),
                reaction="chassis",
            ),
        ),
        tires=(tire(f"tire_{side}", name, at["hub"], spin),),
    )
    return suspension + rod(f"tie_{side}", "rack", at["tie_inner"], knuckle, at["tie_outer"], 0.8)
