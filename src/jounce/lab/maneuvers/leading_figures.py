"""Figures that a maneuver can name as the answer to its question; `jounce.output.reports.answers` draws them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from jounce.errors import InputError
from jounce.findings import shown, suggestion

FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "step-response": "steering wheel asked and reached, yaw rate, lateral acceleration and side slip; T90, peak "
        "and overshoot (ISO 7401) drawn on them",
        "bode-yaw-rate": "gain, phase and coherence from steering wheel to yaw rate over frequency",
        "bode-lateral-acceleration": "gain, phase and coherence from steering wheel to lateral acceleration",
        "ride-spectrum": "power spectral density of the vertical acceleration, raw and weighted by Wk, weighted RMS of "
        "third octaves (ISO 2631-1), likely reaction",
        "road": "height of the road at the first axle, vertical acceleration, wheel loads",
        "course": "lanes and cones of ISO 3888, what the body swept, cones that were hit and by how much",
        "understeer": "road-wheel angle beyond Ackermann's, side slip and roll angle over lateral acceleration, with "
        "the fitted gradient (ISO 4138)",
        "stopping": "speed, deceleration and slip of every wheel, stopping distance",
        "rollover": "load transfer ratio, roll angle, wheel loads",
        "phase-plane": "rate of the side slip angle over the angle",
        "sine-with-dwell": "steering wheel and yaw rate with the criteria of the regulation",
        "steer-response": "steering wheel, yaw rate and lateral acceleration",
        "crosswind": "deviation from the straight line, yaw rate and lateral acceleration in a zone of wind, with the "
        "two seconds after the entry (ISO 12021)",
        "path": "path of the centre of mass, equal scales",
        "tire-use": "Fx/Fz over Fy/Fz of every tire inside the ellipse of its limit, and how much of it was used",
    }
)
"""Name → what it shows."""
MAX_FIGURES = 4
"""Most leading figures of a report."""


def check_figures(value: Any) -> tuple[str, ...]:
    """Names of figures as a tuple; raises InputError with the place of an unknown one."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple):
        raise InputError("not a list", shown(value), "names of figures, such as [step-response]")
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in FIGURES:
            hint = suggestion(str(name), FIGURES) or "`jounce list figures` has all"
            raise InputError("unknown figure", shown(name), f"one of {', '.join(FIGURES)}", hint, where=str(i))
    if len(names) > MAX_FIGURES:
        raise InputError("too many figures", str(len(names)), f"at most {MAX_FIGURES}: the others are below anyway")
    return tuple(names)
