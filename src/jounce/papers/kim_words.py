"""Words that several sentences on Kim 1997 share: maximum steps, ranges, names of channels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.kim_scatter import apart
from jounce.reports.quantities import digits

CHANNELS = {
    "chassis.vertical_acceleration": ("vertical acceleration", "m/s²"),
    "chassis.lateral_acceleration": ("lateral acceleration", "m/s²"),
    "chassis.position_y": ("lateral displacement", "m"),
    "chassis.roll_rate": ("roll rate", "rad/s"),
    "chassis.yaw_rate": ("yaw rate", "rad/s"),
}


def milliseconds(step: float) -> str:
    """A step [s] as text."""
    return f"{1e3 * step:g} ms"


def within(largest: float) -> str:
    """A maximum step [s] as text."""
    return f"steps ≤ {milliseconds(largest)}"


def maxima(data: Mapping[str, Any]) -> str:
    """All maximum steps as text."""
    words = [f"{1e3 * row['maximum_step']:g}" for row in data["maximum_steps"]]
    return f"steps ≤ {', '.join(words)} ms"


def last_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """With the largest maximum step."""
    return data["maximum_steps"][-1]


def of_all_three(data: Mapping[str, Any], what: str) -> str:
    """A number of the three methods at all maximum steps."""
    titles = {"projection_printed": "as printed", "qr": "QR", "projection": "ours"}
    words = [
        f"{title} {', '.join(digits(row[f'{what}_{name}'], 2) for row in data['maximum_steps'])}"
        for name, title in titles.items()
    ]
    return "; ".join(words)


def ranged(data: Mapping[str, Any], name: str, what: str) -> str:
    """The range of a number over the scattered runs of a method."""
    of = data["scatter"]["methods"][name][what]
    return f"{digits(of['smallest'], 2)} … {digits(of['largest'], 2)}"


def verdict(data: Mapping[str, Any], a: str, b: str, what: str) -> str:
    """Whether a has `less` or `more` of something than b, or they are `alike`."""
    methods = data["scatter"]["methods"]
    return apart(methods[a][what], methods[b][what])


def yaw_ppm(row: Mapping[str, Any], name: str) -> str:
    """Difference of a method's yaw rate from the world frame's, in millionths of the peak."""
    return digits(1e6 * row["methods"][name]["differences"]["chassis.yaw_rate"]["relative"], 2)
