"""What a `.tir` file says, in SI units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from jounce.findings import Finding


@dataclass(frozen=True)
class TirFile:
    """A tire: dialect, side, numbers by key."""

    name: str
    """Of the file."""
    dialect: str
    """PAC2002, MF 5.2, MF 6.1 or MF 6.2."""
    side: str
    """It was measured on: left, right, symmetric or unknown."""
    combined: Literal["cosine", "friction_ellipse"]
    """How the forces of combined slip come about; the ellipse where the file has no coefficients for it."""
    values: Mapping[str, float]
    """Numbers that jounce knows, by key in upper case, in SI units and radians; what the file leaves out is absent."""
    deflection: tuple[tuple[float, float], ...] = ()
    """Deflection [m] and load [N] of [DEFLECTION_LOAD_CURVE]."""
    other: Mapping[str, float | str] = field(default_factory=dict)
    """Keys that jounce does not use, as written."""
    findings: tuple[Finding, ...] = ()
    """What is odd, but does not prevent using the tire."""
