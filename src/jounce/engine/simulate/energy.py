"""Where the work of a run went.

    ∫ drive dt = Δ(kinetic + gravity + springs) + ∫ (dampers + brakes + tires + air) dt                      (1)

Each side is found on its own: energies from states, powers from the force laws and the rates at which they act. Joints
do no work. What (1) leaves over is the error of the integrator and of the sums over samples. The tires' share is what
they take from the wheels, −(F·v + T·ω) at the contact: slip, rolling and damping, and their own deflection, which comes
back. Each law of a scalar force says where its work goes (`jounce.engine.laws.forces.law.Account`): what has a signal
in it (servo, actuator, speed control, engine) counts as a drive, as do applied loads, a clutch as a brake.

Powers of applied loads, of bushings and of the air are not recorded, so they are found again from the states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.pack import pack
from jounce.engine.laws.forces.laws import law_of
from jounce.engine.simulate.air_power import air_power
from jounce.engine.simulate.bushing_work import bushing_work
from jounce.engine.simulate.trajectory import Trajectory
from jounce.errors import InputError
from jounce.model.mechanism import AppliedForce, AppliedTorque
from jounce.model.mechanism.bodies import GROUND


@dataclass(frozen=True)
class Energy:
    """Energies and works since the start over time, (n,) each [J]."""

    time: np.ndarray
    kinetic: np.ndarray
    gravity: np.ndarray
    springs: np.ndarray
    """Elastic energy of springs, bars, stops and bushings."""
    drive: np.ndarray
    """Work of everything with a signal in it."""
    dampers: np.ndarray
    brakes: np.ndarray
    """Work lost in brakes and clutches."""
    tires: np.ndarray
    """Taken from the wheels by the ground."""
    air: np.ndarray
    """Taken from the bodies by the air; wind gives, too."""

    @property
    def stored(self) -> np.ndarray:
        """Kinetic, gravity and springs."""
        return self.kinetic + self.gravity + self.springs

    @property
    def dissipated(self) -> np.ndarray:
        """Dampers, brakes, tires and air."""
        return self.dampers + self.brakes + self.tires + self.air

    @property
    def residual(self) -> np.ndarray:
        """What (1) leaves over."""
        return self.drive - (self.stored - self.stored[0]) - self.dissipated


def bookkeeping(run: Trajectory, magnitudes: Mapping[str, np.ndarray] | None = None) -> Energy:
    """The energies of a recorded run; sample it as finely as its forces change, such as every step.

    magnitudes: of the applied loads by name, (n,) [N, N m], and of the wind's signals by names such as
    `aerodynamics.wind_speed`, which are not recorded. Raises InputError without them
    where there are loads.
    """
    arrays = pack(run.mechanism).arrays
    if len(arrays["loads"]) and magnitudes is None:
        raise InputError("not booked", "loads", "their magnitudes over time", where="loads")
    rubber = bushing_work(run, arrays["bushings"])
    springs, drive = rubber.stored - _work(run.time, rubber.turning), np.zeros(len(run.time))
    dampers, brakes = rubber.damping.copy(), np.zeros(len(run.time))
    for e, law in enumerate(arrays["scalar_forces"]):
        x, force, rate = run.observation.scalar_forces[:, e].T
        account = law_of(law["kind"]).account(law, arrays["tables"], x, rate, force)
        booked = (account.stored, account.drive, account.damping, account.braking)
        for total, part in zip((springs, drive, dampers, brakes), booked, strict=True):
            if part is not None:
                total += part
    drive += load_power(run, magnitudes or {})
    return Energy(
        time=run.time,
        kinetic=_kinetic(run),
        gravity=_gravity(run),
        springs=springs,
        drive=_work(run.time, drive),
        dampers=_work(run.time, dampers),
        brakes=_work(run.time, brakes),
        tires=_work(run.time, _into_tires(run)),
        air=_work(run.time, air_power(run, arrays, magnitudes or {})),
    )


def _kinetic(run: Trajectory) -> np.ndarray:
    total = np.zeros(len(run.time))
    for body in run.mechanism.bodies:
        record = run.system.model.bodies[run.layout.body(body.name)]
        R, w = run.rotation(body.name), run.angular_velocity(body.name)
        own = np.einsum("nji,nj->ni", R, w)
        total += 0.5 * record["mass"] * np.einsum("ni,ni->n", run.velocity(body.name), run.velocity(body.name))
        total += 0.5 * np.einsum("ni,ij,nj->n", own, record["inertia"].reshape(3, 3), own)
    return total


def _gravity(run: Trajectory) -> np.ndarray:
    g = np.array(run.mechanism.gravity)
    return -sum((body.mass * run.position(body.name) @ g for body in run.mechanism.bodies), np.zeros(len(run.time)))


def _into_tires(run: Trajectory) -> np.ndarray:
    """Power that the ground takes from all wheels."""
    total = np.zeros(len(run.time))
    for e, tire in enumerate(run.mechanism.tires):
        contact = run.observation.tire[:, e]
        w = run.angular_velocity(tire.body)
        v = run.velocity(tire.body) + np.cross(w, contact["point"] - run.position(tire.body))
        total -= np.einsum("ni,ni->n", contact["force"], v) + np.einsum("ni,ni->n", contact["torque"], w)
    return total


def _work(time: np.ndarray, power: np.ndarray) -> np.ndarray:
    """Work since the start, by trapezoids."""
    return np.concatenate([[0.0], np.cumsum(0.5 * (power[1:] + power[:-1]) * np.diff(time))])


def load_power(run: Trajectory, magnitudes: Mapping[str, np.ndarray]) -> np.ndarray:
    """Power of all applied forces and torques on the bodies, (n,) [W]; magnitudes: theirs by name, (n,) [N, N m].

    Raises KeyError for a load without its magnitude.
    """
    total = np.zeros(len(run.time))
    for force in run.mechanism.forces:
        if isinstance(force, AppliedForce):
            speed = _velocity(run, force.body, force.point)
            total += magnitudes[force.name] * _dot(_direction(run, force, force.direction), speed)
        elif isinstance(force, AppliedTorque):
            spin = run.angular_velocity(force.body)
            if force.reaction != GROUND:
                spin = spin - run.angular_velocity(force.reaction)
            total += magnitudes[force.name] * _dot(_direction(run, force, force.axis), spin)
    return total


def _velocity(run: Trajectory, body: str, at: tuple[float, float, float]) -> np.ndarray:
    """Velocity of a point of a body, (n, 3) [m/s], world."""
    arm = run.point(body, at) - run.position(body)
    return run.velocity(body) + np.cross(run.angular_velocity(body), arm)


def _direction(run: Trajectory, force: AppliedForce | AppliedTorque, given: tuple[float, float, float]) -> np.ndarray:
    """(n, 3), world; given: at the design position."""
    if force.frame == "world":
        return np.broadcast_to(np.array(given), (len(run.time), 3))
    return run.rotation(force.body) @ run.frames[force.body].direction(given)


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ni,ni->n", a, b)
