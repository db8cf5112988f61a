"""How the car answers: handling diagrams, and the accelerations that it reached."""

from __future__ import annotations

from jounce.reports.plots import Line, Plot, drawn, values_in
from jounce.results import Result

LATERAL, LONGITUDINAL = "chassis.lateral_acceleration", "chassis.longitudinal_acceleration"


def handling_plots(result: Result) -> tuple[Plot, ...]:
    """Steering and side slip over lateral acceleration, and the g-g diagram."""
    across = "lateral acceleration [m/s²]"
    return drawn(
        (
            Plot(
                "handling",
                "Handling diagram: steering",
                "deg",
                _against(result, LATERAL, "m/s^2", "steering_wheel.angle", "deg"),
                "steering-wheel angle over lateral acceleration, through the whole run",
                "against",
                across,
            ),
            Plot(
                "handling_slip",
                "Handling diagram: side slip",
                "deg",
                _against(result, LATERAL, "m/s^2", "chassis.side_slip_angle", "deg"),
                "side slip angle over lateral acceleration, through the whole run",
                "against",
                across,
            ),
            Plot(
                "g_g",
                "g-g diagram",
                "gn",
                _against(result, LATERAL, "gn", LONGITUDINAL, "gn"),
                "longitudinal over lateral acceleration, in multiples of gravity",
                "circle",
                "lateral [g]",
            ),
        )
    )


def _against(result: Result, x: str, x_unit: str, y: str, y_unit: str) -> tuple[Line, ...]:
    if x not in result or y not in result:
        return ()
    return (Line(values_in(result, x, x_unit), values_in(result, y, y_unit), time=result.time),)
