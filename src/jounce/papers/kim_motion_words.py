"""What the numbers say about the motion of Kim 1997: against the world frame, and as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.kim_words import CHANNELS, last_of, maxima, within, yaw_ppm
from jounce.reports.quantities import digits

STALLED = 0.5
"""Share of a difference that is left with far smaller steps, from which on it is no error of the steps."""
MISSING = (
    "Two reasons, with J for Φ_q and J' for its rate. dP/dt = −I_R J' P holds at the start of a step only: that makes "
    "it of first order. And dI_R/dt is not −I_R J' I_R, as [4.8] has it, but that plus P_N J'ᵀ(JJᵀ)⁻¹: with "
    "a prescribed motion (b ≠ 0), as of the rack here, what is left out does not shrink with the step."
)


def motion(data: Mapping[str, Any]) -> str:
    """Differences by channel."""
    found = last_of(data)["methods"]["projection"]["differences"]
    words = [f"{title} {digits(1e6 * found[name]['relative'], 2)}" for name, (title, _) in CHANNELS.items()]
    return f"Largest difference of projection from the world frame, ppm of the peak: {', '.join(words)}"


def motion_remark(data: Mapping[str, Any]) -> str:
    """Whether they are errors of integration."""
    yaws = [
        row["methods"]["projection"]["differences"]["chassis.yaw_rate"]["relative"] for row in data["maximum_steps"]
    ]
    said = f"With {within(last_of(data)['maximum_step'])}."
    if len(yaws) > 1:
        said += f" Yaw rate, {maxima(data)}: {', '.join(digits(1e6 * yaw, 2) for yaw in yaws)} ppm."
    if yaws[0] < 0.5 * yaws[-1]:
        said += " The difference falls with the steps: it is the error of both integrations."
    peak = last_of(data)["methods"]["projection"]["differences"]["chassis.vertical_acceleration"]["peak"]
    return f"{said} The vertical acceleration is small, {digits(peak, 2)} m/s² at most."


def accuracy(data: Mapping[str, Any]) -> str:
    """Yaw rates of the three methods."""
    titles = {"projection_printed": "as printed", "qr": "QR", "projection": "ours"}
    words = [
        f"{title} {', '.join(yaw_ppm(row, name) for row in data['maximum_steps'])}" for name, title in titles.items()
    ]
    return f"Yaw rate against the world frame, ppm of its peak, {maxima(data)}: {'; '.join(words)}"


def accuracy_remark(data: Mapping[str, Any]) -> str:
    """Whether what is printed converges with the step."""
    rows = data["maximum_steps"]
    if len(rows) < 2:
        return MISSING
    first, last = (
        row["methods"]["projection_printed"]["differences"]["chassis.yaw_rate"]["difference"]
        for row in (rows[0], rows[-1])
    )
    if first > STALLED * last:
        return f"What is printed does not come nearer with smaller steps. {MISSING}"
    return f"What is printed comes nearer with smaller steps, as far as these go. {MISSING}"
