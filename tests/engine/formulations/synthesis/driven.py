"""Wheels that are driven by controls of speed and held by brakes that grip, on tires with deflections of their own."""

from __future__ import annotations

from jounce.model.mechanism import Brake, Mechanism, Revolute, Sine, SpeedControl, SpringDamper, Tire
from tests.engine.formulations.synthesis.parts import Parts, chassis, mirrored, part, wheel

SIDES = (("left", 1.0), ("right", -1.0))
CURVES_87 = {
    "lateral": [1.30, -22.1, 1011, 1078, 1.82, 0.208, 0.000, -0.354, 0.707, 0.028, 0.000, 14.8, 0.022, 0.000],
    "longitudinal": [1.65, -21.3, 1144, 49.6, 226, 0.069, -0.006, 0.056, 0.486],
    "aligning": [2.40, -2.72, -2.28, -1.86, -2.73, 0.110, -0.070, 0.643, -4.04, 0.015, -0.066, 0.945, 0.030, 0.070],
}
"""The example of the paper that introduced the Magic Formula (SAE 870421)."""


def driven_arms() -> Mechanism:
    """Two trailing arms, subsystems of their own, whose wheels one control holds at a mean speed.

    6 + 2 (jounce) + 2 (spin) degrees of freedom, and no loop. A second control turns one wheel only.
    """
    parts = chassis()
    for side, sign in SIDES:
        parts += _arm(side, sign)
    common = {"gain": 90.0, "derivative_gain": 3.0, "filter_time": 0.03, "limit": 250.0, "radius": 0.29}
    parts += Parts(
        forces=(
            SpeedControl(
                name="axle_control",
                joints=("hub_left", "hub_right"),
                target=Sine(amplitude=8.0, frequency=0.4, offset=6.0),
                **common,
            ),
            SpeedControl(name="left_control", joints=("hub_left",), target=3.0, **common),
        )
    )
    return parts.mechanism("driven arms")


def _arm(side: str, sign: float) -> Parts:
    hub = mirrored((-1.35, 0.74, 0.30), sign)
    arm, spin = f"arm_{side}", f"wheel_{side}"
    pivot = mirrored((-0.95, 0.45, 0.33), sign)
    return Parts(
        bodies=(
            part(arm, 14.0, (0.25, 0.5, 0.6), mirrored((-1.15, 0.58, 0.31), sign), (0.3, -0.2 * sign, 0.5 * sign)),
            wheel(spin, hub),
        ),
        joints=(
            Revolute(
                name=f"pivot_{side}", body_a="chassis", body_b=arm, point=pivot, axis=(0.1, 0.99 * sign, -0.02 * sign)
            ),
            Revolute(name=f"hub_{side}", body_a=arm, body_b=spin, point=hub, axis=(0, 1, 0)),
        ),
        forces=(
            SpringDamper(
                name=f"spring_{side}",
                body_a="chassis",
                body_b=arm,
                point_a=mirrored((-1.22, 0.52, 0.70), sign),
                point_b=mirrored((-1.3, 0.58, 0.28), sign),
                stiffness=2.8e4,
                damping=1500.0,
                preload=3600.0,
            ),
            Brake(name=f"brake_{side}", joint=f"hub_{side}", torque=120.0 + 60.0 * sign, grip_angle=0.02),
        ),
        tires=(_tire(side, spin, hub),),
    )


def _tire(side: str, body: str, centre: tuple[float, float, float]) -> Tire:
    """A law of 1987 on the left, a simple one with deflections on the right."""
    common = {"radius": 0.31, "vertical_stiffness": 2.0e5, "vertical_damping": 500.0, "relaxation": (0.25, 0.4)}
    if side == "left":
        law = {"kind": "magic_formula_87", "largest_load": 8000.0, **CURVES_87}
    else:
        law = {"lateral": (9.5, 1.32, 1.02, 0.95), "longitudinal": (11.5, 1.62, 1.05, 0.88)}
    return Tire(name=f"tire_{side}", body=body, centre=centre, **common, **law)
