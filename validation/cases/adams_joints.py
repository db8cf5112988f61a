"""One body on one joint or spring for five seconds, against the columns that ADAMS printed for Project Chrono.

What the columns mean, found out from the data and from Chrono's own tests: Pos, Vel, Acc, Avel and Aacc are of the
centre-of-mass marker in world axes; Quat turns that marker's axes into the world's, scalar first; Rforce and Rtorque are
what the joint does *to ground* (marker I), at the joint and in world axes: the opposite of jounce's reaction. Where there
is a spring, they contain its force or torque.

ADAMS made these columns with an error of its own. Five of the eight motions are swings of a rigid pendulum, known in
closed form: there that error is computed, and added to what is allowed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jounce.mechanism import Mechanism, replace
from jounce.simulate.trajectory import Trajectory
from validation.adams_model import read
from validation.closed_form import Swing
from validation.comparison import Comparison
from validation.motion import moved

GROUP = "ADAMS: one body on one joint"
SOURCE = "ADAMS, published by Project Chrono"
FOLDER = Path(__file__).parents[1] / "data" / "adams_joints"
BODY = "part 2"
QUANTITIES = {
    "Pos": "position",
    "Vel": "velocity",
    "Acc": "acceleration",
    "Quat": "quaternion",
    "Avel": "angular velocity",
    "Aacc": "angular acceleration",
    "Rforce": "force on ground",
    "Rtorque": "torque on ground",
}
NOTHING = 1e-9
"""Columns that peak below this [SI] are zeros with rounding errors, to be met by zeros."""
MOTION, REACTION = 1e-4, 1e-3


def rotational_spring(mechanism: Mechanism) -> Mechanism:
    """The published columns belong to 200 N m/rad and 10 N m s/rad, not to the 1 and 0.05 N m/deg of the published model.

    Their last rows say so (torque over angle at rest), and so does Chrono's test of this case.
    """
    (spring,) = mechanism.forces
    return replace(mechanism, forces=[replace(spring, stiffness=200.0, damping=10.0)])


def translational_spring(mechanism: Mechanism) -> Mechanism:
    """The published columns belong to a body that drops from the origin on 10 N/m and 0.5 N s/m of no free length.

    The published model is another one (100 N/m, 2 m away); Chrono's test of this case has the numbers used here. A
    spring of no length has no direction, so ours is longer by 1 m at both ends of its law: the same force on the same
    vertical motion.
    """
    (body,), (spring,) = mechanism.bodies, mechanism.forces
    moved_spring = replace(
        spring, point_a=(0, 0, 1), point_b=(0, 0, 0), stiffness=10.0, damping=0.5, free_length=1.0
    )
    return replace(mechanism, bodies=[replace(body, position=(0, 0, 0))], forces=[moved_spring])


def unchanged(mechanism: Mechanism) -> Mechanism:
    return mechanism


MODELS = {
    "Cylindrical": unchanged,
    "Distance": unchanged,
    "Prismatic": unchanged,
    "Revolute": unchanged,
    "RotSpring": rotational_spring,
    "Spherical": unchanged,
    "TranSpring": translational_spring,
    "Universal": unchanged,
}
NOTES = {
    "RotSpring": "stiffness and damping as in the columns, not as in the published model",
    "TranSpring": "start, stiffness and damping as in the columns, not as in the published model",
}


def mechanism(case: str) -> Mechanism:
    """The mechanism of a case, from the numbers of its ADAMS model."""
    file = FOLDER / f"test_{case.replace('Tran', 'Trans')}_Case01.adm"
    return MODELS[case](read(file).mechanism())


def columns(case: str) -> dict[str, np.ndarray]:
    """The published columns (n, 3 or 4) by quantity, and "Time" (n,)."""
    tables = {key: np.loadtxt(FOLDER / f"{case}_Case01_ADAMS_{key}.txt", skiprows=3) for key in QUANTITIES}
    return {"Time": tables["Pos"][:, 0]} | {key: table[:, 1:] for key, table in tables.items()}


def computed(run: Trajectory) -> dict[str, np.ndarray]:
    """The same quantities from jounce."""
    force, torque = np.zeros((len(run.time), 3)), np.zeros((len(run.time), 3))
    for joint in run.system.mechanism.joints:
        force -= run.reaction(joint.name).force_world
        torque -= run.reaction(joint.name).torque_world
    for spring in run.system.mechanism.forces:
        push = run.spring_force(spring.name)[:, None]  # apart, or up the angle of the joint's axis
        if spring.kind == "spring_damper":
            line = run.point(BODY, spring.point_b) - np.array(spring.point_a)
            force -= push * line / np.linalg.norm(line, axis=1)[:, None]
        else:
            torque -= push * np.array(run.system.mechanism.joint(spring.joint).axis_a)
    return {
        "Pos": run.position(BODY),
        "Vel": run.velocity(BODY),
        "Acc": run.acceleration(BODY),
        "Quat": run.quaternion(BODY),
        "Avel": run.angular_velocity(BODY),
        "Aacc": run.angular_acceleration(BODY),
        "Rforce": force,
        "Rtorque": torque,
    }


def closed_form(case: str, t: np.ndarray) -> dict[str, np.ndarray]:
    """The columns of a case that is a pendulum of radius 2 m, released horizontally along x or y; else none."""
    inertia = {"Distance": 4.0, "Revolute": 4.1, "Spherical": 4.1, "Universal": 4.1}.get(case)
    if inertia is None:
        return {}
    forward, axis = (1, 0) if case in ("Distance", "Universal") else (0, 1)
    sign = -1.0 if axis == 0 else 1.0
    gravity, radius = 9.80665, 2.0
    theta, rate, push = Swing(0.5 * np.pi, np.sqrt(gravity * radius / inertia)).at(t)
    out, along = np.zeros((len(t), 3)), np.zeros((len(t), 3))
    out[:, forward], out[:, 2] = np.sin(theta), -np.cos(theta)
    along[:, forward], along[:, 2] = np.cos(theta), np.sin(theta)
    turn = np.zeros((1, 3))
    turn[0, axis] = -sign * (case != "Distance")
    acceleration = radius * (push[:, None] * along - (rate**2)[:, None] * out)
    return {
        "Pos": radius * out,
        "Vel": radius * rate[:, None] * along,
        "Acc": acceleration,
        "Avel": rate[:, None] * turn,
        "Aacc": push[:, None] * turn,
        "Rforce": -acceleration - np.array([0.0, 0.0, gravity]),
    }


def worst(a: np.ndarray, b: np.ndarray, adams: np.ndarray) -> float:
    """Largest distance of any column from its like, relative to the peak of ADAMS's; of columns that are not zeros."""
    peaks = np.max(np.abs(adams), axis=0)
    kept = peaks > NOTHING
    return float(np.max(np.abs(a - b)[:, kept] / peaks[kept], initial=0.0))


