"""Where a tire is evaluated, the two curves of the Magic Formula, and named coefficients with their defaults."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

DEFAULTS = {"PKY4": 2.0, "RCX1": 1.0, "RCY1": 1.0, "QCZ1": 1.0, "LONGVL": 16.7, "PHYP1": 1.0, "QDRP1": 1.0}


@dataclass(frozen=True)
class State:
    """Where a tire is evaluated: load [N], slip κ, slip angle α [rad], camber γ [rad], speed [m/s], turn slip [1/m]."""

    load: np.ndarray
    kappa: np.ndarray
    alpha: np.ndarray
    camber: np.ndarray
    speed: float = 20.0
    turn: np.ndarray | float = 0.0


def sine(B, C, D, E, x):
    """D sin(C atan(Bx − E(Bx − atan Bx)))."""
    return D * np.sin(C * np.arctan(B * x - np.minimum(E, 1.0) * (B * x - np.arctan(B * x))))


def cosine(B, C, D, E, x):
    """D cos(C atan(Bx − E(Bx − atan Bx)))."""
    return D * np.cos(C * np.arctan(B * x - np.minimum(E, 1.0) * (B * x - np.arctan(B * x))))


class Coefficients(ABC):
    """Numbers of a file as attributes: `self.PCX1`, 0 for what the file leaves out and has no default."""

    def __init__(self, values: Mapping[str, float], ellipse: bool = False) -> None:
        self.values, self.ellipse = DEFAULTS | dict(values), ellipse
        nominal = self.values.get("NOMPRES", 0.0)
        self.dp = self.values["INFLPRES"] / nominal - 1.0 if nominal and "INFLPRES" in self.values else 0.0

    def __getattr__(self, name: str) -> float:
        if not name.isupper():
            raise AttributeError(name)
        is_scale = name.startswith("L") and name not in ("LMUV", "LONGVL")
        return self.values.get(name, 1.0 if is_scale else 0.0)

    def evaluate(self, s: State) -> dict[str, np.ndarray]:
        """All forces [N] and moments [N m] by name."""
        Fx, Fy, _ = self.forces(s)
        return {"Fx": Fx, "Fy": Fy, "Mx": self.overturning(s), "My": self.rolling(s), "Mz": self.aligning(s)}

    @abstractmethod
    def forces(self, s: State):
        """Fx, Fy and the part of Fy that pulls at the trail [N]."""

    @abstractmethod
    def overturning(self, s: State):
        """Mx [N m]."""

    @abstractmethod
    def rolling(self, s: State):
        """My [N m]."""

    @abstractmethod
    def aligning(self, s: State):
        """Mz [N m]."""
