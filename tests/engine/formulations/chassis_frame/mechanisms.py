"""Mechanisms with every kind of joint and element, and their residual as one vector."""

from __future__ import annotations

import functools

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.formulations.chassis_frame.kinematics import correct, displacement
from jounce.engine.formulations.chassis_frame.residual import evaluate_in_frame
from jounce.engine.formulations.chassis_frame.step_matrix import Unknowns, load_state, unknowns_of
from jounce.engine.formulations.world_frame.entries import displace_bodies
from jounce.engine.formulations.world_frame.system import System, build, design_state
from jounce.engine.linalg.mat3 import load9
from jounce.model.library import load_vehicle
from jounce.model.mechanism import (
    AerodynamicDrag,
    AppliedForce,
    AppliedTorque,
    Brake,
    Bushing,
    Constant,
    ConstantVelocity,
    Coupler,
    Distance,
    HalfShaft,
    Mechanism,
    PrescribedMotion,
    Revolute,
    RotationalSpringDamper,
    Sine,
    SpeedControl,
    Spherical,
    SpringDamper,
    Universal,
)
from jounce.model.vehicle import rolling
from tests.engine.mechanisms import COEFFICIENTS, point, random_body, unit

T = 0.37


def _pair(rng: np.random.Generator, a: str, b: str) -> dict:
    return {"body_a": a, "body_b": b, "point_a": point(rng), "point_b": point(rng)}


def _axes(rng: np.random.Generator) -> dict:
    return {"axis_a": unit(rng), "axis_b": unit(rng)}


@functools.cache
def elements(seed: int = 1) -> System:
    """Five bodies anywhere, with every measure, every force element and joints to the ground."""
    rng = np.random.default_rng(seed)
    bodies = [random_body(rng, name) for name in "abcde"]
    joints = [
        Revolute(name="hinge", **_pair(rng, "a", "b"), **_axes(rng)),
        Revolute(name="wheel", **_pair(rng, "c", "d"), **_axes(rng)),
        Distance(name="rod", **_pair(rng, "b", "c")),
        ConstantVelocity(name="shaft", body_a="a", body_b="c", **_axes(rng)),
        Spherical(name="foot", **_pair(rng, "ground", "c")),
        Universal(name="cross", **_pair(rng, "d", "e"), **_axes(rng)),
        PrescribedMotion(name="motor", joint="hinge", motion=Sine(amplitude=0.3, frequency=1.3)),
        Coupler(name="gear", joints=("hinge", "wheel"), coefficients=(1.0, -2.0)),
    ]
    curve = {"x": (-1.0, 0.0, 1.0), "y": (-30.0, 0.0, 50.0)}
    forces = [
        SpringDamper(name="spring", **_pair(rng, "a", "c"), stiffness=50.0, damping=7.0, free_length=0.3),
        SpringDamper(
            name="curved", **_pair(rng, "b", "ground"), spring_curve=curve, damper_curve=curve, free_length=1.0
        ),
        RotationalSpringDamper(name="torsion", joint="wheel", stiffness=20.0, damping=3.0),
        Brake(name="brake", joint="wheel", torque=Constant(value=12.0), full_speed=0.5),
        SpeedControl(
            name="cruise", joints=("wheel", "hinge"), target=Constant(value=0.7), radius=0.4, gain=9.0, limit=30.0
        ),
        HalfShaft(name="half", body_a="b", body_b="e", **_axes(rng), stiffness=40.0, damping=2.0),
        Bushing(
            name="bushing",
            **_pair(rng, "b", "e"),
            stiffness=(10.0, 20.0, 30.0),
            damping=(1.0, 2.0, 3.0),
            rotational_stiffness=(4.0, 5.0, 6.0),
            rotational_damping=(1.0, 2.0, 3.0),
            preload=(1.0, 2.0, 3.0),
            preload_torque=(3.0, 1.0, 2.0),
        ),
        *(
            AppliedForce(
                name=f"push {frame}",
                body="a",
                point=point(rng),
                direction=unit(rng),
                magnitude=Constant(value=5.0),
                frame=frame,
            )
            for frame in ("world", "body")
        ),
        *(
            AppliedTorque(
                name=f"turn {frame}", body="b", axis=unit(rng), magnitude=Constant(value=4.0), frame=frame, reaction="a"
            )
            for frame in ("world", "body")
        ),
        AerodynamicDrag(name="air", body="d", point=point(rng), drag_area=2.0, lift_area=1.0, wind=(3.0, 1.0, 0.0)),
        AerodynamicDrag(
            name="shaped air",
            body="c",
            point=(at := point(rng)),
            coefficients=COEFFICIENTS.model_copy(update={"drag": 1.1}),
            wind_speed=Constant(value=4.0),
            wind_direction=Constant(value=1.0),
            zone_start=Constant(value=-0.7),
            zone_end=Constant(value=1.1),
            front=at[0] + 2.0,
            rear=at[0] - 2.0,
        ),
    ]
    return build(Mechanism(name="elements", bodies=bodies, joints=joints, forces=forces))


