"""Random mechanisms a user could write: Hypothesis chooses and shrinks the structure, a seed gives the numbers.

A base (a free body, or the ground) carries a tree of bodies on joints of any kind; rods, balls, slots and other joints
close loops as long as the mechanism keeps a motion of its own, no row repeats another and the position is not close to
a singular one; couplers, drivers, springs, bushings, loads and tires follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, design_state, weighted_jacobian
from jounce.model.mechanism import (
    GROUND,
    AerodynamicDrag,
    AntiRollBar,
    AppliedForce,
    AppliedTorque,
    Body,
    Brake,
    Bushing,
    Constant,
    ConstantVelocity,
    Coupler,
    Coupling,
    Curve,
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Input,
    MagicFormula,
    Mechanism,
    Planar,
    PointOnLine,
    PrescribedMotion,
    Prismatic,
    Revolute,
    RevoluteSpherical,
    RotationalSpringDamper,
    Servo,
    Sine,
    Spherical,
    SpringDamper,
    Stop,
    Tire,
    Universal,
)
from tests.engine.mechanisms import COEFFICIENTS, point, random_body, unit

Rng = np.random.Generator

TREE = (Revolute, Prismatic, Cylindrical, Universal, Spherical, Planar, Fixed)
LOOPS = (Distance, Spherical, RevoluteSpherical, PointOnLine, Cylindrical, Universal, Planar, ConstantVelocity)
COUPLINGS = (Gear, Coupler, PrescribedMotion)
CONDITION = 1e4
"""Errors of accelerations are about 1e-13 times this, those of a method that squares the Jacobian far larger."""
WITH_COORDINATE = ("revolute", "prismatic", "cylindrical")


@st.composite
def mechanisms(draw: st.DrawFn, condition: float = CONDITION) -> Mechanism:
    """A mobile mechanism of 3 to 7 bodies beside its base.

    condition: largest ratio of singular values of the mass-weighted Jacobian at the design position.
    """
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1), label="numbers"))
    free = draw(st.booleans(), label="free base")
    base = "base" if free else GROUND
    names = [f"body{i}" for i in range(draw(st.integers(3, 7), label="bodies"))]
    bodies = [random_body(rng, name, free=False) for name in names]
    if free:
        bodies.insert(0, random_body(rng, base, mass=30.0, inertia=(3.0, 4.0, 5.0)))
    joints: list[Any] = []
    for i, name in enumerate(names):
        parent = draw(st.sampled_from([base, *names[:i]]), label=f"parent of {name}")
        joints.append(_joint(rng, draw(st.sampled_from(TREE)), f"joint{i}", parent, name))
    rigid = 6 if free else 0
    if 6 * len(bodies) - sum(joint.equations for joint in joints) == rigid:  # a tree of welds
        joints[0] = _joint(rng, Revolute, "joint0", base, names[0])
    for i, kind in enumerate(draw(st.lists(st.sampled_from((*LOOPS, *COUPLINGS)), max_size=3), label="loops")):
        loop = _closing(rng, kind, f"loop{i}", [base, *names], joints)
        if loop is not None and _regular(bodies, [*joints, loop], rigid, condition):
            joints.append(loop)
    chosen = draw(st.lists(st.sampled_from(sorted(_FORCES)), max_size=5, unique=True), label="forces")
    holders = [*names, base] if free else names
    forces = [force for kind in chosen if (force := _FORCES[kind](rng, kind, holders, joints)) is not None]
    tires = [_tire(rng, names)] if draw(st.booleans(), label="tire") else []
    return Mechanism(name="random", bodies=bodies, joints=joints, forces=forces, tires=tires)


def _regular(bodies: list[Body], joints: list[Any], rigid: int, condition: float) -> bool:
    """Whether the bodies can move against their base, no row repeats another, and the position is not singular."""
    system = build(Mechanism(bodies=bodies, joints=joints))
    evaluate(system.model, system.work, 0.0, design_state(system))
    W = weighted_jacobian(system)
    if W.shape[1] - W.shape[0] <= rigid:
        return False
    singular = np.linalg.svd(W, compute_uv=False)
    return bool(singular[0] < condition * singular[-1])


def _two(rng: Rng, names: list[str]) -> tuple[str, str]:
    """Two different bodies, the ground never second."""
    a, b = (names[i] for i in rng.choice(len(names), 2, replace=False))
    return (b, a) if b == GROUND else (a, b)


def _joint(rng: Rng, kind: type, name: str, a: str, b: str) -> Any:
    """A joint of any kind between two bodies."""
    between = {"name": name, "body_a": a, "body_b": b}
    if kind in (Spherical, Fixed):
        return kind(**between, point=point(rng))
    axis = unit(rng)
    if kind is Universal:
        return kind(**between, point=point(rng), axis_a=axis, axis_b=tuple(np.cross(axis, unit(rng))))
    if kind is ConstantVelocity:
        bent = np.add(axis, 0.5 * np.array(unit(rng)))
        return kind(**between, axis_a=axis, axis_b=tuple(bent / np.linalg.norm(bent)))
    if kind is Distance:
        return kind(**between, point_a=point(rng), point_b=point(rng))
    if kind is RevoluteSpherical:
        return kind(**between, point_a=point(rng), point_b=point(rng), axis_a=axis)
    return kind(**between, point=point(rng), axis=axis)


def _closing(rng: Rng, kind: type, name: str, names: list[str], joints: list[Any]) -> Any:
    """A joint between two bodies, or a coupling of joint coordinates; None where there are too few."""
    if kind not in COUPLINGS:
        return _joint(rng, kind, name, *_two(rng, names))
    turning = [joint.name for joint in joints if joint.kind in ("revolute", "cylindrical")]
    single = [joint.name for joint in joints if joint.kind in ("revolute", "prismatic")]
    ratio = float(rng.uniform(0.5, 2.0) * rng.choice([-1.0, 1.0]))
    if kind is Gear and len(turning) > 1:
        a, b = rng.choice(turning, 2, replace=False)
        return Gear(name=name, joint_a=str(a), joint_b=str(b), ratio=ratio)
    if kind is Coupler and len(single) > 1:
        pair = tuple(str(joint) for joint in rng.choice(single, 2, replace=False))
        return Coupler(name=name, joints=pair, coefficients=(1.0, ratio))
    if kind is PrescribedMotion and single:
        sine = Sine(amplitude=0.1, frequency=float(rng.uniform(0.3, 1.0)))  # zero at t = 0: a loop may not reach far
        motion = sine if rng.uniform() < 0.7 else Input(name="motion")
        return PrescribedMotion(name=name, joint=str(rng.choice(single)), motion=motion)
    return None


def _coordinate(rng: Rng, joints: list[Any], kinds: tuple[str, ...]) -> str | None:
    """The name of a joint of one of the kinds, if there is any."""
    names = [joint.name for joint in joints if not isinstance(joint, Coupling) and joint.kind in kinds]
    return str(rng.choice(names)) if names else None


def _spring(rng: Rng, name: str, names: list[str], joints: list[Any]) -> SpringDamper:
    a, b = _two(rng, [GROUND, *names])
    ends = point(rng), point(rng)
    length = float(np.linalg.norm(np.subtract(*ends)))
    law = {"stiffness": 80.0, "damper_curve": Curve(x=(-1.0, 0.0, 0.5, 2.0), y=(-4.0, 0.0, 3.0, 6.0))}
    stops = {
        "bump_stop": Stop(length=0.9 * length, stiffness=300.0, cubic=1e3),
        "rebound_stop": Stop(length=1.1 * length, stiffness=200.0),
    }
    return SpringDamper(name=name, body_a=a, body_b=b, point_a=ends[0], point_b=ends[1], preload=5.0, **law, **stops)


def _bushing(rng: Rng, name: str, names: list[str], joints: list[Any]) -> Bushing:
    a, b = _two(rng, [GROUND, *names])
    x_axis = unit(rng)
    numbers = {
        "stiffness": rng.uniform(50.0, 500.0, 3),
        "damping": rng.uniform(1.0, 5.0, 3),
        "rotational_stiffness": rng.uniform(1.0, 20.0, 3),
        "rotational_damping": rng.uniform(0.1, 1.0, 3),
        "preload": rng.uniform(-5.0, 5.0, 3),
    }
    laws = {key: tuple(value) for key, value in numbers.items()}
    y_axis = tuple(np.cross(x_axis, unit(rng)))
    return Bushing(name=name, body_a=a, body_b=b, point=point(rng), x_axis=x_axis, y_axis=y_axis, **laws)


def _bar(rng: Rng, name: str, names: list[str], joints: list[Any]) -> AntiRollBar:
    body, left, right = (names[i] for i in rng.choice(len(names), 3, replace=False))
    ends = {"left_body": left, "left_point": point(rng), "right_body": right, "right_point": point(rng)}
    return AntiRollBar(name=name, body=body, **ends, axis=unit(rng), stiffness=60.0, damping=1.0)


def _push(rng: Rng, name: str, names: list[str], joints: list[Any]) -> AppliedForce:
    size = Sine(amplitude=10.0, frequency=0.7, offset=3.0)
    frame = str(rng.choice(["world", "body"]))
    body = str(rng.choice(names))
    return AppliedForce(name=name, body=body, point=point(rng), direction=unit(rng), magnitude=size, frame=frame)


def _twist(rng: Rng, name: str, names: list[str], joints: list[Any]) -> AppliedTorque:
    reaction, body = _two(rng, [GROUND, *names])
    size = Input(name="torque", default=2.0)
    frame = str(rng.choice(["world", "body"]))
    return AppliedTorque(name=name, body=body, axis=unit(rng), magnitude=size, frame=frame, reaction=reaction)


def _air(rng: Rng, name: str, names: list[str], joints: list[Any]) -> AerodynamicDrag:
    area: dict[str, Any] = {"drag_area": 0.6, "lift_area": -0.2, "wind": (1.0, -2.0, 0.5)}
    body, at = str(rng.choice(names)), point(rng)
    if len(names) % 2:
        area |= {"lift_area": 0.0, "coefficients": COEFFICIENTS, "wind_speed": Input(name="wind", default=3.0)}
        area |= {"wind_direction": Constant(value=2.0), "front": at[0] + 2.0, "rear": at[0] - 3.0}
        area |= {"zone_start": Constant(value=-1.0), "zone_end": Constant(value=1.5)}
    return AerodynamicDrag(name=name, body=body, point=at, **area)


def _turning(rng: Rng, name: str, names: list[str], joints: list[Any]) -> RotationalSpringDamper | None:
    joint = _coordinate(rng, joints, ("revolute", "cylindrical"))
    if joint is None:
        return None
    if rng.uniform() < 0.5:
        return RotationalSpringDamper(name=name, joint=joint, stiffness=8.0, damping=0.4, free_angle=0.2)
    curve = Curve(x=(-1.0, -0.2, 0.1, 1.0), y=(-9.0, -1.0, 0.5, 6.0))
    return RotationalSpringDamper(name=name, joint=joint, curve=curve, actuator=Sine(amplitude=1.0, frequency=0.4))


def _servo(rng: Rng, name: str, names: list[str], joints: list[Any]) -> Servo | None:
    joint = _coordinate(rng, joints, WITH_COORDINATE)
    if joint is None:
        return None
    kind = next(item.kind for item in joints if item.name == joint)
    coordinate = str(rng.choice(["angle", "travel"])) if kind == "cylindrical" else None
    return Servo(name=name, joint=joint, coordinate=coordinate, target=0.1, stiffness=40.0, damping=2.0)


def _brake(rng: Rng, name: str, names: list[str], joints: list[Any]) -> Brake | None:
    joint = _coordinate(rng, joints, ("revolute",))
    return None if joint is None else Brake(name=name, joint=joint, torque=3.0)


def _tire(rng: Rng, names: list[str]) -> Tire:
    """A tire on some body, its centre somewhere near the ground."""
    law = MagicFormula(b=10.0, c=1.4, d=1.0, e=0.9)
    centre = (*rng.uniform(-1.0, 1.0, 2), float(rng.uniform(0.2, 0.4)))
    body, spin = str(rng.choice(names)), unit(rng)
    stiff = {"vertical_stiffness": 2000.0, "vertical_damping": 20.0}
    return Tire(
        name="tire", body=body, centre=centre, spin_axis=spin, radius=0.3, **stiff, lateral=law, longitudinal=law
    )


_FORCES: dict[str, Callable[[Rng, str, list[str], list[Any]], Any]] = {
    "spring": _spring,
    "bushing": _bushing,
    "bar": _bar,
    "push": _push,
    "twist": _twist,
    "air": _air,
    "turning": _turning,
    "servo": _servo,
    "brake": _brake,
}
