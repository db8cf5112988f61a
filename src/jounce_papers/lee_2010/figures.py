"""The figures of Lee 2010, section 6, drawn from our drive, and what else there is to see, as Plotly figures."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.engine.laws.ground import ask
from jounce.engine.simulate.energy import Energy
from jounce.model.vehicle.corners import CHASSIS
from jounce.output.reports.figures import AXIS, axis_title, numbers
from jounce.output.reports.plots import BLACK, BLUE, CORNERS, DASHES, GREEN, ORANGE, PURPLE, VERMILLION
from jounce_papers.drives import Record
from jounce_papers.figures import MAX_POINTS, Figure, line, over_time
from jounce_papers.lee_2010.drives import BUMPS, Field

MAX_NODES = 190
"""Nodes of a drawn surface along a side."""
AROUND = 14.0
"""How much ground to show around the path [m]."""
PIECE = 5.0
"""Side of the piece that is shown with its nodes [m]."""
LIFT = 0.01
"""Height of the drawn nodes above the surface that goes through them, so that they are seen whole [m]."""
FINE = 81
"""Points of the surface along a side of the piece."""
EARTH = [[0.0, "#33524a"], [0.3, "#6f9274"], [0.55, "#c3cfa0"], [0.8, "#e3d2a4"], [1.0, "#a8825c"]]
"""Colours of the ground from low to high."""


def figures(record: Record, field: Field, energy: Energy) -> tuple[Figure, ...]:
    """All of them, in the order of the page."""
    return (*_grounds(record, field), *_heights(record), *_chassis(record), *_wheels(record), *_energies(energy))


def _grounds(record: Record, field: Field) -> tuple[Figure, ...]:
    path = record.run.position(CHASSIS)
    raster, (x, y) = field.raster, _window(path)
    coarse = -(-raster.heights.shape[0] // MAX_NODES)
    near = raster.window(x, y)
    whole = _surface(raster.x[::coarse], raster.y[::coarse], raster.heights[::coarse, ::coarse])
    local = _surface(near.x, near.y, near.heights)
    return (
        Figure(
            "field", "The field, 700 m × 700 m", "as Fig. 6; heights 6 times as large as they are; the path in red",
            "scene", [whole, _path_in_space(path, 6.0, lift=2.0)], _scene(whole, 6.0, (-0.9, -1.05, 0.8), 1.1), "tall",
        ),
        _piece(field),
        Figure(
            "drive", "The drive", "as Fig. 9: path of the chassis' centre of mass; heights 14 times",
            "scene", [local, _path_in_space(path, 6.0)], _scene(local, 14.0, (-0.35, -1.25, 0.95), 1.3), "tall",
        ),
        Figure(
            "above", "Seen from above", "heights of the same window; a dot every four seconds", "map",
            [_relief(near.x, near.y, near.heights), *_path_from_above(record)], _map_layout(), "tall",
        ),
    )  # fmt: skip


def _piece(field: Field) -> Figure:
    """The second bump as the drive meets it: the surface between its nodes, as Fig. 7."""
    x0, y0 = BUMPS[1].x - 0.5 * PIECE, -0.5 * PIECE
    x, y = np.linspace(x0, x0 + PIECE, FINE), np.linspace(y0, y0 + PIECE, FINE)
    heights = ask(field.ground, x[:, None], y[None, :]).height
    nodes = field.raster.window((x0, x0 + PIECE), (y0, y0 + PIECE))
    surface = _surface(x, y, heights)
    at_x, at_y = np.meshgrid(nodes.x, nodes.y, indexing="ij")
    dots = {
        "type": "scatter3d", "mode": "markers", "x": numbers(at_x.ravel()), "y": numbers(at_y.ravel()),
        "z": numbers(nodes.heights.ravel() + LIFT), "marker": {"size": 3.5, "color": BLACK}, "showlegend": False,
        "hovertemplate": "node x %{x:.2f}, y %{y:.2f}, z %{z:.3f} m<extra></extra>",
    }  # fmt: skip
    note = "as Fig. 7: 5 m × 5 m of the second bump, a Ferguson patch between four nodes (dots); heights 4 times"
    layout = _scene(surface, 4.0, (-1.05, -0.95, 0.85), 0.95)
    return Figure("piece", "The surface between its nodes", note, "scene", [surface, dots], layout, "tall")


def _heights(record: Record) -> tuple[Figure, ...]:
    found = []
    for suffix, side, colour in (("fl", "left", BLUE), ("fr", "right", VERMILLION)):
        wheel, ground = (record.channels[name] for name in (f"wheel.{suffix}.height", f"tire.{suffix}.ground_height"))
        lines = [line(record.run.time, wheel, "wheel centre", colour), line(record.run.time, ground, "ground", BLACK)]
        note = "as Fig. 10: of the wheel centre, and of the ground where its tire meets it"
        found.append(over_time(f"height_{suffix}", f"Heights, front {side}", "m", note, lines))
    return tuple(found)


def _chassis(record: Record) -> tuple[Figure, ...]:
    t, channels, car = record.run.time, record.channels, record.drive.car
    radii = {tire.name: tire.centre[2] for tire in record.run.mechanism.tires}
    speeds = [line(t, channels["chassis.speed"], "vehicle", BLACK)]
    for side, colour in (("left", BLUE), ("right", VERMILLION)):
        own = [corner for corner in car.corners if corner.suffix.endswith(side[0])]
        rims = [channels[corner.channel("wheel", "spin")] * radii[corner.name("tire")] for corner in own]
        speeds.append(line(t, channels[f"input.speed_{side}"], f"{side} asked", colour, "dot"))
        speeds.append(line(t, np.mean(rims, axis=0), side, colour))
    return (
        over_time(
            "acceleration", "Vertical acceleration of the chassis", "m/s²", "as Fig. 11; upwards → positive",
            [line(t, channels["chassis.vertical_acceleration"], "", BLUE)],
        ),
        over_time(
            "roll", "Roll angle", "deg", "as Fig. 11; leaning to the right → positive",
            [line(t, np.degrees(channels["chassis.roll_angle"]), "", BLUE)],
        ),
        over_time(
            "roll_rate", "Roll rate", "deg/s", "as Fig. 11; right side falling → positive",
            [line(t, np.degrees(channels["chassis.roll_rate"]), "", BLUE)],
        ),
        over_time(
            "speeds", "Speeds of the two sides", "m/s", "at the rims, mean of three wheels; and of the vehicle", speeds
        ),
    )  # fmt: skip


def _wheels(record: Record) -> tuple[Figure, ...]:
    styles = list(zip(record.drive.car.corners, CORNERS, DASHES, strict=False))

    def lines(part: str, name: str, scale: float) -> list[dict[str, Any]]:
        t, channels = record.run.time, record.channels
        return [
            line(t, scale * channels[c.channel(part, name)], c.suffix.upper(), colour, d, 1.4)
            for c, colour, d in styles
        ]

    return (
        over_time("loads", "Wheel loads", "kN", "along the ground's normal; 0 in the air",
                   lines("tire", "vertical_force", 1e-3)),
        over_time("travel", "Suspension travel", "mm", "stops at +96 and −64; bump → positive",
                   lines("suspension", "travel", 1e3)),
    )  # fmt: skip


def _energies(energy: Energy) -> tuple[Figure, ...]:
    stored = energy.stored - energy.stored[0]
    lines = [
        line(energy.time, 1e-3 * energy.drive, "drive", BLACK),
        line(energy.time, 1e-3 * stored, "stored", BLUE),
        line(energy.time, 1e-3 * energy.tires, "tires", ORANGE),
        line(energy.time, 1e-3 * energy.dampers, "dampers", GREEN),
        line(energy.time, 1e-3 * (stored + energy.tires + energy.dampers), "sum of these three", PURPLE, "dot"),
    ]
    rest = [line(energy.time, energy.residual, "", VERMILLION)]
    return (
        over_time(
            "energy",
            "Where the work went",
            "kJ",
            "since the start; stored: motion, height, springs. The sum lies on the work of the drive",
            lines,
        ),
        over_time("residual", "What the books leave over", "J", "work of the drive minus the sum of the three", rest),
    )


def _window(path: np.ndarray) -> tuple[tuple[float, float], tuple[float, float]]:
    low, high = path[:, :2].min(axis=0) - AROUND, path[:, :2].max(axis=0) + AROUND
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))


def _rounded(heights: np.ndarray) -> list[list[float]]:
    """Rows along y, as Plotly wants them, with tenths of a millimetre."""
    return np.round(heights.T, 4).tolist()


def _surface(x: np.ndarray, y: np.ndarray, heights: np.ndarray) -> dict[str, Any]:
    return {
        "type": "surface", "x": numbers(x), "y": numbers(y), "z": _rounded(heights), "colorscale": EARTH,
        "showscale": False,
        "lighting": {"ambient": 0.55, "diffuse": 0.85, "specular": 0.08, "roughness": 0.9},
        "lightposition": {"x": -6000.0, "y": 3000.0, "z": 4000.0},
        "hovertemplate": "x %{x:.1f}, y %{y:.1f}, z %{z:.2f} m<extra></extra>",
    }  # fmt: skip


def _path_in_space(path: np.ndarray, width: float, lift: float = 0.0) -> dict[str, Any]:
    thin = path[:: max(1, len(path) // MAX_POINTS)]
    x, y, z = thin.T
    return {
        "type": "scatter3d", "mode": "lines", "x": numbers(x), "y": numbers(y), "z": numbers(z + lift),
        "line": {"color": VERMILLION, "width": width}, "showlegend": False,
        "hovertemplate": "x %{x:.1f}, y %{y:.1f}, z %{z:.2f} m<extra></extra>",
    }  # fmt: skip


def _scene(
    surface: dict[str, Any], exaggeration: float, eye: tuple[float, float, float], zoom: float
) -> dict[str, Any]:
    spans = [max(surface[axis]) - min(surface[axis]) for axis in "xy"]
    rows = surface["z"]
    spans.append(exaggeration * (max(map(max, rows)) - min(map(min, rows))))
    scale = zoom / max(spans)
    axis = {"backgroundcolor": "#f6f7f9", "gridcolor": "#dfe3e8", "showbackground": True}
    ticks = {"x": 6, "y": 6, "z": 3}
    names = {f"{name}axis": {**axis, "nticks": ticks[name], "title": {"text": f"{name} [m]"}} for name in "xyz"}
    return {
        "scene": {
            **names, "aspectmode": "manual", "dragmode": "turntable",
            "aspectratio": dict(zip("xyz", (scale * span for span in spans), strict=True)),
            "camera": {"eye": dict(zip("xyz", eye, strict=True)), "center": {"x": 0.0, "y": 0.0, "z": -0.1}},
        },
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
    }  # fmt: skip


def _relief(x: np.ndarray, y: np.ndarray, heights: np.ndarray) -> dict[str, Any]:
    return {
        "type": "heatmap", "x": numbers(x), "y": numbers(y), "z": _rounded(heights), "colorscale": EARTH,
        "zsmooth": "best", "colorbar": {"thickness": 10, "title": {"text": "z [m]"}, "outlinewidth": 0},
        "hovertemplate": "x %{x:.1f}, y %{y:.1f}, z %{z:.2f} m<extra></extra>",
    }  # fmt: skip


def _path_from_above(record: Record) -> list[dict[str, Any]]:
    t, path = record.run.time, record.run.position(CHASSIS)
    seconds = np.arange(0.0, t[-1] + 1e-9, 4.0)
    x, y = (np.interp(seconds, t, path[:, i]) for i in (0, 1))
    thin = path[:: max(1, len(path) // MAX_POINTS)]
    return [
        {
            "type": "scatter", "mode": "lines", "x": numbers(thin[:, 0]), "y": numbers(thin[:, 1]),
            "line": {"color": VERMILLION, "width": 2.4}, "hoverinfo": "skip", "showlegend": False,
        },
        {
            "type": "scatter", "mode": "markers+text", "x": numbers(x), "y": numbers(y),
            "text": [f"{second:g} s" for second in seconds], "textposition": "bottom right", "hoverinfo": "skip",
            "marker": {"color": VERMILLION, "size": 7, "line": {"color": "white", "width": 1.2}}, "showlegend": False,
        },
    ]  # fmt: skip


def _map_layout() -> dict[str, Any]:
    return {
        "xaxis": {**AXIS, "title": axis_title("x [m]"), "constrain": "domain"},
        "yaxis": {**AXIS, "title": axis_title("y [m]"), "scaleanchor": "x", "scaleratio": 1, "constrain": "domain"},
        "hovermode": "closest",
        "margin": {"l": 46, "r": 10, "t": 10, "b": 42},
    }