def compared(case: str) -> list[Comparison]:
    adams = columns(case)
    t = adams["Time"]
    run = moved(mechanism(case), end=float(t[-1]), sample=float(t[1] - t[0]))
    ours, exact = computed(run), closed_form(case, t)
    flip = np.sign(np.sum(ours["Quat"] * adams["Quat"], axis=1))  # q and −q are one orientation
    ours["Quat"] = ours["Quat"] * flip[:, None]
    found, zeros = [], 0.0
    for key, quantity in QUANTITIES.items():
        empty = np.max(np.abs(adams[key]), axis=0) <= NOTHING
        zeros = max(zeros, float(np.max(np.abs(ours[key][:, empty]), initial=0.0)))
        if empty.all():
            continue
        limit, note = (REACTION if key.startswith("R") else MOTION), NOTES.get(case, "")
        if key in exact:
            own = worst(adams[key], exact[key], adams[key])
            limit += own
            note = f"ADAMS is {own:.1e} and jounce {worst(ours[key], exact[key], adams[key]):.1e} from the closed form"
        error = worst(ours[key], adams[key], adams[key])
        found.append(_comparison(case, quantity, error, limit, "of peak", note))
    found.append(_comparison(case, "columns that are zero", zeros, NOTHING, "SI", ""))
    return found


def _comparison(case: str, quantity: str, error: float, allowed: float, kind: str, note: str) -> Comparison:
    return Comparison(
        group=GROUP,
        name=case,
        quantity=quantity,
        reference=SOURCE,
        error=error,
        allowed=allowed,
        kind=kind,
        note=note,
    )


def comparisons() -> list[Comparison]:
    return [comparison for case in MODELS for comparison in compared(case)]
