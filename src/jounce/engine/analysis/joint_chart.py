"""Coordinates for small motions about a state of a system with independent joint coordinates.

    x = (positions: base, independent coordinates;  velocities: base, independent coordinates;  element states)

The base counts as in `jounce.engine.analysis.heading_motion`. A joint coordinate counts against the reference, a ball
joint by its rotation ξ in base axes: ξ̇ = ω − ω₀ + ω₀ × ξ. Dependent coordinates follow: they are displaced along the
velocities that a unit independent velocity gives them, and then projected. Element states are those of tires, brakes,
controllers and lags; counters of turns are none, for nothing depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jounce.engine.analysis.heading_motion import HeadingMotion
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import Coordinate, Rate
from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.parameter_derivatives import Neighbourhood, Numbers, derivatives_along
from jounce.engine.formulations.synthesis.start import close_loops, evaluate
from jounce.engine.formulations.synthesis.system import System
from jounce.errors import SimulationError

DISPLACEMENT, VELOCITY, JOINT_VELOCITY = 2e-6, 1e-5, 1e-3
"""Steps of differences: of the coordinate that moves most [m, rad]; of velocities of the base and element states,
relative to their size, at least 1; of velocities of joints [m/s, rad/s].

The first two as in `jounce.engine.integrators.linearise`. The last is larger, so that differences reach both sides of
the kink of a damper that is harder in rebound than in bump: its rate is then the mean of both, which takes as much out
of a small oscillation as the damper does."""
BASE = 6
"""Freedoms of a base that moves."""


class JointChart:
    """Coordinates x about one closed state, and their rates."""

    def __init__(self, system: System, y: np.ndarray, t: float) -> None:
        self.system, self.t, self.y = system, t, y.copy()
        self.base = HeadingMotion(system.state, self.y) if system.state.free else None
        self.rates: tuple[Rate, ...] = tuple(independent_rates(system))
        self.velocities = np.array([c.velocity + i for c, i in self.rates], dtype=int)
        self.states = np.array([system.auxiliary_index(k) for k in element_states(system)], dtype=int)
        self.dof = (BASE if self.base else 0) + len(self.rates)
        self.fields = self._fields()

    @property
    def size(self) -> int:
        """Length of x."""
        return 2 * self.dof + self.states.size

    @property
    def damped_columns(self) -> np.ndarray:
        """Places of the velocities of joints in x, along which dampers may have kinks."""
        return np.arange(2 * self.dof - len(self.rates), 2 * self.dof)

    def steps(self) -> np.ndarray:
        """Steps of central differences along x."""
        n = len(self.rates)
        largest = np.abs(self.fields).max(axis=1, initial=0.0)
        base = np.concatenate([self.base.V, self.base.W]) if self.base else np.zeros(0)
        parts = (
            np.full(base.size, DISPLACEMENT),
            DISPLACEMENT / largest,
            VELOCITY * np.maximum(1.0, np.abs(base)),
            np.full(n, JOINT_VELOCITY),
            VELOCITY * np.maximum(1.0, np.abs(self.y[self.states])),
        )
        return np.concatenate(parts)

    def state_at(self, x: np.ndarray) -> np.ndarray:
        """The state y at chart coordinates x, all loops closed."""
        y, n, base = self.y.copy(), self.dof, self.dof - len(self.rates)
        if self.base:
            self.base.displace(np.concatenate([x[:BASE], x[n : n + BASE]]), y)
        self._displace(x[base:n] @ self.fields, y)
        y[self.velocities] += x[n + base : 2 * n]
        y[self.states] += x[2 * n :]
        self._check(close_loops(self.system.project, self.system.model, self.system.work, self.t, y))
        return y

    def rates_at(self, y: np.ndarray) -> np.ndarray:
        """ẋ at a closed state y near the reference, up to a constant."""
        dy, system = np.zeros_like(y), self.system
        self._check(evaluate(system.derivative, system.model, system.work, self.t, y, dy))
        own = np.array([self._rate(c, y)[i] for c, i in self.rates])
        joints = own, dy[self.velocities], dy[self.states]
        if not self.base:
            return np.concatenate(joints)
        base = HeadingMotion(system.state, y).rates(self.base, dy)
        return np.concatenate([base[:BASE], own, base[BASE:], *joints[1:]])

    def directions(self) -> np.ndarray:
        """Changes of y along all coordinates x, (size, size of y), loops not closed yet."""
        found, n, base = np.zeros((self.size, self.y.size)), self.dof, self.dof - len(self.rates)
        for x, change in zip(np.eye(self.size), found, strict=True):
            self._displace_along(x[base:n] @ self.fields, change)
            if self.base:
                u, q = self.base.start, self.y[3:7]
                moved, change[u : u + 6] = self.base.motion_along(np.concatenate([x[:6], x[n : n + 6]]))
                change[:3], change[3:7] = self.base.A @ moved[:3], 0.5 * _times(q, np.array([0.0, *moved[3:]]))
            change[self.velocities] += x[n + base : 2 * n]
            change[self.states] += x[2 * n :]
        return found

    def rates_along(self, x: np.ndarray, dy: np.ndarray, slope: np.ndarray) -> np.ndarray:
        """The change of ẋ along x, from ẏ at the reference and its change along x."""
        n, base = self.dof, self.dof - len(self.rates)
        own = [self._rate_along(c, x[base:n])[k] for c, k in self.rates] + x[n + base : 2 * n]
        parts = [own, slope[self.velocities], slope[self.states]]
        if not self.base:
            return np.concatenate(parts)
        u, given = self.base.start, np.concatenate([x[:BASE], x[n : n + BASE]])
        moving = self.base.rates_along(given, dy, slope[u : u + BASE])
        return np.concatenate([moving[:BASE], own, moving[BASE:], *parts[1:]])

    def neighbourhood(self, neighbours: Sequence[Mapping[int, Numbers]] = ()) -> Neighbourhood:
        """Exact changes of y, ẏ and contacts along all coordinates x, then with the numbers of neighbours; the system
        must have derivatives (`capabilities.has_exact_derivatives`). neighbours: as of `make_seeds`."""
        given = np.vstack([self.directions(), np.zeros((len(neighbours), self.y.size))])
        return derivatives_along(self.system, self.t, self.y, given, [*[{}] * self.size, *neighbours])

    def exact_rates(self, around: Neighbourhood | None = None) -> np.ndarray:
        """∂ẋ/∂x, and by what else `around` has, (size, size + others), by exact derivatives of the equations of motion;
        at corners that of the side on which the state is."""
        around, dy = around or self.neighbourhood(), self.slope()
        alone = [np.zeros(self.size)] * (len(around.slope) - self.size)
        pairs = zip([*np.eye(self.size), *alone], around.slope, strict=True)
        return np.column_stack([self.rates_along(x, dy, slope) for x, slope in pairs])

    def slope(self) -> np.ndarray:
        """ẏ at the reference."""
        dy, system = np.zeros_like(self.y), self.system
        self._check(evaluate(system.derivative, system.model, system.work, self.t, self.y, dy))
        return dy

    def _displace_along(self, increment: np.ndarray, change: np.ndarray) -> None:
        """The change of the positions of all joint coordinates that `_displace` makes of a small increment."""
        for c in self.system.state.coordinates:
            p, move = c.position, increment[c.velocity : c.velocity + c.rates]
            if c.kind == BALL:
                change[p : p + 4] = 0.5 * _times(np.array([0.0, *move]), self.y[p : p + 4])
            else:
                change[p] = move[0]

    def _rate_along(self, c: Coordinate, displacement: np.ndarray) -> np.ndarray:
        """How the rates of one coordinate change with displacements of independent ones: a ball joint that turns."""
        if c.kind != BALL:
            return np.zeros(1)
        turn = displacement @ self.fields[:, c.velocity : c.velocity + 3]
        return np.cross(self.y[c.velocity : c.velocity + 3], turn)

    def _fields(self) -> np.ndarray:
        """Velocities of all coordinates for one unit of each independent velocity, (n, size of y)."""
        rest = self._move_alone(None)
        return np.array([self._move_alone(place) - rest for place in self.velocities]).reshape(-1, self.y.size)

    def _move_alone(self, place: int | None) -> np.ndarray:
        """The reference with one unit independent velocity and no other, or with none."""
        y = self.y.copy()
        y[self.system.independent] = 0.0
        if place is not None:
            y[place] = 1.0
        self._check(close_loops(self.system.project, self.system.model, self.system.work, self.t, y))
        y[: self.system.state.velocity_start] = 0.0
        return y

    def _displace(self, increment: np.ndarray, y: np.ndarray) -> None:
        """Move the positions of all joint coordinates by a small increment in their velocity slots."""
        for c in self.system.state.coordinates:
            p, move = c.position, increment[c.velocity : c.velocity + c.rates]
            if c.kind == BALL:
                y[p : p + 4] = turn_slightly(y[p : p + 4], move)
            else:
                y[p] += move[0]

    def _rate(self, c: Coordinate, y: np.ndarray) -> np.ndarray:
        """Rates of the displacement of one coordinate, up to a constant."""
        velocity = y[c.velocity : c.velocity + c.rates]
        if c.kind != BALL:
            return velocity
        p, w0 = c.position, self.y[c.velocity : c.velocity + 3]
        return velocity + np.cross(w0, rotation_between(self.y[p : p + 4], y[p : p + 4]))

    def _check(self, outcome: int) -> None:
        if outcome != status.OK:
            text = f"t = {self.t:.6g} s: no small motions about this state: {status.MEANING[outcome]}"
            raise SimulationError(f"{text}. {status.HINT[outcome]}", time=self.t)


def independent_rates(system: System) -> list[Rate]:
    """Independent velocities of joints, in the order of `System.independent`."""
    return [rate for s in system.state.subsystems for rate in system.partitions[s.name].independent]


def element_states(system: System) -> list[int]:
    """Packed numbers of the auxiliary states that are no counters of turns."""
    counters = set(system.packed.arrays["measures"]["winding"].tolist())
    return [k for k in system.state.auxiliary if k not in counters]


def turn_slightly(q: np.ndarray, xi: np.ndarray) -> np.ndarray:
    """exp(ξ) ⊗ q for a small rotation ξ [rad], up to third order."""
    turned = q + _times(np.array([0.0, *(0.5 * xi)]), q)
    return turned / np.linalg.norm(turned)


def rotation_between(q0: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The small rotation ξ [rad] with q = exp(ξ) ⊗ q₀, up to third order."""
    away = _times(q, q0 * np.array([1.0, -1.0, -1.0, -1.0]))
    return 2.0 * np.sign(away[0]) * away[1:]


def _times(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """p ⊗ q."""
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])
