"""Two wheels on one axle under a free chassis: twist beam and live axle. The numbers are invented, but plausible."""

from __future__ import annotations

from typing import Literal

from jounce.model.mechanism import (
    AntiRollBar,
    Bushing,
    Curve,
    Input,
    Mechanism,
    Revolute,
    RotationalSpringDamper,
    Servo,
    Sine,
    Spherical,
    SpringDamper,
)
from tests.engine.formulations.synthesis.parts import (
    Parts,
    chassis,
    link,
    massless_rod,
    mirrored,
    part,
    rod,
    tire,
    wheel,
)

LEFT, RIGHT = ("left", 1.0), ("right", -1.0)


def twist_axle(pivots: Literal["ball", "bushings"] = "ball") -> Mechanism:
    """Two trailing arms joined by a torsion-elastic beam (a hinge along y with a spring), located by a lateral link.

    The left arm pivots on a ball and the right one on a bushing: 6 + 3 (the beam's bounce, roll and twist) + 2 (spin)
    degrees of freedom. With two balls the beam could not twist: at the design position their rows would repeat each
    other. With two bushings there are 3 more.
    """
    pivot = (-1.0, 0.55, 0.33)
    parts = chassis()
    for side, sign in (LEFT, RIGHT):
        parts += _trailing(side, sign)
        if pivots == "ball" and side == "left":
            ball = Spherical(name="pivot_left", body_a="chassis", body_b="arm_left", point=pivot)
            parts += Parts(joints=(ball,))
        else:
            parts += Parts(forces=(_pivot_bushing(side, mirrored(pivot, sign)),))
    beam = Revolute(name="beam", body_a="arm_left", body_b="arm_right", point=(-1.15, 0.0, 0.31), axis=(0, 1, 0))
    link = massless_rod("lateral", "chassis", (-1.48, 0.5, 0.36), "arm_right", (-1.46, -0.42, 0.34))
    torsion = RotationalSpringDamper(name="torsion", joint="beam", stiffness=2600.0, damping=12.0)
    parts += Parts(joints=(beam, link), forces=(torsion,))
    return parts.mechanism("twist axle")


def _trailing(side: str, sign: float) -> Parts:
    """One arm of the twist beam with wheel, tire and spring."""
    hub = mirrored((-1.42, 0.735, 0.30), sign)
    arm, spin = f"arm_{side}", f"wheel_{side}"
    return Parts(
        bodies=(
            part(arm, 11.0, (0.3, 0.35, 0.55), mirrored((-1.2, 0.5, 0.31), sign), (0.1, sign * 0.2, sign * 0.3)),
            wheel(spin, hub),
        ),
        joints=(Revolute(name=f"hub_{side}", body_a=arm, body_b=spin, point=hub, axis=(0, 1, 0)),),
        forces=(
            SpringDamper(
                name=f"spring_{side}",
                body_a="chassis",
                body_b=arm,
                point_a=mirrored((-1.3, 0.52, 0.62), sign),
                point_b=mirrored((-1.34, 0.54, 0.28), sign),
                spring_curve=Curve(x=(-0.05, 0.0, 0.12, 0.2, 0.3), y=(-900.0, 0.0, 2800.0, 5200.0, 9500.0)),
                damping=1800.0,
                preload=3000.0,
            ),
        ),
        tires=(tire(f"tire_{side}", spin, hub),),
    )


def _pivot_bushing(side: str, point: tuple[float, float, float]) -> Bushing:
    """A rubber pivot of a trailing arm, soft about its own axis y."""
    return Bushing(
        name=f"pivot_{side}",
        body_a="chassis",
        body_b=f"arm_{side}",
        point=point,
        stiffness=(1.5e6, 8.0e5, 2.0e6),
        damping=(800.0, 500.0, 900.0),
        rotational_stiffness=(300.0, 40.0, 300.0),
        rotational_damping=(3.0, 0.5, 3.0),
    )


def solid_axle() -> Mechanism:
    """A live axle on four links and a Panhard rod.

    The lower links have mass (a universal joint and a ball each), the left upper one has none, the right upper one
    hangs on the chassis in a bushing; without it four links and a Panhard rod would hold the axle twice.
    6 + 2 (heave and roll of the axle) + 3 (the bushed link) + 2 (spin) degrees of freedom.
    """
    parts = chassis() + Parts(bodies=(part("axle", 75.0, (9.0, 1.5, 9.0), (-1.41, 0.01, 0.32), (0.05, 0.2, 0.1)),))
    for side, sign in (LEFT, RIGHT):
        low = mirrored((-0.75, 0.48, 0.36), sign), mirrored((-1.36, 0.52, 0.24), sign)
        parts += rod(f"lower_{side}", "chassis", low[0], "axle", low[1], 3.5) + _live_wheel(side, sign)
    inner, outer = (-0.95, -0.35, 0.47), (-1.38, -0.28, 0.46)
    parts += Parts(
        bodies=(link("upper_right", inner, outer, 2.5, 0.02),),
        joints=(
            massless_rod("upper_left", "chassis", (-0.95, 0.35, 0.47), "axle", (-1.38, 0.28, 0.46)),
            Spherical(name="upper_right_outer", body_a="axle", body_b="upper_right", point=outer),
            massless_rod("panhard", "chassis", (-1.52, 0.56, 0.38), "axle", (-1.51, -0.50, 0.33)),
        ),
        forces=(
            Bushing(
                name="upper_right_inner",
                body_a="chassis",
                body_b="upper_right",
                point=inner,
                x_axis=(1.0, 0.1, 0.0),
                stiffness=(4.0e6, 6.0e6, 4.0e6),
                damping=(600.0, 600.0, 600.0),
                rotational_stiffness=(60.0, 20.0, 60.0),
                rotational_damping=(0.5, 0.3, 0.5),
            ),
            AntiRollBar(
                name="anti_roll_bar",
                body="chassis",
                left_body="lower_left",
                left_point=(-1.2, 0.50, 0.27),
                right_body="lower_right",
                right_point=(-1.2, -0.50, 0.27),
                stiffness=1.6e4,
                damping=60.0,
            ),
        ),
    )
    return parts.mechanism("solid axle")


def _live_wheel(side: str, sign: float) -> Parts:
    """A wheel on the live axle with its tire, its spring, and a park lock that holds its angle."""
    hub = mirrored((-1.41, 0.75, 0.30), sign)
    name = f"wheel_{side}"
    return Parts(
        bodies=(wheel(name, hub),),
        joints=(Revolute(name=f"hub_{side}", body_a="axle", body_b=name, point=hub, axis=(0, 1, 0)),),
        forces=(
            SpringDamper(
                name=f"spring_{side}",
                body_a="chassis",
                body_b="axle",
                point_a=mirrored((-1.35, 0.45, 0.72), sign),
                point_b=mirrored((-1.40, 0.50, 0.38), sign),
                stiffness=3.2e4,
                damping=2200.0,
                preload=3800.0,
                actuator=Sine(amplitude=400.0, frequency=1.7, phase=sign),
            ),
            Servo(
                name=f"park_lock_{side}",
                joint=f"hub_{side}",
                target=Input(name="park_angle"),
                stiffness=400.0,
                damping=5.0,
            ),
        ),
        tires=(tire(f"tire_{side}", name, hub),),
    )
