"""How the car moved, what was asked of it, and how it answered."""

from __future__ import annotations

from jounce.lab.results import Result
from jounce.output.reports.plots import (
    BLACK,
    BLUE,
    ORANGE,
    VERMILLION,
    Line,
    Plot,
    corner_lines,
    line,
    lines,
    values_in,
    with_lines,
)

SOLID = "solid"
LATERAL, LONGITUDINAL = "chassis.lateral_acceleration", "chassis.longitudinal_acceleration"


def motion_plots(result: Result) -> tuple[Plot, ...]:
    """Position, speed, angles and accelerations of the chassis over time, and its path."""
    roll_and_pitch = (("chassis.roll_angle", "roll", BLUE, SOLID), ("chassis.pitch_angle", "pitch", ORANGE, "dash"))
    return with_lines(
        (
            Plot("speed", "Speed", "km/h", line(result, "chassis.speed", "km/h"), "horizontal, of the centre of mass"),
            Plot(
                "yaw_rate",
                "Yaw rate",
                "deg/s",
                line(result, "chassis.yaw_rate", "deg/s"),
                "about the vertical; steer left → positive",
            ),
            Plot(
                "lateral_acceleration",
                "Lateral acceleration",
                "m/s^2",
                line(result, "chassis.lateral_acceleration", "m/s^2"),
                "horizontal, across the car; steer left → positive",
            ),
            Plot(
                "longitudinal_acceleration",
                "Longitudinal acceleration",
                "m/s^2",
                line(result, "chassis.longitudinal_acceleration", "m/s^2"),
                "horizontal, along the car; gaining speed → positive",
            ),
            Plot(
                "roll_pitch",
                "Roll and pitch",
                "deg",
                lines(result, "deg", *roll_and_pitch),
                "leaning to the right and nose down → positive",
            ),
            Plot(
                "side_slip",
                "Side slip angle",
                "deg",
                line(result, "chassis.side_slip_angle", "deg"),
                "sliding to the left → positive",
            ),
            Plot(
                "path", "Path", "m", _path(result), "seen from above, equal scales; one dot per second", "path", "x [m]"
            ),
        )
    )


def input_plots(result: Result) -> tuple[Plot, ...]:
    """Steering, pedals and speeds that were asked for, and what the powertrain made of them."""
    rack = (("input.rack_travel", "asked for", BLACK, "dot"), ("rack.travel", "rack", BLUE, SOLID))
    sides = (("input.speed_left", "left", BLUE, SOLID), ("input.speed_right", "right", VERMILLION, "dash"))
    pedals = (("input.throttle", "throttle", BLUE, SOLID), ("input.brake", "brake", VERMILLION, "dash"))
    return with_lines(
        (
            Plot(
                "steering_wheel",
                "Steering-wheel angle",
                "deg",
                line(result, "steering_wheel.angle", "deg"),
                "geared to the rack without play; steer left → positive",
            ),
            Plot("input", "Rack travel", "mm", lines(result, "mm", *rack), _rack_note(result)),
            Plot("wheel_speeds", "Wheel speed demand", "km/h", lines(result, "km/h", *sides), "at their rims"),
            Plot("pedals", "Pedals", "1", lines(result, "1", *pedals), "0 … 1"),
            Plot("engine_speed", "Engine speed", "rpm", line(result, "engine.speed", "rpm"), "against the chassis"),
            Plot("engine_torque", "Engine torque", "N*m", line(result, "engine.torque", "N*m"), "driving → positive"),
            Plot(
                "half_shafts",
                "Half-shaft torques",
                "N*m",
                corner_lines(result, "half_shaft", "torque", "N*m"),
                "on the wheels; driving forward → positive",
            ),
        )
    )


def _path(result: Result) -> tuple[Line, ...]:
    if "chassis.position_x" not in result or "chassis.position_y" not in result:
        return ()
    x, y = (result[f"chassis.position_{axis}"].values for axis in "xy")
    return (Line(x, y, time=result.time),)


def _rack_note(result: Result) -> str:
    if "rack.travel" not in result:
        return ""
    return "along its axis; " + result["rack.travel"].description.rpartition("; ")[2]


def handling_plots(result: Result) -> tuple[Plot, ...]:
    """Steering and side slip over lateral acceleration, and the g-g diagram."""
    across = "lateral acceleration [m/s²]"
    return with_lines(
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
