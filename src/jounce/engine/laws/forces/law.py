"""What a force law along a scalar coordinate consists of: fields, force, derivatives and energy account, together.

A scalar force F acts along x = Σ factor · measure, a length, a travel or an angle; F is positive when it drives x up.
It may have a state z of first order, may sense the speed v = Σ factor · rate of other measures, and may hear the state
of another element of the same corner of a car, which is added to v:

    F(t, x, ẋ, z, v),   ż(t, x, ẋ, z, v)

`jounce.engine.laws.forces.laws` lists the laws and makes one record type of their fields. A law without an account of
its energy cannot be made: whatever drives, brakes or stores something has to say so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

HEADER = {"kind": int, "start": int, "stop": int, "sense_start": int, "sense_stop": int, "state": int, "heard": int}
"""Fields of every scalar force: number of its law; its terms start … stop − 1; the terms sense_start … sense_stop − 1
of v; number of its auxiliary state, or −1; number of the auxiliary state that it hears, or −1."""

NO_TORQUE = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
"""A table for a law that is silenced: a spline of two points that is zero."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """How the work of a scalar force is booked, (n,) over time each; None: nothing there. One at least is given."""

    stored: np.ndarray | None = None
    """Elastic energy [J]."""
    drive: np.ndarray | None = None
    """Power given to the mechanism [W]."""
    damping: np.ndarray | None = None
    """Power lost in dampers [W]."""
    braking: np.ndarray | None = None
    """Power lost in brakes and clutches [W]."""

    def __post_init__(self) -> None:
        if all(column is None for column in (self.stored, self.drive, self.damping, self.braking)):
            raise TypeError("energy account: nothing is booked; expected stored, drive, damping or braking")


@dataclass(frozen=True, kw_only=True)
class Law:
    """One force law; raises TypeError when a part of it is missing."""

    name: str
    fields: Mapping[str, type]
    """`int` or `float` by name, beside those of HEADER; a field that several laws have means the same in all."""
    force: Callable
    """Kernel (law, signals, tables, t, x, rate, state, sensed) → F [N, N m] and ż, from a record, x [m, rad], ẋ, z and
    v."""
    derivatives: Callable
    """Kernel of the same arguments → ∂F/∂x, ∂F/∂ẋ, ∂F/∂z, ∂F/∂v, ∂ż/∂ẋ, ∂ż/∂z, ∂ż/∂v. At corners (stops, tables,
    limits) it is the derivative of the side on which they are."""
    account: Callable[[np.void, np.ndarray, np.ndarray, np.ndarray, np.ndarray], Account]
    """(record, tables, x, rate, F), the last three over time, → where the work goes."""
    variants: tuple[Callable, ...] = ()
    """Kernels like `force` without branches, each for some records: traced programs hold them instead of calling."""
    pick: Callable[[np.void], Callable] | None = None
    """Record → the variant that serves it, or `force`; None: `force` serves all."""
    silence: Callable[[np.void, int], bool] | None = None
    """(record, place of `NO_TORQUE` in the tables) → whether it could be changed, in place, so that F = 0 whatever
    moves; None: it never can."""

    def __post_init__(self) -> None:
        for part in ("force", "derivatives", "account"):
            if not callable(getattr(self, part)):
                raise TypeError(
                    f"force law {self.name!r}: no {part}; expected a function, see jounce.engine.laws.forces.law.Law"
                )
        if odd := [name for name, kind in self.fields.items() if kind not in (int, float) or name in HEADER]:
            raise TypeError(f"force law {self.name!r}: fields {odd}; expected int or float, and no name of HEADER")

    def kernel_of(self, record: np.void) -> Callable:
        """The kernel that serves a record."""
        return self.force if self.pick is None else self.pick(record)


def silence_by(*fields: str) -> Callable[[np.void, int], bool]:
    """The `silence` of a law whose force vanishes when these fields are zero."""

    def silence(record: np.void, place: int) -> bool:
        for name in fields:
            record[name] = 0.0
        return True

    return silence


def book_drive(law: np.void, tables: np.ndarray, x: np.ndarray, rate: np.ndarray, force: np.ndarray) -> Account:
    """The account of whatever follows a signal: all of its work drives the mechanism."""
    return Account(drive=force * rate)


def book_brake(law: np.void, tables: np.ndarray, x: np.ndarray, rate: np.ndarray, force: np.ndarray) -> Account:
    """The account of friction: all of its work is lost."""
    return Account(braking=-(force * rate))
