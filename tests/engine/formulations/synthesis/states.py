"""Random admissible states: positions and velocities on the constraints, far from the design position.

From the assembled position a mechanism walks a few steps along random tangent directions, each closed onto the joints,
so that whatever can move does: by about ±10 cm and ±0.5 rad with the default size, less where a loop allows less, more
where a shaft only spins. One that is not tied to the ground is then put anywhere, on its wheels or (one in ten) rolled
over, its lowest tire between 6 cm above and 6 cm in the ground. Velocities are random along all degrees of freedom;
free mechanisms also drive, and their wheels roll with up to 30 % slip. States of tires, brakes and controls are random.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble
from jounce.engine.formulations import status
from jounce.engine.formulations.world_frame.entries import (
    close_positions,
    close_velocities,
    displace_bodies,
    evaluate,
    value_at,
)
from jounce.engine.formulations.world_frame.system import RANK, System, mass_matrices
from jounce.engine.laws.forces.laws import SPEED_CONTROL
from jounce.engine.laws.forces.measure import ANGLE

SIZE, SPEED = 0.6, 3.0
"""Length of a walk [m, rad] and size of the random velocities [m/s, rad/s]."""
END = 3.0
"""Latest time [s]; earlier where a driver cannot be followed so far."""
STEPS = 6
"""Steps of a walk; half of them move all bodies at random, half of them mainly one."""
SPINS, SPIN = 0.02, 12.0
"""Travel per rotation [m/rad] below which something only spins (a wheel, a pinion), and how much farther it may."""
INSTANT = 0.02
"""Step [s] in which drivers are followed."""
ATTEMPTS = 200
"""Most walks per state; more than a few fail only where a mechanism can hardly move."""
WORSE, WORST = 20.0, 1e4
"""States near singular positions are not used: those where the ratio of the singular values of the mass-weighted
Jacobian is this much larger than at the assembled position, or larger than that."""


class Stuck(Exception):
    """A walk that ended at a position that cannot be closed, or in a singular one."""


def sample(
    system: System, count: int, seed: int = 0, *, size: float = SIZE, speed: float = SPEED
) -> tuple[np.ndarray, np.ndarray]:
    """Times (count,) [s] and admissible states (count, system.size)."""
    rng = np.random.default_rng(seed)
    walks = Walks(system)
    pairs = [walks.draw(rng, size, speed) for _ in range(count)]
    return np.array([t for t, _ in pairs]), np.array([y for _, y in pairs])


def admissible(
    system: System, rng: np.random.Generator, size: float = SIZE, speed: float = SPEED
) -> tuple[float, np.ndarray]:
    """One random time [s] and a state y that satisfies all constraints then; `Walks` is faster for many."""
    return Walks(system).draw(rng, size, speed)


class Walks:
    """Draws admissible states of one system."""

    def __init__(self, system: System) -> None:
        model = system.model
        self.system, self.nb = system, model.bodies.size
        self.start = assemble(system)
        self.aux = self.start.size - system.layout.auxiliary
        self.filters = model.rows[model.rows["filter"] >= 0]
        self.in_rows = model.terms["measure"]
        self.row_of_term = np.repeat(np.arange(model.rows.size), model.rows["stop"] - model.rows["start"])
        self.half = np.array([np.linalg.inv(np.linalg.cholesky(M)).T for M in mass_matrices(model)])
        touched = model.measures[self.in_rows]
        self.tied = bool(np.any((touched["a"] == self.nb) | (touched["b"] == self.nb)))
        self.prescribed = bool(np.any(model.rows["signal"] >= 0))
        self.base = int(np.argmax(model.bodies["mass"]))
        self.starts = self._followed()
        self.end = INSTANT * (len(self.starts) - 1) if self.prescribed else END
        evaluate(model, system.work, 0.0, self.start)
        singular = self._singular_values()
        self.rank = int(np.sum(singular > 10.0 * np.sqrt(RANK) * np.max(singular, initial=0.0)))
        self.least = max(singular[self.rank - 1] / WORSE, singular[0] / WORST) if self.rank else 0.0

    def draw(self, rng: np.random.Generator, size: float = SIZE, speed: float = SPEED) -> tuple[float, np.ndarray]:
        """A random time [s] and a state on the constraints; raises RuntimeError when every walk gets stuck."""
        for _ in range(ATTEMPTS):
            t = float(rng.uniform(0.0, self.end))
            try:
                return t, self._walked(t, rng, size, speed)
            except Stuck:
                continue
        raise RuntimeError(f"no admissible state of {self.system.mechanism.name} in {ATTEMPTS} attempts")

    def _walked(self, t: float, rng: np.random.Generator, size: float, speed: float) -> np.ndarray:
        y = self._near_drivers(t, rng, size, speed)
        y[self._twists] = 0.0
        for _ in range(STEPS):
            y = self._step(t, y, rng, size / STEPS)
        if self.rank and self._singular_values()[self.rank - 1] < self.least:
            raise Stuck
        self._wind(y, rng)
        self._strain(y, rng)
        heading = np.array([1.0, 0.0, 0.0]) if self.tied else self._place(t, y, rng)
        self._set_off(y, rng, speed, heading)
        if close_velocities(self.system.model, self.system.work, t, y) != status.OK:
            raise Stuck
        return y

    @property
    def _twists(self) -> slice:
        return slice(7 * self.nb, 13 * self.nb)

    def _close(self, t: float, y: np.ndarray) -> None:
        if close_positions(self.system.model, self.system.work, t, y) != status.OK:
            raise Stuck

    def _followed(self) -> list[np.ndarray]:
        """Positions every INSTANT from t = 0 to END; only the first where nothing is prescribed."""
        starts = [self.start]
        if self.prescribed:
            with contextlib.suppress(Stuck):
                for t in np.arange(INSTANT, END, INSTANT):
                    y = starts[-1].copy()
                    for row in self.filters:
                        y[self.aux + row["filter"]] = value_at(self.system, int(row["signal"]), t)
                    self._close(t, y)
                    starts.append(y)
        return starts

    def _near_drivers(self, t: float, rng: np.random.Generator, size: float, speed: float) -> np.ndarray:
        """Where the drivers are at t; smoothed ones are a little off their target."""
        y = self.starts[min(int(t / INSTANT), len(self.starts) - 1)].copy()
        for row in self.filters:
            f = self.aux + row["filter"]
            y[f : f + 2] += rng.uniform(-1.0, 1.0, 2) * [0.05 * size, 0.1 * speed]
        if self.prescribed:
            self._close(t, y)
        return y

    def _step(self, t: float, y: np.ndarray, rng: np.random.Generator, size: float) -> np.ndarray:
        """Along a random tangent, closed again; a Newton correction much longer than the step is a jump.

        Either all bodies are pushed at random and the farthest moves by up to `size`, or one is pushed along or about
        one axis and moves by that much itself, as long as no other moves by more than twice.
        """
        raw = rng.uniform(-1.0, 1.0, (self.nb, 6))
        pushed = np.arange(self.nb)
        if rng.uniform() < 0.5:
            pushed = rng.integers(0, self.nb, 1)
            raw[:] = 0.0
            raw[pushed, rng.integers(0, 6)] = rng.choice([-1.0, 1.0])
        tangent = self._velocities(t, y, raw.ravel()).reshape(self.nb, 6)
        if self.prescribed:
            tangent -= self._velocities(t, y, 0.0).reshape(self.nb, 6)
        own, travel, turn = (np.max(np.abs(part)) for part in (tangent[pushed], tangent[:, :3], tangent[:, 3:]))
        scale = turn / SPIN if travel < SPINS * turn else max(own, 0.5 * travel, 0.5 * turn)
        moved = y.copy()
        if scale > 1e-9:
            displace_bodies(size * rng.uniform(0.3, 1.0) / scale * tangent, moved)
        closed = moved.copy()
        self._close(t, closed)
        if np.max(np.abs(closed[: 7 * self.nb] - moved[: 7 * self.nb])) > 2.0 * size:
            raise Stuck
        return closed

    def _velocities(self, t: float, y: np.ndarray, raw: np.ndarray | float) -> np.ndarray:
        """Velocities on the constraints nearest to raw ones: P raw + p(t)."""
        u = y.copy()
        u[self._twists] = raw
        if close_velocities(self.system.model, self.system.work, t, u) != status.OK:
            raise Stuck
        return u[self._twists]

    def _singular_values(self) -> np.ndarray:
        """Singular values, largest first, of the mass-weighted Jacobian Φ_q M^(−1/2) of the last evaluation.

        From the eigenvalues of its square, which is fast, and knows values down to 1e-8 of the largest.
        """
        model, g = self.system.model, self.system.work.measures["gradient"]
        m = self.in_rows
        J = np.zeros((model.rows.size, self.nb + 1, 6))
        scaled = model.terms["factor"][:, None] * g[m]
        np.add.at(J, (self.row_of_term, model.measures["a"][m]), scaled[:, :6])
        np.add.at(J, (self.row_of_term, model.measures["b"][m]), scaled[:, 6:])
        W = np.einsum("rbi,bij->rbj", J[:, : self.nb], self.half).reshape(model.rows.size, 6 * self.nb)
        return np.sqrt(np.maximum(np.linalg.eigvalsh(W @ W.T)[::-1], 0.0)) if W.size else np.zeros(0)

    def _wind(self, y: np.ndarray, rng: np.random.Generator) -> None:
        """Angles that no constraint counts may have made a turn or two."""
        for k, measure in enumerate(self.system.model.measures):
            if measure["kind"] == ANGLE and k not in self.in_rows and rng.uniform() < 0.2:
                y[self.aux + measure["winding"]] += 2.0 * np.pi * rng.integers(-2, 3)

    def _strain(self, y: np.ndarray, rng: np.random.Generator) -> None:
        """Tires are deflected by up to 4 cm, brakes hold a part of their torque, controls remember some speed."""
        elements = self.system.model.elements
        forces, tires = elements.scalar_forces, elements.tires
        for tire in tires[tires["state"] >= 0]:
            first = self.aux + tire["state"]
            y[first : first + 2] = rng.uniform(-0.04, 0.04, 2)
        for law in forces[forces["state"] >= 0]:
            y[self.aux + law["state"]] = rng.uniform(-1.0, 1.0) * (10.0 if law["kind"] == SPEED_CONTROL else 1.0)

    def _place(self, t: float, y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Put all bodies, as one, anywhere over the ground; returns where the heaviest one's x points then (world)."""
        if rng.uniform() < 0.1:
            attitude = Rotation.random(random_state=rng)
        else:
            attitude = Rotation.from_euler("zyx", [rng.uniform(-np.pi, np.pi), *rng.normal(0.0, 0.04, 2)])
        poses = y[: 7 * self.nb].reshape(self.nb, 7)
        turns = Rotation.from_quat(poses[:, [4, 5, 6, 3]])
        start = Rotation.from_quat(self.start[7 * self.base + np.array([4, 5, 6, 3])])
        R = attitude * start * turns[self.base].inv()
        place = rng.uniform(-20.0, 20.0, 3) * [1.0, 1.0, 0.0]
        poses[:, :3] = R.apply(poses[:, :3]) + place
        poses[:, 3:] = (R * turns).as_quat()[:, [3, 0, 1, 2]]
        self._close(t, y)  # no more than rounding
        if len(self.system.model.elements.tires):
            evaluate(self.system.model, self.system.work, t, y)
            poses[:, 2] += np.max(self.system.work.contacts["penetration"]) - rng.uniform(-0.06, 0.06)
        return attitude.apply([1.0, 0.0, 0.0])

    def _set_off(self, y: np.ndarray, rng: np.random.Generator, speed: float, heading: np.ndarray) -> None:
        """Random velocities; a free mechanism drives along `heading`, too, and its wheels roll."""
        twists = y[self._twists].reshape(self.nb, 6)
        twists[:] = rng.uniform(-speed, speed, (self.nb, 6))
        if self.tied:
            return
        forward = rng.uniform(-5.0, 30.0)
        twists[:, :3] += forward * heading
        for tire in self.system.model.elements.tires:
            twists[tire["body"], 3:] += forward / tire["radius"] * rng.uniform(0.7, 1.3) * tire["spin"]


def worst(system: System, times: np.ndarray, states: np.ndarray) -> Iterator[tuple[float, float]]:
    """Largest |Φ| [m, rad] and |Φ̇| [m/s, rad/s] of each state."""
    for t, y in zip(times, states, strict=True):
        evaluate(system.model, system.work, t, y)
        rows = system.work.rows
        yield np.max(np.abs(rows["violation"]), initial=0.0), np.max(np.abs(rows["slip"]), initial=0.0)
