"""Air on a unit of a vehicle."""

from __future__ import annotations

from typing import Annotated

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.model.mechanism import AirCoefficients
from jounce.model.mechanism.air import drag_area_ahead, drag_findings
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Area, Density, NotNegative, Point


class Aerodynamics(Frozen):
    """Drag and lift at a point of the unit [m]: Cd·A and Cl·A [m²], air_density [kg/m³].

    coefficients: side force, lift of both axles and moments over the angle of the relative wind, about the point.
    """

    point: Point
    drag_area: Annotated[Area, NotNegative] | None = None
    lift_area: Area = 0.0
    air_density: Annotated[Density, NotNegative] = 1.225
    coefficients: AirCoefficients | None = None

    @model_validator(mode="after")
    def _has_one_drag(self) -> Aerodynamics:
        findings = [*drag_findings(self.drag_area, self.lift_area, self.coefficients)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def drag_area_ahead(self) -> float:
        """Cd·A for flow from ahead [m²]."""
        return drag_area_ahead(self.drag_area, self.coefficients)
