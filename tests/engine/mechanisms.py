"""Random bodies and well-known mechanisms for the tests of truth."""

from __future__ import annotations

import functools

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.engine.formulations.world_frame.entries import accelerations, displace_bodies, evaluate
from jounce.engine.formulations.world_frame.system import System, build, design_state, jacobian, mass_matrices
from jounce.model.library import load_vehicle
from jounce.model.mechanism import AirCoefficients, Body, Curve, Cylindrical, Mechanism, Revolute, Spherical
from jounce.model.vehicle import to_mechanism

COEFFICIENTS = AirCoefficients(
    area=0.7,
    length=1.3,
    side=Curve(x=(0.0, 0.4, 1.5), y=(0.0, 0.9, 1.4)),
    front_lift=0.1,
    rear_lift=Curve(x=(0.0, 0.6), y=(0.2, 0.5)),
    roll=-0.2,
    pitch=0.1,
    yaw=0.6,
)
"""Numbers and curves of the air."""


def unit(rng: np.random.Generator, size: int = 3) -> tuple[float, ...]:
    """A random direction, or a random quaternion with size 4."""
    x = rng.normal(size=size)
    return tuple(x / np.linalg.norm(x))


def point(rng: np.random.Generator) -> tuple[float, ...]:
    """A random point within a metre of the origin."""
    return tuple(rng.uniform(-1.0, 1.0, 3))


def random_body(rng: np.random.Generator, name: str, **fields) -> Body:
    """A body with the inertia of a random cloud of points, its frame anywhere."""
    cloud = rng.normal(size=(6, 3)) * 0.3
    inertia = np.eye(3) * np.sum(cloud**2) - cloud.T @ cloud
    given = {"mass": float(rng.uniform(0.5, 3.0)), "inertia": inertia, "centre_of_mass": point(rng)}
    given |= {"position": point(rng), "orientation": unit(rng, 4), "free": True}
    return Body(name=name, **(given | fields))


def rod(name: str, start, end, mass: float = 1.0, **fields) -> Body:
    """A uniform rod between two points, its frame in the middle and parallel to the world."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    d = end - start
    length = np.linalg.norm(d)
    axis = d / length
    thin = 1e-2 * length  # a radius: every body needs an inertia about its own axis
    across, along = mass * (length**2 / 12.0 + thin**2 / 4.0), 0.5 * mass * thin**2
    inertia = across * (np.eye(3) - np.outer(axis, axis)) + along * np.outer(axis, axis)
    return Body(name=name, mass=mass, inertia=inertia, position=tuple(0.5 * (start + end)), **fields)


def moved(system: System, rng: np.random.Generator, size: float, speed: float = 1.0) -> np.ndarray:
    """The design state with every body displaced by about `size` [m, rad], at about `speed` [m/s, rad/s]."""
    y, nb = design_state(system), len(system.layout.bodies)
    displace_bodies(rng.uniform(-size, size, (nb, 6)), y)
    y[7 * nb : 13 * nb] = rng.uniform(-speed, speed, 6 * nb)
    return y


def rotation(system: System, y: np.ndarray, body: str) -> np.ndarray:
    """Rotation body → world, by SciPy."""
    w, *v = y[system.pose(body)][3:]
    return Rotation.from_quat([*v, w]).as_matrix()


def dense_solution(
    system: System, y: np.ndarray, t: float = 0.0, *, redundant: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations (nb, 6) and multipliers (rows,) from a dense solution of the augmented system.

    With redundant constraints the multipliers are those of minimum norm.
    """
    evaluate(system.model, system.work, t, y)
    J, M, f, gamma = jacobian(system), dense_mass(system), applied(system, y), system.work.rows["gamma"].copy()
    n, m = len(M), len(J)
    K = np.block([[M, J.T], [J, np.zeros((m, m))]])
    # equilibrate: body rows by the square root of the mass, joint rows to unit length in that measure
    half = 1.0 / np.sqrt(np.diag(M))
    s = np.concatenate([half, 1.0 / np.linalg.norm(J * half, axis=1)])
    scaled, right = s[:, None] * K * s, s * np.concatenate([f, gamma])
    if not redundant:
        x = s * np.linalg.solve(scaled, right)
        return x[:n].reshape(-1, 6), x[n:]
    a = (s * np.linalg.lstsq(scaled, right, rcond=1e-12)[0])[:n]
    return a.reshape(-1, 6), np.linalg.pinv(J.T, rcond=1e-10) @ (f - M @ a)