@functools.cache
def car(name: str) -> System:
    """A library car that rolls at 15 m/s."""
    return build(rolling(load_vehicle(name), 15.0))


def shaken(system: System, rng: np.random.Generator, size: float) -> np.ndarray:
    """The design state, bodies moved by about `size` [m, rad], auxiliary states (but turn counters) by a tenth."""
    y, nb = design_state(system), len(system.layout.bodies)
    displace_bodies(rng.uniform(-size, size, (nb, 6)), y)
    y[13 * nb :] = 0.1 * rng.normal(size=y.size - 13 * nb)
    for measure in system.model.measures:
        if measure["winding"] >= 0:
            y[13 * nb + measure["winding"]] = 0.0
    return y


@entry
def moved_by(E, nb, x, y):
    """`correct` with minus x."""
    for i in range(x.size):
        x[i] = -x[i]
    correct(load9(E, 0), nb, x, y)


@entry
def displacements(kind, base, independent, start, y, out):
    """Displacement of every independent coordinate."""
    for i in range(independent.size):
        out[i] = displacement(kind, base, start, y, independent[i])


def residual(unknowns: Unknowns, start: np.ndarray, y: np.ndarray, reach: float) -> np.ndarray:
    """H with θ* = v* = z* = 0, at poses and states of y and what is loaded in the frame's arrays."""
    system, framed = unknowns.system, unknowns.framed
    evaluate_in_frame(unknowns.residual, framed, system.model, system.work, T, y)
    moves = np.zeros(unknowns.independent.size)
    displacements(framed.kind, framed.base, unknowns.independent, start, y, moves)
    rates = np.zeros(system.layout.auxiliary)
    for law, value in zip(system.model.elements.scalar_forces, system.work.scalar_forces, strict=True):
        if law["state"] >= 0:
            rates[law["state"]] = value[3]
    for law, contact in zip(system.model.elements.tires, system.work.contacts, strict=True):
        if law["state"] >= 0:
            rates[law["state"] : law["state"] + 2] = contact["rates"]
    free, first = unknowns.independent, system.size - system.layout.auxiliary
    return np.concatenate(
        [
            framed.balance,
            framed.rows[:, 0],
            framed.rows[:, 1],
            framed.rows[:, 2],
            moves - reach * framed.v[free],
            framed.v[free] - reach * framed.a[free],
            y[first + unknowns.states] - reach * rates[unknowns.states],
        ]
    )


def loaded(
    system: System, frame: str, rng: np.random.Generator, size: float, speed: float
) -> tuple[Unknowns, np.ndarray]:
    """Unknowns at a shaken state with random velocities, rates and multipliers."""
    y = shaken(system, rng, size)
    unknowns = unknowns_of(system, frame, T, y)
    load_state(unknowns, T, y)
    framed = unknowns.framed
    framed.v[:] = speed * rng.normal(size=framed.v.size)
    framed.v[0::6] += 15.0
    framed.a[:] = 3.0 * rng.normal(size=framed.a.size)
    framed.multipliers[:] = 5.0 * rng.normal(size=framed.multipliers.size)
    return unknowns, y
