"""Where the work of a run went.

    ∫ drive dt = Δ(kinetic + gravity + springs) + ∫ (dampers + brakes + tires + air) dt                      (1)

Each side is found on its own: energies from states, powers from the force laws and the rates at which they act. Joints
do no work. What (1) leaves over is the error of the integrator and of the sums over samples. The tires' share is what
they take from the wheels, −(F·v + T·ω) at the contact: slip, rolling and damping, and their own deflection, which comes
back. An element with a signal in it (servo, actuator, speed control, engine, applied load) counts as a drive, a clutch
as a brake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jounce.errors import Refusal
from jounce.packing.pack import pack
from jounce.simulate.applied_power import air_power, load_power
from jounce.simulate.trajectory import Trajectory

_DRIVES = ("target", "actuator", "control", "full_table")
"""Fields of a law that drives something."""


@dataclass(frozen=True)
class Energy:
    """Energies and works since the start over time, (n,) each [J]."""

    time: np.ndarray
    kinetic: np.ndarray
    gravity: np.ndarray
    springs: np.ndarray
    """Elastic energy of springs, bars and stops."""
    drive: np.ndarray
    """Work of everything with a signal in it."""
    dampers: np.ndarray
    brakes: np.ndarray
    """Work lost in brakes and clutches."""
    tires: np.ndarray
    """Taken from the wheels by the ground."""
    air: np.ndarray
    """Taken from the bodies by drag and lift."""

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

    magnitudes: of the applied loads by name, (n,) [N, N m], which are not recorded. Raises Refusal without them where
    there are loads, and for bushings, whose work is not recorded.
    """
    arrays = pack(run.mechanism).arrays
    for kind in ("bushings", "loads"):
        if len(arrays[kind]) and not (kind == "loads" and magnitudes is not None):
            raise Refusal("not booked", kind, "springs, bars, stops, brakes, drives, tires and drag", where=kind)
    springs, drive, dampers, brakes = (np.zeros(len(run.time)) for _ in range(4))
    for e, law in enumerate(arrays["springs"]):
        x, force, rate = run.observation.springs[:, e].T
        if any(law[signal] >= 0 for signal in _DRIVES):
            drive += force * rate
        elif law["brake"] >= 0 or law["clutch"] >= 0:
            brakes -= force * rate
        else:
            springs += _elastic(law, arrays["tables"], x)
            dampers += _damping(law, arrays["tables"], rate) * rate
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
        air=_work(run.time, air_power(run)),
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


def _elastic(law: np.void, tables: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Energy of spring and stops at the coordinate x."""
    pressed = law["free"] - x
    energy = 0.5 * law["stiffness"] * pressed**2
    if law["spring_table"] >= 0:
        energy = energy + _integral(tables, int(law["spring_table"]), int(law["spring_points"]), pressed)
    for name, p in (("bump", law["bump_at"] - x), ("rebound", x - law["rebound_at"])):
        p = np.maximum(p, 0.0)
        energy = energy + 0.5 * law[f"{name}_stiffness"] * p**2 + 0.25 * law[f"{name}_cubic"] * p**4
    return energy


def _integral(tables: np.ndarray, offset: int, n: int, x: np.ndarray) -> np.ndarray:
    """∫₀ˣ of a piecewise linear table that goes on with its end slopes."""
    s, f = tables[offset : offset + n], tables[offset + n : offset + 2 * n]
    slopes = np.diff(f) / np.diff(s)
    sums = np.concatenate([[0.0], np.cumsum(0.5 * (f[1:] + f[:-1]) * np.diff(s))])

    def from_first(at: np.ndarray) -> np.ndarray:
        i = np.clip(np.searchsorted(s, at, side="right") - 1, 0, n - 2)
        d = at - s[i]
        return sums[i] + d * (f[i] + 0.5 * slopes[i] * d)

    return from_first(x) - from_first(np.zeros(1))


def _damping(law: np.void, tables: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """Force of the damper against the rate."""
    force = law["damping"] * rate
    if law["damper_table"] >= 0:
        offset, n = int(law["damper_table"]), int(law["damper_points"])
        s, f = tables[offset : offset + n], tables[offset + n : offset + 2 * n]
        i = np.clip(np.searchsorted(s, -rate, side="right") - 1, 0, n - 2)
        force = force - (f[i] + (f[i + 1] - f[i]) / (s[i + 1] - s[i]) * (-rate - s[i]))
    return force


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
