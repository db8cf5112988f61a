"""Pictures of the key moments of a jump and an overturning, and energies over time, as Plotly figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.engine.laws.ground import Ferguson, ask
from jounce.engine.linalg.quaternion import rotate
from jounce.engine.single_body import SimpleCar
from jounce.output.reports.figures import AXIS, axis_title, numbers
from jounce.output.reports.plots import BLACK, BLUE, GREEN, ORANGE, VERMILLION
from jounce_papers.figures import Figure, line, over_time
from jounce_papers.lee_2000.drives import LAWS, SLOPE, CarSamples

EARTH, BODY, GLASS = "#8a9a6b", "#c9d7ea", "#e9eef6"
LAW_COLOURS = dict(zip(LAWS, (BLUE, VERMILLION), strict=True))
BETWEEN = 1.15
"""Distance of two pictures of a car after its landing, in lengths of the car."""
APART = 3.6
"""Distance of the front views of a car [m]."""


def figures(
    data: Mapping[str, Any],
    jumps: Mapping[str, CarSamples],
    bends: Mapping[str, Mapping[str, CarSamples]],
    ground: Ferguson,
) -> tuple[Figure, ...]:
    """All of them, in the order of the page."""
    tall = {law: bends[law]["tall"] for law in LAWS}
    return (
        *(_side_view(law, jumps[law], data["jump"][law], ground) for law in LAWS),
        *(_front_views(law, tall[law], data["turn"][law]["tall"]) for law in LAWS),
        _from_above(bends),
        _rolls(bends),
        _heights(jumps),
        _energies("jump_energy", "Energy in the jump, law smooth", jumps["smooth"]),
        _energies("turn_energy", "Energy of the tall car in the bend, law smooth", tall["smooth"]),
    )


def _side_view(law: str, drive: CarSamples, found: Mapping[str, Any], ground: Ferguson) -> Figure:
    """Terrain under the path, and the car at the key moments."""
    take_off, apex, landing = (float(found[name]["at"]) for name in ("take_off", "apex", "landing"))
    climbing = float(drive.time[np.searchsorted(drive.position[:, 0], SLOPE + 2.5)])
    # a car length apart, or cars would be drawn on each other
    length = float(drive.car.hull_boxes[0].size[0])
    landed = float(np.interp(landing, drive.time, drive.position[:, 0]))
    places = landed + BETWEEN * length * np.array([1.0, 2.0])
    later = np.minimum(np.searchsorted(drive.position[:, 0], places), len(drive.time) - 1)
    settling, on_again = (float(at) for at in drive.time[later])
    moments = (
        ("on the slope", climbing), ("take-off", take_off), ("highest", apex), ("landing", landing),
        ("springs pushed in", settling), ("drives on", on_again),
    )  # fmt: skip
    start, end = SLOPE - 5.0, float(np.interp(on_again, drive.time, drive.position[:, 0])) + 6.0
    shown = (drive.position[:, 0] > start) & (drive.position[:, 0] < end)
    path = drive.position[shown]
    x = np.linspace(start, end, 300)
    z = ask(ground, x, np.interp(x, drive.position[:, 0], drive.position[:, 1])).height
    traces = [_filled(np.append(x, (x[-1], x[0])), np.append(z, (z.min() - 0.6,) * 2), EARTH, EARTH, "ground")]
    traces.append(_dots(path[:, 0], path[:, 2], "centre of mass", LAW_COLOURS[law]))
    labels = []
    for k, (words, at) in enumerate(moments):
        i = int(np.argmin(np.abs(drive.time - at)))
        traces += _car_from_the_side(drive.car, drive.position[i], drive.rotation[i])
        x_i, z_i = drive.position[i, 0], drive.position[i, 2]
        labels.append(_label(x_i, z_i + (2.1 if k % 2 == 0 else 3.0), f"{words}<br>{at:.2f} s"))
    top = max(label["y"] for label in labels) + 0.5
    note = "terrain along the path, the car at six moments, and the way of its centre of mass; true to scale"
    height = _height(end - start, top - float(z.min()) + 0.6)
    layout = {**_scale("x [m]", "z [m]", labels), "include": {"yaxis": [top]}, "height": height}
    return Figure(f"jump_{law}", f"The jump, law {law}", note, "map", traces, layout, "wide")


def _height(wide: float, tall: float) -> int:
    """Height of a picture across the page that shows so many metres at one scale [px]."""
    return round(70.0 + 1130.0 * 1.12 * tall / wide)


def _front_views(law: str, drive: CarSamples, found: Mapping[str, Any]) -> Figure:
    """The car from behind at moments of the bend, side by side."""
    lifted = found["inner_wheels_lift_at"]
    begin = 0.5 if lifted is None else lifted - 0.4
    end = min((found["on_its_side_at"] or begin + 1.6) + 1.2, float(drive.time[-1]))
    traces, labels = [], []
    moments = [*np.linspace(begin, end, 7), float(drive.time[-1])]
    for k, at in enumerate(moments):
        i = int(np.argmin(np.abs(drive.time - at)))
        traces += _car_from_behind(drive, i, APART * k)
        labels.append(_label(APART * k, 2.75, f"{at:.2f} s"))
    wide = (-0.6 * APART, APART * (len(moments) - 0.4))
    traces.append(
        _filled(np.array([wide[0], wide[1], wide[1], wide[0]]), np.array([0, 0, -0.3, -0.3]), EARTH, EARTH, "road")
    )
    height = _height(wide[1] - wide[0], 3.4)
    layout = {**_scale("", "z [m]", labels, ticks=False), "include": {"yaxis": [3.1]}, "height": height}
    note = (
        "the tall car seen from behind, as it goes over to the outside of the bend (right); last: the end of the drive"
    )
    return Figure(f"turn_{law}", f"Overturning, law {law}", note, "map", traces, layout, "wide")


def _from_above(bends: Mapping[str, Mapping[str, CarSamples]]) -> Figure:
    traces = []
    for law, of in bends.items():
        for name, drive in of.items():
            dash = "solid" if name == "tall" else "dot"
            traces.append({
                "type": "scatter", "mode": "lines", "name": f"{name}, {law}", "x": numbers(drive.position[:, 0]),
                "y": numbers(drive.position[:, 1]), "line": {"color": LAW_COLOURS[law], "dash": dash, "width": 1.8},
            })  # fmt: skip
    note = "paths of the centres of mass; the same steering for both cars"
    return Figure("above", "The bend from above", note, "map", traces, _scale("x [m]", "y [m]", []), "")


def _rolls(bends: Mapping[str, Mapping[str, CarSamples]]) -> Figure:
    lines = [
        line(drive.time, np.degrees(np.unwrap(drive.roll)), f"{name}, {law}", LAW_COLOURS[law], dash)
        for law, of in bends.items()
        for (name, drive), dash in zip(of.items(), ("solid", "dot"), strict=True)
    ]
    return over_time("roll", "Roll angle in the bend", "deg", "leaning to the right → positive", lines)


def _heights(jumps: Mapping[str, CarSamples]) -> Figure:
    lines = [line(drive.time, drive.position[:, 2], law, LAW_COLOURS[law]) for law, drive in jumps.items()]
    return over_time("height", "Height of the centre of mass in the jump", "m", "both laws, the same controls", lines)


def _energies(key: str, title: str, drive: CarSamples) -> Figure:
    kinetic, potential, contacts = 1e-3 * drive.energies.T
    zero = potential[0]
    lines = [
        line(drive.time, kinetic + potential - zero + contacts, "sum", BLACK),
        line(drive.time, kinetic, "motion", BLUE),
        line(drive.time, potential - zero, "height", GREEN),
        line(drive.time, contacts, "springs", ORANGE),
    ]
    return over_time(key, title, "kJ", "height from that at the start; springs: contacts and bristles", lines)


def _car_from_the_side(car: SimpleCar, position: np.ndarray, rotation: np.ndarray) -> list[dict[str, Any]]:
    """Boxes and wheels in the plane of x and z."""
    q, traces = _quaternion(rotation), []
    for box, colour in zip(car.hull_boxes, (BODY, GLASS), strict=False):
        (x, _, z), (a, _, c) = box.centre, (0.5 * length for length in box.size)
        corners = [(x + i * a, 0.0, z + k * c - car.height) for i, k in ((1, 1), (1, -1), (-1, -1), (-1, 1), (1, 1))]
        outline = position + np.array([rotate(q, corner) for corner in corners])
        traces.append(_filled(outline[:, 0], outline[:, 2], "#4a5563", colour))
    for ahead in (car.front_axle, car.front_axle - car.wheelbase):
        centre = position + rotate(q, (ahead, 0.0, car.wheel_radius - car.height))
        traces.append(_circle(centre[0], centre[2], car.wheel_radius))
    return traces


def _car_from_behind(drive: CarSamples, i: int, at: float) -> list[dict[str, Any]]:
    """Boxes and wheels across the car's head, around `at`."""
    car, q = drive.car, _quaternion(drive.rotation[i])
    head = rotate(q, (1.0, 0.0, 0.0))
    length = math.hypot(head[0], head[1]) or 1.0
    right = np.array([head[1], -head[0], 0.0]) / length
    z, traces = float(drive.position[i, 2]), []

    def draw_outline(corners: Sequence[tuple[float, float, float]], colour: str) -> dict[str, Any]:
        points = np.array([rotate(q, (x, y, up - car.height)) for x, y, up in corners])
        return _filled(at + points @ right, z + points[:, 2], "#4a5563", colour)

    around = ((1, 1), (1, -1), (-1, -1), (-1, 1), (1, 1))
    for side in (0.5 * car.track, -0.5 * car.track):
        half = 0.5 * car.wheel_width
        traces.append(draw_outline([(0.0, side + j * half, car.wheel_radius * (1 + k)) for j, k in around], "#3b3f46"))
    for box, colour in zip(car.hull_boxes, (BODY, GLASS), strict=False):
        (_, y, up), (_, b, c) = box.centre, (0.5 * size for size in box.size)
        traces.append(draw_outline([(0.0, y + j * b, up + k * c) for j, k in around], colour))
    return traces


