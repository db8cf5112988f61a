"""What a tire property file means."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.errors import Refusal
from jounce.units import parse_quantity

if TYPE_CHECKING:
    from jounce.reports.tire import TireSheet


def tire(file: str | Path, loads: Sequence[float | str] = ()) -> TireSheet:
    """Stiffnesses, peaks, trail and lengths of a .tir file by load; loads: [N, or texts with a unit], by default five.

    Raises FileError, ModelError or Refusal.
    """
    from jounce import tir
    from jounce.reports.tire import tire_sheet

    wanted = [_load(load) for load in loads]
    return tire_sheet(tir.read(Path(file)), wanted)


def _load(given: float | str) -> float:
    value = parse_quantity(given, "force")
    if value <= 0.0:
        raise Refusal("not a load", repr(given), "a positive force such as '4 kN'", where="load")
    return value
