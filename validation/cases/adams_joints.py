"""One body on one joint or spring for five seconds, against the columns that ADAMS printed for Project Chrono.

What the columns mean, found out from the data and from Chrono's own tests: Pos, Vel, Acc, Avel and Aacc are of the
centre-of-mass marker in world axes; Quat turns that marker's axes into the world's, scalar first; Rforce and Rtorque
are what the joint does *to ground* (marker I), at the joint and in world axes: the opposite of jounce's reaction. Where
there is a spring, they contain its force or torque.

ADAMS made these columns with an error of its own, up to 9e-4 of the peak. Five of the eight motions are swings of a
pendulum that can be had exactly (`validation.adams_exact`): there that error is computed and added to what is allowed,
and jounce is held against the exact columns too.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import Mechanism, Revolute, RotationalSpringDamper, SpringDamper, replace
from validation.adams_exact import PENDULUMS
from validation.adams_model import read
from validation.comparison import Comparison
from validation.motion import moved

GROUP = "ADAMS: one body on one joint"
SOURCE = "ADAMS, published by Project Chrono"
EXACT = "the pendulum's equation of motion"
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
"""Allowed against ADAMS beyond its own error. It prints six digits."""
TIGHT = 1e-9
"""Allowed against the exact columns: a tolerance of 1e-11 per step, gathered over some hundred steps."""


def rotational_spring(mechanism: Mechanism) -> Mechanism:
    """The columns belong to 200 N m/rad and 10 N m s/rad, not to the 1 and 0.05 N m (s)/deg of the published model.

    Their last rows say so (torque over angle at rest), and so does Chrono's test of this case.
    """
    (spring,) = mechanism.forces
    return replace(mechanism, forces=[replace(spring, stiffness=200.0, damping=10.0)])


def translational_spring(mechanism: Mechanism) -> Mechanism:
    """The published columns belong to a body that drops from the origin on 10 N/m and 0.5 N s/m of no free length.

    The published model is another one (100 N/m, 2 m away); Chrono's test of this case has the numbers used here. A
    spring of no length has no direction, so ours hangs 1 m higher and has a free length of 1 m: the same force on the
    same vertical motion.
    """
    (body,), (spring,) = mechanism.bodies, mechanism.forces
    moved_spring = replace(spring, point_a=(0, 0, 1), point_b=(0, 0, 0), stiffness=10.0, damping=0.5, free_length=1.0)
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
        if isinstance(spring, SpringDamper):
            line = run.point(BODY, spring.point_b) - np.array(spring.point_a)
            force -= push * line / np.linalg.norm(line, axis=1)[:, None]
        else:
            assert isinstance(spring, RotationalSpringDamper)
            joint = run.system.mechanism.joint(spring.joint)
            assert isinstance(joint, Revolute)
            torque -= push * np.array(joint.axis_a)
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


def worst(a: np.ndarray, b: np.ndarray, adams: np.ndarray) -> float:
    """Largest distance of any column from its like, relative to the peak of ADAMS's; of columns that are not zeros."""
    kept = ~is_zero(adams)
    return float(np.max(np.abs(a - b)[:, kept] / np.max(np.abs(adams[:, kept]), axis=0), initial=0.0))


def is_zero(adams: np.ndarray) -> np.ndarray:
    """Which columns are zeros with rounding errors."""
    return np.max(np.abs(adams), axis=0) <= NOTHING


def compared(case: str) -> list[Comparison]:
    adams = columns(case)
    t = adams["Time"]
    run = moved(mechanism(case), end=float(t[-1]), sample=float(t[1] - t[0]))
    ours, truth = computed(run), PENDULUMS[case].columns(t) if case in PENDULUMS else {}
    for quaternions in (ours["Quat"], truth.get("Quat", ours["Quat"])):  # q and −q are one orientation
        quaternions *= np.sign(np.sum(quaternions * adams["Quat"], axis=1))[:, None]
    found, from_truth = [], 0.0
    for key, quantity in QUANTITIES.items():
        if np.max(np.abs(adams[key])) <= NOTHING:
            continue
        limit, note = (REACTION if key.startswith("R") else MOTION), NOTES.get(case, "")
        if key in truth:
            own = worst(adams[key], truth[key], adams[key])
            from_truth = max(from_truth, worst(ours[key], truth[key], adams[key]))
            limit += own
            note = "; ".join([f"{own:.1e} of it is ADAMS's own error", *filter(None, [note])])
        error = worst(ours[key], adams[key], adams[key])
        found.append(_comparison(case, quantity, SOURCE, error, limit, "of peak", note))
    zeros = max(float(np.max(np.abs(ours[key][:, is_zero(adams[key])]), initial=0.0)) for key in QUANTITIES)
    found.append(_comparison(case, "columns that are zero", SOURCE, zeros, NOTHING, "SI", ""))
    if truth:
        found.append(_comparison(case, "all of these columns", EXACT, from_truth, TIGHT, "of peak", ""))
    return found


def _comparison(
    case: str, quantity: str, reference: str, error: float, allowed: float, kind: str, note: str
) -> Comparison:
    return Comparison(
        group=GROUP,
        name=case,
        quantity=quantity,
        reference=reference,
        error=error,
        allowed=allowed,
        kind=kind,
        note=note,
    )


def comparisons() -> list[Comparison]:
    return [comparison for case in MODELS for comparison in compared(case)]