def _quaternion(rotation: np.ndarray) -> tuple[float, float, float, float]:
    w, x, y, z = (float(value) for value in rotation)
    return w, x, y, z


def _filled(x: np.ndarray, y: np.ndarray, edge: str, colour: str, name: str = "") -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "x": numbers(x), "y": numbers(y), "fill": "toself", "fillcolor": colour,
        "line": {"color": edge, "width": 1.2}, "name": name, "showlegend": False, "hoverinfo": "skip",
    }  # fmt: skip


def _circle(x: float, y: float, radius: float) -> dict[str, Any]:
    angle = np.linspace(0.0, math.tau, 33)
    return _filled(x + radius * np.cos(angle), y + radius * np.sin(angle), "#2b2f36", "#3b3f46")


def _dots(x: np.ndarray, y: np.ndarray, name: str, colour: str) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "x": numbers(x), "y": numbers(y), "name": name, "showlegend": False,
        "line": {"color": colour, "width": 1.4, "dash": "dot"},
        "hovertemplate": "x %{x:.2f}, z %{y:.2f} m<extra></extra>",
    }  # fmt: skip


def _label(x: float, y: float, text: str) -> dict[str, Any]:
    return {
        "x": float(x), "y": float(y), "text": text, "showarrow": False, "font": {"size": 11, "color": "#57606a"},
        "align": "center",
    }  # fmt: skip


def _scale(x: str, y: str, labels: list[dict[str, Any]], *, ticks: bool = True) -> dict[str, Any]:
    """A layout with one scale for both axes."""
    return {
        "xaxis": {**AXIS, "title": axis_title(x), "showticklabels": ticks, "showgrid": ticks, "zeroline": False},
        "yaxis": {**AXIS, "title": axis_title(y), "scaleanchor": "x", "scaleratio": 1, "zeroline": False},
        "annotations": labels,
        "margin": {"l": 46, "r": 14, "t": 26, "b": 42},
    }
