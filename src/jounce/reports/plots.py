"""Which plots a report of a car shows, as data: titles, units, lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jounce.results import Result

BLACK, BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY = (
    "#000000", "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9",
)  # fmt: skip
"""Okabe and Ito's palette: told apart with every kind of colour vision, and in grey."""
CORNERS = (BLUE, VERMILLION, SKY, ORANGE, GREEN, PURPLE)
"""Left wheels blue or green, right wheels red; the first axle dark, the second light and dashed, the third dotted."""
_LOAD = ("tire", "vertical_force")
DASHES = ("solid", "solid", "dash", "dash", "dot", "dot")


@dataclass(frozen=True)
class Line:
    """One channel in a plot."""

    channel: str
    label: str = ""
    colour: str = BLUE
    dash: str = "solid"


@dataclass(frozen=True)
class Plot:
    """One plot; kind: over time, over time on a logarithmic scale, or the path of two channels with equal axes."""

    key: str
    title: str
    unit: str
    lines: tuple[Line, ...]
    note: str = ""
    kind: Literal["time", "logarithmic", "path"] = "time"


def vehicle_plots(result: Result) -> tuple[Plot, ...]:
    """The plots of a run of a car for which it has channels."""
    plots = (
        Plot("input", "Rack travel", "mm", _rack(result), _rack_note(result)),
        Plot("wheel_speeds", "Speed asked of the wheels", "km/h", _wheel_speeds(result), "of each side, at their rims"),
        Plot("yaw_rate", "Yaw rate", "deg/s", (Line("chassis.yaw_rate"),), "about the vertical; steer left → positive"),
        Plot(
            "lateral_acceleration",
            "Lateral acceleration",
            "m/s^2",
            (Line("chassis.lateral_acceleration"),),
            "horizontal, across the car; steer left → positive",
        ),
        Plot("speed", "Speed", "km/h", (Line("chassis.speed"),), "horizontal, of the chassis' centre of mass"),
        Plot(
            "roll_pitch",
            "Roll and pitch",
            "deg",
            (Line("chassis.roll_angle", "roll", BLUE), Line("chassis.pitch_angle", "pitch", ORANGE, "dash")),
            "leaning to the right and nose down → positive",
        ),
        Plot(
            "side_slip", "Side slip angle", "deg", (Line("chassis.side_slip_angle"),), "sliding to the left → positive"
        ),
        Plot(
            "path",
            "Path",
            "m",
            (Line("chassis.position_x"), Line("chassis.position_y")),
            "seen from above, equal scales; one dot per second",
            kind="path",
        ),
        Plot(
            "tire_loads",
            "Tire vertical loads",
            "kN",
            _corners(result, "tire", "vertical_force"),
            "0 when it lifts off",
        ),
        Plot(
            "slip_angles",
            "Tire slip angles",
            "deg",
            _corners(result, "tire", "slip_angle"),
            "steer left → negative in front",
        ),
        Plot(
            "travel",
            "Suspension travel",
            "mm",
            _corners(result, "suspension", "travel"),
            "wheel centre in chassis axes; bump → positive",
        ),
        Plot(
            "violation",
            "Constraint violation",
            "m",
            (Line("joints.violation", "position [m]", BLUE), Line("joints.violation_rate", "velocity [m/s]", ORANGE)),
            "largest error of all joint equations; logarithmic",
            kind="logarithmic",
        ),
    )
    return tuple(plot for plot in plots if plot.lines and all(line.channel in result for line in plot.lines))


def corner_suffixes(result: Result) -> tuple[str, ...]:
    """The wheels that a result knows, in their order: fl, fr, rl, rr."""
    parts = (name.split(".") for name in result)
    return tuple(wheel for part, wheel, what in (p for p in parts if len(p) == 3) if (part, what) == _LOAD)


def _corners(result: Result, part: str, quantity: str) -> tuple[Line, ...]:
    suffixes = corner_suffixes(result)
    styles = zip(suffixes, CORNERS * len(suffixes), DASHES * len(suffixes), strict=False)
    return tuple(Line(f"{part}.{suffix}.{quantity}", suffix.upper(), colour, dash) for suffix, colour, dash in styles)


def _rack(result: Result) -> tuple[Line, ...]:
    lines = (Line("input.rack_travel", "asked for", BLACK, "dot"), Line("rack.travel", "rack", BLUE))
    return tuple(line for line in lines if line.channel in result)


def _wheel_speeds(result: Result) -> tuple[Line, ...]:
    lines = (Line("input.speed_left", "left", BLUE), Line("input.speed_right", "right", VERMILLION, "dash"))
    return tuple(line for line in lines if line.channel in result)


def _rack_note(result: Result) -> str:
    if "rack.travel" not in result:
        return ""
    return "along its axis; " + result["rack.travel"].description.rpartition("; ")[2]