def compiled_solution(system: System, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """The same from jounce, which must succeed."""
    assert accelerations(system.model, system.work, t, y) == 0
    nb, rows, x = len(system.layout.bodies), system.model.rows, system.work.x
    return x[:nb].copy(), x[nb + rows["joint"], rows["place"]].copy()


def dense_mass(system: System) -> np.ndarray:
    """The mass matrix, (6 nb, 6 nb)."""
    blocks = mass_matrices(system.model)
    M = np.zeros((6 * len(blocks), 6 * len(blocks)))
    for i, block in enumerate(blocks):
        M[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
    return M


def applied(system: System, y: np.ndarray) -> np.ndarray:
    """Applied forces (world) and torques less ω × Jω (body axes) of the last evaluation, stacked."""
    nb = len(system.layout.bodies)
    w = y[7 * nb : 13 * nb].reshape(nb, 6)[:, 3:]
    bodies, inertia = system.work.bodies[:nb], system.model.bodies["inertia"].reshape(nb, 3, 3)
    A = np.array([rotation(system, y, name) for name in system.layout.bodies])
    torque = np.einsum("nji,nj->ni", A, bodies["torque"]) - np.cross(w, np.einsum("nij,nj->ni", inertia, w))
    return np.hstack([bodies["force"], torque]).ravel()


def kinetic_energy(system: System, states: np.ndarray) -> np.ndarray:
    """½ vᵀMv of states (n, size) [J]."""
    nb = len(system.layout.bodies)
    v = np.atleast_2d(states)[:, 7 * nb : 13 * nb]
    return 0.5 * np.einsum("ni,ij,nj->n", v, dense_mass(system), v)


def height_energy(system: System, states: np.ndarray) -> np.ndarray:
    """−Σ m g·r of states (n, size) [J]."""
    nb = len(system.layout.bodies)
    r = np.atleast_2d(states)[:, : 7 * nb].reshape(-1, nb, 7)[:, :, :3]
    return -np.einsum("i,nij,j->n", system.model.bodies["mass"], r, system.model.gravity)


def momenta(system: System, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Linear momentum, and angular momentum about the world's origin, (n, 3) each."""
    linear, angular = np.zeros((2, len(states), 3))
    for n, y in enumerate(states):
        for body, name in zip(system.model.bodies, system.layout.bodies, strict=True):
            v, w = np.split(y[system.twist(name)], 2)
            p = body["mass"] * v
            linear[n] += p
            spin = rotation(system, y, name) @ body["inertia"].reshape(3, 3) @ w
            angular[n] += np.cross(y[system.pose(name)][:3], p) + spin
    return linear, angular


def four_bar(*, closing: str = "revolute", crank: float = 1.0, coupler: float = 3.0, **fields) -> Mechanism:
    """Crank (1 m), coupler (3 m), rocker (3 m) on a base of 3.5 m in the x-z plane, crank upright."""
    A, B = np.zeros(3), np.array([0.0, 0.0, crank])
    D = np.array([3.5, 0.0, 0.0])
    C = _apex(B, D, coupler, 3.0)
    axis = (0.0, 1.0, 0.0)
    hinge = functools.partial(Revolute, axis=axis)
    joints = [
        hinge(name="A", body_b="crank", point=tuple(A)),
        hinge(name="B", body_a="crank", body_b="coupler", point=tuple(B)),
        *_closing(closing, tuple(C), tuple(D), axis),
    ]
    bodies = [rod("crank", A, B), rod("coupler", B, C, 3.0), rod("rocker", C, D, 3.0)]
    return Mechanism(name="four-bar", bodies=bodies, joints=joints, **fields)


def _closing(closing: str, C, D, axis) -> list:
    """The joints of the rocker: both hinges, or a ball and a cylinder that say the same without repetition."""
    if closing == "revolute":
        last = Revolute(name="C", body_a="coupler", body_b="rocker", point=C, axis=axis)
        return [last, Revolute(name="D", body_b="rocker", point=D, axis=axis)]
    ball = Spherical(name="C", body_a="coupler", body_b="rocker", point=C)
    return [ball, Cylindrical(name="D", body_b="rocker", point=D, axis=axis)]


def _apex(B: np.ndarray, D: np.ndarray, first: float, second: float) -> np.ndarray:
    """The upper point at distance `first` from B and `second` from D in the x-z plane."""
    d = np.linalg.norm(D - B)
    along = (first**2 - second**2 + d**2) / (2.0 * d)
    across = np.sqrt(first**2 - along**2)
    e = (D - B) / d
    return B + along * e + across * np.array([-e[2], 0.0, e[0]])


def bricard(**fields) -> Mechanism:
    """Six rods of 1 m and 1 kg along edges of a cube, hinged at right angles; the first is the ground (IFToMM A04)."""
    P = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1], [0, 0, 1]], float)
    names = ["ground", "rod1", "rod2", "rod3", "rod4", "rod5"]
    bodies = [rod(names[i], P[i], P[(i + 1) % 6]) for i in range(1, 6)]
    joints = []
    for i in range(6):  # at P[i], between the rods that end and begin there
        axis = np.cross(P[i] - P[i - 1], P[(i + 1) % 6] - P[i])
        a, b = names[i - 1], names[i]
        joints.append(Revolute(name=f"P{i}", body_a=a, body_b=b, point=tuple(P[i]), axis=tuple(axis)))
    return Mechanism(name="bricard", bodies=bodies, joints=joints, **fields)


def double_pendulum(**fields) -> Mechanism:
    """Two blocks in space: a ball on the ground, a skew hinge between them."""
    bodies = [
        Body(name="upper", mass=1.0, inertia=(0.05, 0.12, 0.1), position=(0.5, 0.0, 0.0), angular_velocity=(0, 1, 3)),
        Body(name="lower", mass=0.7, inertia=(0.06, 0.03, 0.05), position=(1.0, 0.4, 0.1)),
    ]
    joints = [
        Spherical(name="top", body_b="upper", point=(0, 0, 0)),
        Revolute(name="middle", body_a="upper", body_b="lower", point=(1, 0, 0), axis=(1, 0.3, -0.2)),
    ]
    return Mechanism(name="double pendulum", bodies=bodies, joints=joints, **fields)


@functools.cache
def dw18() -> System:
    """The reference car."""
    return build(to_mechanism(load_vehicle("dw18")))
