"""Heights of the ground under the left and the right wheels of a car that drives straight on, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import Refusal
from jounce.findings import shown
from jounce.ground.profile import Profile
from jounce.terrain.road import profile


@dataclass(frozen=True, eq=False)
class Tracks:
    """z(s) [m] of two tracks at s = 0, spacing, 2 spacing, … [m]; before and after them the end values go on."""

    spacing: float
    left: NDArray[Any]
    right: NDArray[Any]
    about: str = ""
    """What they are, for people."""

    def __post_init__(self) -> None:
        if not (np.isfinite(self.spacing) and self.spacing > 0.0):
            raise Refusal("not a spacing", shown(self.spacing), "a length greater than 0 [m]", where="spacing")
        for name in ("left", "right"):
            z = np.asarray(getattr(self, name), dtype=np.float64)
            if z.ndim != 1 or z.size < 2 or not np.all(np.isfinite(z)):
                raise Refusal("not a profile", shown(z), "2 or more finite heights [m]", where=name)
            object.__setattr__(self, name, z)
        if self.left.size != self.right.size:
            got = f"{self.left.size} heights left and {self.right.size} right"
            raise Refusal("tracks of different length", got, "as many on both sides")

    @property
    def s(self) -> NDArray[Any]:
        """Distance of the nodes along the road [m]."""
        return self.spacing * np.arange(self.left.size)

    def ground(self, **options: Any) -> Profile:
        """The road with these tracks; options: those of `jounce.terrain.profile`."""
        return profile(self.left, self.right, spacing=self.spacing, **options)

    @property
    def length(self) -> float:
        """From the first node to the last [m]."""
        return self.spacing * (self.left.size - 1)
