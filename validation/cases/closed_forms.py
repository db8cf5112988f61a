"""Pendulums, a rotor and an oscillator whose motion and reactions are known in closed form."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import Body, Distance, Mechanism, Prismatic, Revolute, SpringDamper
from validation.closed_form import DampedOscillation, SphericalSwing, Swing
from validation.comparison import Comparison, of_peak, relative
from validation.motion import moved, turned_about

GROUP = "Closed forms: pendulums, rotor and oscillator"
GRAVITY = 9.81
DOWN = (0.0, 0.0, -GRAVITY)
TIGHT = 5e-9
"""A tolerance of 1e-11 per step and some hundred steps."""
NEAR_THE_TOP = 14.0
"""1 / cos(172°/2): how much a pendulum that starts there enlarges what goes wrong at its start."""


def compound_pendulum(angle: float) -> tuple[Mechanism, Swing]:
    """A body of 3 kg hinged about y, its centre 0.4 m from the pivot and `angle` [rad] from hanging down."""
    mass, radius, inertia = 3.0, 0.4, 0.2
    centre = (radius * math.sin(angle), 0.0, -radius * math.cos(angle))
    body = Body(name="body", mass=mass, inertia=(inertia, inertia, inertia), position=centre)
    hinge = Revolute(name="hinge", body_b="body", point=(0.0, 0.0, 0.0), axis=(0.0, -1.0, 0.0))
    frequency = math.sqrt(mass * GRAVITY * radius / (inertia + mass * radius**2))
    return Mechanism(bodies=[body], joints=[hinge], gravity=DOWN), Swing(angle, frequency)


def large_swing() -> list[Comparison]:
    start = 3.0  # rad: 172°, eight degrees from standing on its head
    mechanism, swing = compound_pendulum(start)
    run = moved(mechanism, end=1.25 * swing.period, sample=1.25 * swing.period / 500)
    theta, rate, _ = swing.at(run.time)
    angle = start - turned_about(1, run, "body")
    turning = -run.angular_velocity("body")[:, 1]
    late = angle[-1] / turning[-1] / run.time[-1]  # at 5/4 of a period it should pass the bottom
    errors = {
        ("angle", "Jacobi elliptic functions", "of peak"): of_peak(angle, theta),
        ("angular velocity", "Jacobi elliptic functions", "of peak"): of_peak(turning, rate),
        ("period", "complete elliptic integral", "relative"): abs(late),
    }
    return [
        replace(
            _compared("compound pendulum from 172°", quantity, reference, error, kind), allowed=NEAR_THE_TOP * TIGHT
        )
        for (quantity, reference, kind), error in errors.items()
    ]


def reaction_at_the_bottom() -> list[Comparison]:
    mechanism, swing = compound_pendulum(0.5 * math.pi)
    run = moved(mechanism, end=0.25 * swing.period)
    push = run.reaction("hinge").force_world[-1]
    (body,) = mechanism.bodies
    weight, radius = body.mass * GRAVITY, 0.4
    known = weight * (1.0 + 2.0 * body.mass * radius**2 / (body.inertia[1] + body.mass * radius**2))
    error = float(np.linalg.norm(push - [0.0, 0.0, known]) / known)
    return [
        _compared("compound pendulum from 90°", "force of the hinge at the bottom", "energy", error, "relative"),
    ]


def rotor() -> list[Comparison]:
    """A rotor with products of inertia: its bearing turns it out of its will, at ω × Jω = Ω² (−J_yz, J_xz, 0)."""
    speed, (xz, yz) = 7.0, (0.03, -0.02)
    body = Body(name="rotor", mass=3.0, inertia=(0.3, 0.35, 0.4, 0.05, xz, yz))
    hinge = Revolute(name="bearing", body_b="rotor", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0))
    run = moved(Mechanism(bodies=[body], joints=[hinge], gravity=DOWN), end=2.0, rates={"bearing": speed})
    turned = speed * run.time
    known = speed**2 * np.stack(
        [-yz * np.cos(turned) - xz * np.sin(turned), -yz * np.sin(turned) + xz * np.cos(turned), 0.0 * turned], axis=1
    )
    reaction = run.reaction("bearing")
    weight = np.tile([0.0, 0.0, body.mass * GRAVITY], (len(turned), 1))
    return [
        _compared(
            "unbalanced rotor", "torque of its bearing", "Euler's equations", of_peak(reaction.torque_world, known)
        ),
        _compared("unbalanced rotor", "force of its bearing", "its weight", of_peak(reaction.force_world, weight)),
    ]


def on_a_rod(lowest: float, speed: float, end: float) -> Trajectory:
    """A point mass on a massless rod of 1 m, moving horizontally along y at the height `lowest` [m] below the pivot."""
    start = (math.sqrt(1.0 - lowest**2), 0.0, lowest)
    body = Body(name="bob", mass=1.0, inertia=(1.0, 1.0, 1.0), position=start, velocity=(0.0, speed, 0.0))
    rod = Distance(name="rod", body_b="bob", point_a=(0.0, 0.0, 0.0), point_b=start)
    return moved(Mechanism(bodies=[body], joints=[rod], gravity=DOWN), end=end)


def conical_pendulum() -> list[Comparison]:
    tilt = 0.7
    turning = math.sqrt(GRAVITY / math.cos(tilt))
    run = on_a_rod(-math.cos(tilt), turning * math.sin(tilt), 5.0)
    t = run.time
    circle = np.stack([np.cos(turning * t), np.sin(turning * t), np.full_like(t, -1.0 / math.tan(tilt))], axis=1)
    pull = np.linalg.norm(run.reaction("rod").force_world, axis=1)
    return [
        _compared(
            "conical pendulum", "position", "steady circle", of_peak(run.position("bob"), math.sin(tilt) * circle)
        ),
        _compared("conical pendulum", "force of the rod", "m g / cos α", relative(pull, GRAVITY / math.cos(tilt))),
    ]


def spherical_pendulum() -> list[Comparison]:
    swing = SphericalSwing(length=1.0, gravity=GRAVITY, lowest=-0.8, speed=4.0)
    run = on_a_rod(swing.lowest, swing.speed, 5.0)
    r, v = run.position("bob"), run.velocity("bob")
    spin = r[:, 0] * v[:, 1] - r[:, 1] * v[:, 0]
    kinetic = 0.5 * np.sum(v**2, axis=1)
    drift = kinetic + GRAVITY * (r[:, 2] - swing.lowest) - kinetic[0]
    return [
        _compared(
            "spherical pendulum", "height", "Jacobi elliptic functions", of_peak(r[:, 2], swing.height(run.time))
        ),
        _compared("spherical pendulum", "angular momentum about z", "its start", relative(spin, spin[0]), "relative"),
        _compared("spherical pendulum", "energy", "its start", float(np.max(np.abs(drift)) / kinetic[0]), "relative"),
    ]


def oscillator() -> list[Comparison]:
    """A mass on a sloping slider, hung on a spring and damper along it, released away from its equilibrium."""
    mass, damping, stiffness, slope = 2.0, 3.0, 200.0, 0.5
    along = np.array([math.cos(slope), 0.0, math.sin(slope)])
    body = Body(name="mass", mass=mass, inertia=(0.1, 0.1, 0.1), position=tuple(along))
    slider = Prismatic(name="slider", body_b="mass", point=(0.0, 0.0, 0.0), axis=tuple(along))
    spring = SpringDamper(
        name="spring", body_b="mass", point_a=(0, 0, 0), point_b=tuple(along), stiffness=stiffness, damping=damping
    )
    run = moved(Mechanism(bodies=[body], joints=[slider], forces=[spring], gravity=DOWN), end=3.0)
    sag = mass * GRAVITY * math.sin(slope) / stiffness
    x, v = DampedOscillation(mass, damping, stiffness).at(run.time, sag, 0.0)
    travel, speed = run.position("mass") @ along - 1.0 + sag, run.velocity("mass") @ along
    force = -stiffness * (x - sag) - damping * v
    return [
        _compared("spring, mass and damper", "travel", "decaying sine", of_peak(travel, x)),
        _compared("spring, mass and damper", "speed", "the same", of_peak(speed, v)),
        _compared(
            "spring, mass and damper", "force of the spring", "the same", of_peak(run.spring_force("spring"), force)
        ),
    ]


def _compared(name: str, quantity: str, reference: str, error: float, kind: str = "of peak") -> Comparison:
    return Comparison(
        group=GROUP, name=name, quantity=quantity, reference=reference, error=error, allowed=TIGHT, kind=kind
    )


def comparisons() -> list[Comparison]:
    return [
        *large_swing(),
        *reaction_at_the_bottom(),
        *rotor(),
        *conical_pendulum(),
        *spherical_pendulum(),
        *oscillator(),
    ]
