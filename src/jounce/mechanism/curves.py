"""Characteristics given by points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from pydantic import model_validator

from jounce.errors import ModelError, Refusal
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import AnyQuantity, Items, items
from jounce.mechanism.signals import check_columns
from jounce.units import parse_quantity


class Curve(Frozen):
    """y over strictly increasing x, straight between the points, extended with the slopes at both ends; SI."""

    x: Annotated[tuple[AnyQuantity, ...], Items]
    y: Annotated[tuple[AnyQuantity, ...], Items]

    @model_validator(mode="after")
    def _two_matching_columns(self) -> Curve:
        check_columns(("x", self.x), ("y", self.y))
        return self

    def rises(self) -> bool:
        """Whether y strictly increases, so that each y belongs to one x."""
        return all(a < b for a, b in zip(self.y, self.y[1:], strict=False))

    def x_at(self, y: float) -> float:
        """The x of a rising curve at y."""
        i = max(1, min(sum(value < y for value in self.y), len(self.y) - 1))
        (x0, x1), (y0, y1) = self.x[i - 1 : i + 1], self.y[i - 1 : i + 1]
        return x0 + (y - y0) * (x1 - x0) / (y1 - y0)

    def y_at(self, x: float) -> float:
        """y at x by straight lines, held constant beyond the ends."""
        i = max(1, min(sum(value < x for value in self.x), len(self.x) - 1))
        (x0, x1), (y0, y1) = self.x[i - 1 : i + 1], self.y[i - 1 : i + 1]
        return y0 + (y1 - y0) * min(max((x - x0) / (x1 - x0), 0.0), 1.0)


def columns_in(x: str, y: str) -> Callable[[object], object]:
    """A validator for the keys of a Curve whose units must be of the dimensions x and y."""

    def check(value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        findings = []
        for column, dimension in (("x", x), ("y", y)):
            try:
                entries = items(value.get(column))
            except Refusal:
                continue  # Curve itself says so
            for i, entry in enumerate(entries):
                try:
                    parse_quantity(entry, dimension)
                except Refusal as refusal:
                    findings.append(refusal.finding.inside(column, i))
        if findings:
            raise ModelError(findings)
        return value

    return check
