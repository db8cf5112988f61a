"""Tires as part of a mechanism: where they sit, how stiff they are, and how they grip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from jounce.errors import Refusal
from jounce.findings import shown
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import (
    Damping,
    Direction,
    Length,
    Name,
    NotNegative,
    Number,
    Point,
    Positive,
    Stiffness,
)


class MagicFormula(Frozen):
    """Force / vertical load = d sin(c atan(b s − e (b s − atan b s))) of the slip s; d is the peak."""

    b: Number
    c: Number
    d: Number
    e: Number


def _from_list(value: Any) -> Any:
    """Four numbers b, c, d, e as a mapping; anything else as it is."""
    if isinstance(value, list | tuple):
        if len(value) != 4:
            raise Refusal("wrong number of items", f"{shown(value)} ({len(value)})", "b, c, d and e")
        return dict(zip("bcde", value, strict=True))
    if isinstance(value, Mapping):
        return {key.lower() if key in ("B", "C", "D", "E") else key: item for key, item in value.items()}
    return value


class Tire(Frozen):
    """A tire on a body, centre [m] and spin axis in world axes at the design position.

    radius [m] unloaded, vertical_stiffness [N/m], vertical_damping [N s/m]; lateral over the tangent of the slip
    angle, longitudinal over the slip ratio. relaxation: lengths [m] along and across over which a force builds up;
    with them the tire also holds at standstill, without them its slip is that of the moment.
    """

    name: Name
    body: Name
    centre: Point
    spin_axis: Direction = (0.0, 1.0, 0.0)
    radius: Annotated[Length, Positive]
    vertical_stiffness: Annotated[Stiffness, Positive]
    vertical_damping: Annotated[Damping, NotNegative] = 0.0
    lateral: Annotated[MagicFormula, BeforeValidator(_from_list)]
    longitudinal: Annotated[MagicFormula, BeforeValidator(_from_list)]
    relaxation: tuple[Annotated[Length, Positive], Annotated[Length, Positive]] | None = None
