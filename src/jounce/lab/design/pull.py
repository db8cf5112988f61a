"""Pull hardpoints of an axle towards targets on its K&C curves, within bounds: least squares on the curves.

    minimise over p, lower ≤ p ≤ upper:   Σ ((c_i(p) − t_i) / s_i)²  +  ε² Σ ((p − p₀) / b)²

with curve c and target t at every point of every target, the curve's span s, the places p₀ at the start and the
bounds b. The small second term keeps coordinates where they are that no target asks for; ε = 0.01.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy.optimize import least_squares

from jounce.errors import InputError, ModelError
from jounce.lab.design.axle_curves import AxleCurves, analyse_axle
from jounce.lab.design.curve_targets import MISSING, CurveTarget, target_error, target_errors
from jounce.lab.design.hardpoints import with_hardpoints
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parameters import value_at

STAY = 0.01
"""ε: weight of staying where a point is, against a target missed by one span."""
DIFFERENCE = 1e-4
"""Displacement for derivatives by hardpoints [m]."""
MAX_EVALUATIONS = 30
"""Most trial geometries, derivatives not counted."""


@dataclass(frozen=True)
class Free:
    """A coordinate of a hardpoint that may move: path of the point, 0 to 2 for x, y, z, and how far each way [m]."""

    path: str
    axis: int
    by: float


@dataclass(frozen=True)
class Pulled:
    """Where hardpoints were pulled to."""

    places: Mapping[str, Triple]
    """Path → place [m]; all points that were free."""
    error_before: float
    """Root mean square error of the targets in spans of their curves."""
    error_after: float
    evaluations: int
    """How often an axle was put on the rig."""
    stopped: bool
    """Whether somebody stopped it; the places are the best until then."""


Progress: TypeAlias = Callable[[Mapping[str, Triple], float, AxleCurves | None], bool]
"""Told of the best places and error so far, and of the curves there if they are new; False stops the search."""


class _StoppedError(Exception):
    """Somebody stopped the search."""


def pull(
    vehicle: Vehicle,
    axle: str,
    targets: Sequence[CurveTarget],
    free: Sequence[Free],
    travel: float,
    *,
    progress: Progress | None = None,
) -> Pulled:
    """Search for the places of free coordinates that bring the curves of an axle nearest to the targets.

    travel: of the wheels, each way [m]. Raises InputError without targets or free coordinates.
    """
    if not targets:
        raise InputError("no targets", hint="draw at least one point of a target on a curve of this axle")
    if not free:
        raise InputError("nothing is free to move", hint="mark the hardpoints that may move")
    search = _Search(vehicle, axle, targets, free, travel, progress)
    before = search.evaluate(np.zeros(len(free)))
    if before is None:
        raise InputError("no curves to begin with", hint="undo until the linkage moves again", where=axle)
    stopped = False
    try:
        least_squares(
            search.residuals,
            np.zeros(len(free)),
            bounds=(-np.ones(len(free)), np.ones(len(free))),
            diff_step=search.difference,
            x_scale="jac",
            xtol=1e-5,
            ftol=1e-5,
            max_nfev=MAX_EVALUATIONS,
        )
    except _StoppedError:
        stopped = True
    first = target_error(before, targets)
    return Pulled(search.places(search.best), first, min(search.error, first), search.evaluations, stopped)


class _Search:
    """Residuals over z = (p − p₀) / b, and the best z so far."""

    def __init__(
        self,
        vehicle: Vehicle,
        axle: str,
        targets: Sequence[CurveTarget],
        free: Sequence[Free],
        travel: float,
        progress: Progress | None,
    ) -> None:
        self.vehicle, self.axle, self.targets, self.free = vehicle, axle, targets, free
        self.travel, self.progress = travel, progress
        self.full = any(target.sweep != "travel" for target in targets)
        self.origin = {one.path: np.array(value_at(vehicle, one.path), dtype=float) for one in free}
        self.difference = np.array([DIFFERENCE / one.by for one in free])
        self.count = sum(len(target.points) for target in targets)
        self.best, self.error, self.evaluations = np.zeros(len(free)), np.inf, 0

    def places(self, z: np.ndarray) -> dict[str, Triple]:
        """Free points at z [m], to a hundredth of a millimetre."""
        found = {path: place.copy() for path, place in self.origin.items()}
        for one, share in zip(self.free, z, strict=True):
            found[one.path][one.axis] += share * one.by
        return {path: (round(float(x), 5), round(float(y), 5), round(float(z), 5)) for path, (x, y, z) in found.items()}

    def evaluate(self, z: np.ndarray) -> AxleCurves | None:
        """The curves at z; None where the linkage cannot be moved. Unrounded, for differences."""
        moved = {path: place.copy() for path, place in self.origin.items()}
        for one, share in zip(self.free, z, strict=True):
            moved[one.path][one.axis] += share * one.by
        self.evaluations += 1
        try:
            car = with_hardpoints(self.vehicle, {path: (p[0], p[1], p[2]) for path, p in moved.items()})
            return analyse_axle(car, self.axle, self.travel, full=self.full)
        except (InputError, ModelError):
            return None

    def residuals(self, z: np.ndarray) -> np.ndarray:
        curves = self.evaluate(z)
        errors = np.full(self.count, MISSING) if curves is None else target_errors(curves, self.targets)
        error = float(np.sqrt(np.mean(errors**2)))
        better = error < self.error
        if better:
            self.best, self.error = z.copy(), error
        told = curves if better else None
        if self.progress is not None and not self.progress(self.places(self.best), self.error, told):
            raise _StoppedError
        return np.concatenate([errors, STAY * z])
