"""A channel: one quantity over the time of a run, with what is needed to understand it years later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False, repr=False)
class Channel:
    """Values of one quantity, in SI units and radians.

    frame: the axes of the quantity: `world`, `heading` (horizontal, x along the car, z up), `chassis`, `contact` (of a
    tire: forward, left, up), or empty for a quantity without direction. description: what it is and what its sign
    means.
    """

    name: str
    unit: str
    frame: str
    description: str
    values: np.ndarray
    """Values over time, (n,), read-only."""

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=float)
        if values.ndim != 1:
            raise ValueError(f"channel {self.name}: values of shape {values.shape}; expected one number per time")
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """The values, so that `np.max(result["chassis.yaw_rate"])` works."""
        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __eq__(self, other: object) -> bool:
        """Same name, unit, frame, description and bits (not-a-number equals itself)."""
        if not isinstance(other, Channel):
            return NotImplemented
        return _labels(self) == _labels(other) and np.array_equal(self.values, other.values, equal_nan=True)

    def __hash__(self) -> int:
        return hash((_labels(self), len(self)))

    def __repr__(self) -> str:
        known = self.values[np.isfinite(self.values)]
        extent = f", {known.min():.4g} … {known.max():.4g}" if len(known) else ""
        return f"<Channel {self.name} [{self.unit}]: {len(self)} samples{extent}>"

    def _repr_html_(self) -> str:
        from jounce.lab.results.notebook import channel_html

        return channel_html(self)


def part_of(channel: Channel, samples: slice) -> Channel:
    """A channel at some of its samples."""
    return Channel(channel.name, channel.unit, channel.frame, channel.description, channel.values[samples])


def _labels(channel: Channel) -> tuple[str, str, str, str]:
    return channel.name, channel.unit, channel.frame, channel.description
