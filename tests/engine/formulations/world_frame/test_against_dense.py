"""The sparse block factorisation against dense NumPy: the car, random trees and loops, and bare block systems."""

import numpy as np
import pytest

from jounce.engine.analysis import degrees_of_freedom
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.linalg.block_ldl import SIZE, BlockFinder, analyse, elimination_order, factor, solve
from jounce.model.mechanism import (
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Mechanism,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    SpringDamper,
    Universal,
)
from tests.engine.mechanisms import compiled_solution, dense_solution, dw18, moved, point, random_body, unit

CLOSE = 1e-9
"""Relative: the augmented matrices have condition numbers up to 1e6 after scaling, times rounding 1e-16, with room."""


def agree(system, y):
    (a, multipliers), (dense_a, dense_multipliers) = compiled_solution(system, y), dense_solution(system, y)
    for found, wanted in ((a, dense_a), (multipliers, dense_multipliers)):
        size = np.max(np.abs(wanted), initial=1.0)
        assert np.max(np.abs(found - wanted), initial=0.0) < CLOSE * size


def test_the_car_at_100_random_states():
    system, rng = dw18(), np.random.default_rng(1)
    for _ in range(100):
        agree(system, moved(system, rng, 0.03, 5.0))


def random_joint(rng, name, a, b):
    """A joint of any kind between two bodies."""
    at = {"name": name, "body_a": a, "body_b": b}
    kind = rng.choice([Revolute, Prismatic, Cylindrical, Spherical, Universal, Fixed, Planar])
    if kind in (Spherical, Fixed):
        return kind(**at, point=point(rng))
    axis = np.array(unit(rng))
    if kind is Universal:
        across = np.cross(axis, unit(rng))
        return kind(**at, point=point(rng), axis_a=tuple(axis), axis_b=tuple(across))
    return kind(**at, point=point(rng), axis=tuple(axis))


def random_mechanism(seed):
    """A tree of 2 to 9 bodies, closed by rods and balls as long as it can still move, with springs."""
    rng = np.random.default_rng(seed)
    names = [f"body{i}" for i in range(rng.integers(2, 10))]
    before = ["ground", *names]
    joints = [random_joint(rng, f"joint{i}", before[rng.integers(0, i + 1)], name) for i, name in enumerate(names)]
    hinges = [joint.name for joint in joints if joint.kind in ("revolute", "cylindrical")]
    free = 6 * len(names) - sum(joint.equations for joint in joints)
    if len(hinges) > 1 and free > 2:
        joints.append(Gear(name="gear", joint_a=hinges[0], joint_b=hinges[1], ratio=float(rng.uniform(-2, 2))))
        free -= 1
    bodies = [random_body(rng, name) for name in names]
    for i in range(min(3, free // 3)):
        a, b = rng.choice(["ground", *names], 2, replace=False)
        b, a = (a, b) if b == "ground" else (b, a)
        loop = Distance(name=f"loop{i}", body_a=a, body_b=b, point_a=point(rng), point_b=point(rng))
        if independent(bodies, [*joints, loop]):
            joints.append(loop)
    springs = [
        SpringDamper(name=f"s{i}", body_b=name, point_a=point(rng), point_b=point(rng), stiffness=50.0, damping=3.0)
        for i, name in enumerate(names)
    ]
    return Mechanism(bodies=bodies, joints=joints, forces=springs), rng


def independent(bodies, joints):
    """Whether no joint repeats another: a rod between two bodies that are already rigid together would."""
    system = build(Mechanism(bodies=bodies, joints=joints))
    return not degrees_of_freedom(system, moved(system, np.random.default_rng(0), 0.2)).redundant


@pytest.mark.parametrize("seed", range(25))
def test_random_mechanisms(seed):
    mechanism, rng = random_mechanism(seed)
    system = build(mechanism)
    for size in (0.0, 0.2, 0.2):
        agree(system, moved(system, rng, size, 3.0))


def random_system(seed):
    """Bodies of random inertia, joints of one to six rows on one to three of them, some repeated."""
    rng = np.random.default_rng(seed)
    nb, nj = int(rng.integers(1, 12)), int(rng.integers(0, 16))
    masses = []
    for _ in range(nb):
        root = rng.normal(size=(SIZE, SIZE))
        masses.append(root @ root.T + np.eye(SIZE))
    joints = []
    for _ in range(nj):
        rows = int(rng.integers(1, SIZE + 1))
        on = rng.choice(nb, size=min(nb, int(rng.integers(1, 4))), replace=False)
        joints.append([(int(i), rng.normal(size=(rows, SIZE))) for i in on])
    if nj > 1:
        joints[-1] = list(joints[0])  # redundant
    return masses, joints, rng


@pytest.mark.parametrize("seed", range(20))
def test_block_factorisation(seed):
    """Relative residual of a quasi-definite system; ε = 1e-4 and repeated joints leave a condition number of 1e7."""
    masses, joints, rng = random_system(seed)
    epsilon, nb = 1e-4, len(masses)
    n = nb + len(joints)
    order = elimination_order(masses, joints, epsilon)
    assert sorted(order) == list(range(n))
    adjacency = [set() for _ in range(n)]
    for j, pairs in enumerate(joints, start=nb):
        for i, _ in pairs:
            adjacency[i].add(j)
            adjacency[j].add(i)
    pattern = analyse(adjacency, order)
    blocks, K = np.zeros((n + pattern.row.size, SIZE, SIZE)), np.zeros((n * SIZE, n * SIZE))
    where, place = [slice(SIZE * i, SIZE * i + SIZE) for i in range(n)], BlockFinder(pattern)
    for i, mass in enumerate(masses):
        blocks[i] = K[where[i], where[i]] = mass
    for j, pairs in enumerate(joints, start=nb):
        rows = pairs[0][1].shape[0]
        blocks[j] = K[where[j], where[j]] = np.diag([-epsilon] * rows + [-1.0] * (SIZE - rows))
        for i, jacobian in pairs:
            padded = np.vstack([jacobian, np.zeros((SIZE - rows, SIZE))])
            block, flipped = place.locate(j, i)
            blocks[block] += padded.T if flipped else padded
            K[where[j], where[i]], K[where[i], where[j]] = padded, padded.T
    right = rng.normal(size=(n, SIZE))
    x = right.copy()
    widest = int(np.diff(pattern.start).max(initial=1))
    inverses = np.zeros((n, SIZE, SIZE))
    factor(pattern, blocks, inverses, np.zeros((max(widest, 1), SIZE, SIZE)))
    solve(pattern, blocks, inverses, x)
    residual = K @ x.ravel() - right.ravel()
    assert np.max(np.abs(residual)) < 1e-12 * np.abs(K).max() * (1.0 + np.abs(x).max())
