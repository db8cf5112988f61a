"""The stiff flyball governor, problem A05 of the IFToMM library: coupler rods that are springs of 8·10⁵ N/m.

A shaft and two rods of 1 m (section 0.01 m), a slider (cube of 0.1 m), density 3000 kg/m³, 5 kg at the tip of each rod,
rods 30° below the horizontal, springs of 0.5 m and 4·10⁴ N s/m from their middles to the sides of the slider, which
begins at s = 0.5 m. Shaft and all turn at 2π rad/s at the start, and freely from then on.

The reference does not use jounce: by symmetry the rods have one angle θ from the vertical; with the angular momentum
I(θ) φ̇ conserved, two equations for θ and s are left, which SciPy's Radau integrates.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import solve_ivp

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.simulate import DormandPrince, simulate
from jounce.model.mechanism import Body, Mechanism, Prismatic, Revolute, SpringDamper
from validation.comparison import Comparison, of_peak

GROUP = "Benchmark A05: stiff flyball governor"
GRAVITY, SPEED, END, SAMPLE = 9.81, 2.0 * math.pi, 10.0, 0.01
ROD, TIP, SLIDER, WIDTH, BLOCK = 0.3, 5.0, 3.0, 0.01, 0.1
"""Masses [kg] of a rod (or the shaft), a tip and the slider; sides of their sections [m]."""
STIFFNESS, DAMPING, FREE, START, HALF = 8e5, 4e4, 0.5, math.radians(60.0), 0.5 * BLOCK
ACROSS, ALONG = ROD * (1.0 + WIDTH**2) / 12.0, ROD * WIDTH**2 / 6.0
"""Moments of inertia of a rod about its centre [kg m²]."""
ALLOWED = 1e-8
"""Of the peak: two methods at 1e-9 and 1e-10 a step, of a motion that damps errors."""


def governor() -> Mechanism:
    """The governor at its start, x to the right, z along the shaft."""
    mass = ROD + TIP
    to_centre = (0.5 * ROD + TIP) / mass
    across = ACROSS + ROD * (to_centre - 0.5) ** 2 + TIP * (1.0 - to_centre) ** 2
    spin = (0.0, 0.0, SPEED)
    bodies = [
        Body(name="shaft", mass=ROD, inertia=(ACROSS, ACROSS, ALONG), position=(0.0, 0.0, 0.5), angular_velocity=spin),
        Body(
            name="slider",
            mass=SLIDER,
            inertia=(SLIDER * BLOCK**2 / 6.0,) * 3,
            position=(0.0, 0.0, 0.5),
            angular_velocity=spin,
        ),
    ]
    joints = [
        Revolute(name="shaft", body_b="shaft", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)),
        Prismatic(name="s", body_a="shaft", body_b="slider", point=(0.0, 0.0, 0.5), axis=(0.0, 0.0, 1.0)),
    ]
    forces = []
    for side, name in ((1.0, "right"), (-1.0, "left")):
        reach = HALF + to_centre * math.sin(START)
        half = 0.5 * side * -START  # the rod's own z points from its tip to its hinge
        bodies.append(
            Body(
                name=name,
                mass=mass,
                inertia=(across, across, ALONG),
                position=(side * reach, 0.0, 1.0 - to_centre * math.cos(START)),
                orientation=(math.cos(half), 0.0, math.sin(half), 0.0),
                velocity=(0.0, side * reach * SPEED, 0.0),
                angular_velocity=spin,
            )
        )
        hinge = (side * HALF, 0.0, 1.0)
        joints.append(Revolute(name=name, body_a="shaft", body_b=name, point=hinge, axis=(0.0, 1.0, 0.0)))
        middle = (side * (HALF + 0.5 * math.sin(START)), 0.0, 1.0 - 0.5 * math.cos(START))
        forces.append(
            SpringDamper(
                name=f"spring {name}",
                body_a=name,
                body_b="slider",
                point_a=middle,
                point_b=(side * HALF, 0.0, 0.5),
                stiffness=STIFFNESS,
                damping=DAMPING,
                free_length=FREE,
            )
        )
    return Mechanism(name="A05", bodies=bodies, joints=joints, forces=forces, gravity=(0.0, 0.0, -GRAVITY))


def turning_inertia(theta: float) -> tuple[float, float]:
    """I(θ) of everything about the shaft [kg m²], and its derivative."""
    sin, cos = math.sin(theta), math.cos(theta)
    middle, tip = HALF + 0.5 * sin, HALF + sin
    rods = ROD * middle**2 + ACROSS * sin**2 + ALONG * cos**2 + TIP * tip**2
    change = ROD * middle * cos + 2.0 * (ACROSS - ALONG) * sin * cos + 2.0 * TIP * tip * cos
    return ALONG + SLIDER * BLOCK**2 / 6.0 + 2.0 * rods, 2.0 * change


def reference(t: np.ndarray) -> np.ndarray:
    """Height s of the slider [m] over time."""
    momentum = turning_inertia(START)[0] * SPEED
    swinging = 2.0 * (ACROSS + 0.25 * ROD + TIP)

    def slope(_: float, y: np.ndarray) -> list[float]:
        theta, s, rate, lift = y
        inertia, change = turning_inertia(theta)
        x, z = 0.5 * math.sin(theta), 1.0 - 0.5 * math.cos(theta) - s
        length = math.hypot(x, z)
        by_theta, by_s = 0.5 * (x * math.cos(theta) + z * math.sin(theta)) / length, -z / length
        push = STIFFNESS * (FREE - length) - DAMPING * (by_theta * rate + by_s * lift)
        turning = 0.5 * (momentum / inertia) ** 2 * change - 2.0 * GRAVITY * (0.5 * ROD + TIP) * math.sin(theta)
        return [rate, lift, (turning + 2.0 * push * by_theta) / swinging, 2.0 * push * by_s / SLIDER - GRAVITY]

    run = solve_ivp(slope, (0.0, t[-1]), [START, 0.5, 0.0, 0.0], method="Radau", t_eval=t, rtol=1e-10, atol=1e-12)
    return run.y[1]


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    system = synthesis.build(governor())
    tight = DormandPrince(relative=1e-9, absolute=1e-10)
    run = simulate(system, start_state(system), end=END, sample=SAMPLE, integrator=tight)
    return [
        Comparison(
            group=GROUP,
            name="flyball governor, synthesis",
            quantity="height s of the slider over 10 s",
            reference="two equations of motion, SciPy Radau",
            error=of_peak(run.position("slider")[:, 2], reference(run.time)),
            allowed=ALLOWED,
            kind="of peak",
        )
    ]
