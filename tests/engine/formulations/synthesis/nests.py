"""Random mechanisms that fall into a parent on the base and two equal children: structure and numbers from a seed.

A base (a free body, or the ground) carries a parent on a joint of one to three freedoms, sometimes with a shaft that is
geared to it, or in rubber. Two children of the same structure hang on base or parent, are tied to the parent by a rod
where they hang on the base, and may close another loop. Forces act within all of them and between any two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, design_state, weighted_jacobian
from jounce.model.mechanism import (
    GROUND,
    AntiRollBar,
    AppliedTorque,
    Bushing,
    Coupler,
    Cylindrical,
    Distance,
    MagicFormula,
    Mechanism,
    Planar,
    Prismatic,
    Revolute,
    Sine,
    Spherical,
    SpringDamper,
    Tire,
    Universal,
)
from tests.engine.mechanisms import point, random_body, unit

Rng = np.random.Generator

PARENTS = (Prismatic, Revolute, Cylindrical, Universal, Spherical, Planar)
SIDES = ("left", "right")
CONDITION = 1e3
"""Of the mass-weighted Jacobian at the design position; errors of accelerations are about 1e-13 times this."""


@dataclass(frozen=True)
class Shape:
    """What both children have in common."""

    root: str
    arm: type
    knuckle: type
    wheel: bool
    rods: tuple[str, ...]
    """Bodies to which rods tie the knuckle."""


RUBBER = None
"""In place of a kind of joint: a bushing, which leaves all six freedoms."""


def nested_mechanism(parent: type | None, seed: int, *, cradle: type | bool | None = False) -> Mechanism:
    """A mechanism that moves, is not near a singular position, and whose rows do not repeat each other.

    parent: kind of the joint between base and parent; cradle: of that below a body between these two, False for none.
    """
    for attempt in range(100):
        mechanism = _draw(np.random.default_rng((seed, attempt)), parent, cradle)
        if _is_regular(mechanism):
            return mechanism
    raise AssertionError(f"no regular mechanism for seed {seed}")


def _draw(rng: Rng, parent: type | None, cradle: type | bool | None) -> Mechanism:
    free = rng.uniform() < 0.7
    base = "base" if free else GROUND
    bodies = [random_body(rng, "base", mass=30.0, inertia=(3.0, 4.0, 5.0))] if free else []
    bodies.append(random_body(rng, "carrier", free=False))
    joints, mounts = [], []
    held = [("carrier", parent, base if cradle is False else "cradle")]
    if cradle is not False:
        bodies.append(random_body(rng, "cradle", free=False))
        held.append(("cradle", cradle, base))
    for body, kind, below in held:
        if kind is RUBBER:
            mounts.append(_bushing(rng, f"mount_{body}", below, body))
        else:
            joints.append(_joint(rng, kind, body, below, body))
    if parent in (Prismatic, Revolute) and rng.uniform() < 0.5:
        bodies.append(random_body(rng, "shaft", free=False))
        joints.append(_joint(rng, Revolute, "shaft", base, "shaft"))
        ratio = float(rng.uniform(0.5, 2.0))
        joints.append(Coupler(name="teeth", joints=("carrier", "shaft"), coefficients=(1.0, ratio)))
    shape = _shape(rng, base)
    for side in SIDES:
        bodies += [random_body(rng, f"{name}_{side}", free=False) for name in ("arm", "knuckle")]
        if shape.wheel:
            bodies.append(random_body(rng, f"wheel_{side}", free=False))
        joints += _child(rng, side, shape)
    forces = [*mounts, *(force for force in _forces(rng, base) if rng.uniform() < 0.6)]
    return Mechanism(name="nested", bodies=bodies, joints=joints, forces=forces, tires=[_tire(rng)])


def _shape(rng: Rng, base: str) -> Shape:
    root = base if rng.uniform() < 0.6 else "carrier"
    rods = ("carrier",) if root == base or rng.uniform() < 0.5 else ()
    if rng.uniform() < 0.4:
        rods += (base,)
    arm, knuckle = (Revolute, Universal)[rng.integers(2)], (Spherical, Revolute, Universal)[rng.integers(3)]
    return Shape(root, arm, knuckle, rng.uniform() < 0.5, rods)


def _child(rng: Rng, side: str, shape: Shape) -> list[Any]:
    """Joints of one child."""
    arm, knuckle = f"arm_{side}", f"knuckle_{side}"
    joints = [_joint(rng, shape.arm, arm, shape.root, arm), _joint(rng, shape.knuckle, knuckle, arm, knuckle)]
    if shape.wheel:
        joints.append(_joint(rng, Revolute, f"wheel_{side}", knuckle, f"wheel_{side}"))
    for i, end in enumerate(shape.rods):
        ends = {"point_a": point(rng), "point_b": point(rng)}
        joints.append(Distance(name=f"rod{i}_{side}", body_a=end, body_b=knuckle, **ends))
    return joints


def _joint(rng: Rng, kind: type, name: str, a: str, b: str) -> Any:
    between = {"name": name, "body_a": a, "body_b": b, "point": point(rng)}
    if kind is Spherical:
        return kind(**between)
    axis = unit(rng)
    if kind is Universal:
        return kind(**between, axis_a=axis, axis_b=tuple(np.cross(axis, unit(rng))))
    return kind(**between, axis=axis)


def _forces(rng: Rng, base: str) -> list[Any]:
    """Within the base, the parent and the children, and from each into the others."""
    between = {
        "parent_spring": (base, "carrier"),
        "inner_spring": ("arm_left", "knuckle_left"),
        "own_spring": (base, "arm_right"),
        "carried_spring": ("carrier", "arm_right"),
        "cross_spring": ("knuckle_left", "arm_right"),
    }
    forces: list[Any] = []
    for name, (a, b) in between.items():
        ends = {"body_a": a, "body_b": b, "point_a": point(rng), "point_b": point(rng)}
        forces.append(SpringDamper(name=name, **ends, stiffness=80.0, damping=3.0))
    rubber = _bushing(rng, "bushing", "carrier", "knuckle_left")
    arms = {"left_body": "arm_left", "right_body": "arm_right", "left_point": point(rng), "right_point": point(rng)}
    push = Sine(amplitude=3.0, frequency=0.5)
    return [
        *forces,
        rubber,
        AntiRollBar(name="bar", body="carrier", **arms, axis=unit(rng), stiffness=60.0, damping=1.0),
        AppliedTorque(name="torque", body="knuckle_right", axis=unit(rng), magnitude=push, reaction="carrier"),
    ]


def _bushing(rng: Rng, name: str, a: str, b: str) -> Bushing:
    x_axis = unit(rng)
    axes = {"x_axis": x_axis, "y_axis": tuple(np.cross(x_axis, unit(rng)))}
    laws = {name: tuple(rng.uniform(5.0, 50.0, 3)) for name in ("stiffness", "rotational_stiffness")}
    return Bushing(name=name, body_a=a, body_b=b, point=point(rng), **axes, **laws)


def _tire(rng: Rng) -> Tire:
    """A tire on a child, its centre somewhere near the ground."""
    law = MagicFormula(b=10.0, c=1.4, d=1.0, e=0.9)
    size = {"radius": 0.3, "vertical_stiffness": 2000.0, "vertical_damping": 20.0, "lateral": law, "longitudinal": law}
    centre = (*rng.uniform(-1.0, 1.0, 2), 0.3)
    return Tire(name="tire", body="knuckle_right", centre=centre, spin_axis=unit(rng), **size)


def _is_regular(mechanism: Mechanism) -> bool:
    """Whether the bodies can move against their base, no row repeats another, and the position is not singular."""
    system = build(mechanism)
    evaluate(system.model, system.work, 0.0, design_state(system))
    W = weighted_jacobian(system)
    if W.shape[1] - W.shape[0] <= (6 if mechanism.bodies[0].name == "base" else 0):
        return False
    singular = np.linalg.svd(W, compute_uv=False)
    return bool(singular[0] < CONDITION * singular[-1])
