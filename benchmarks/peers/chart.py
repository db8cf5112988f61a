"""A measurement as a picture: error against computing time, both logarithmic, one line per method (SVG)."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from benchmarks.peers.results import Measurement, cost_at, from_dict
from benchmarks.peers.table import LABELS

WIDTH, HEIGHT = 960, 560
LEFT, RIGHT, TOP, BOTTOM = 76, 268, 84, 64
"""Margins; the legend is in the right one."""
COLOURS = {
    "jounce": "#C8102E",
    "mujoco": "#0072B2",
    "pinocchio": "#009E73",
    "exudyn": "#B8860B",
    "drake": "#7A5195",
}
DASHES = ("", "7 4", "2 4")
"""Of the first, second and third method of an engine."""
LEGEND_TARGET = 1e-4
REAL_TIME = 1e3
"""Milliseconds of computing per simulated second that are real time."""
LARGEST = 1.0
"""Errors above this are not shown: the run has nothing to do with the reference."""


def render_chart(found: Measurement) -> str:
    """The picture as SVG text; raises ValueError when there is nothing to show."""
    series = {name: _shown(found.points(name)) for name in _by_cost(found)}
    axes = Axes.around([point for points in series.values() for point in points])
    parts = [*_frame(len({name.partition(" ")[0] for name in series})), *_grid(axes), *_guides(axes)]
    counts: dict[str, int] = {}
    for i, (name, points) in enumerate(series.items()):
        engine = name.partition(" ")[0]
        dash = DASHES[min(counts.get(engine, 0), len(DASHES) - 1)]
        counts[engine] = counts.get(engine, 0) + 1
        parts += _line(axes, points, COLOURS[engine], dash, heavy=engine == "jounce")
        parts += _legend_row(i, name, COLOURS[engine], dash, cost_at(found.points(name), LEGEND_TARGET))
    return "\n".join([*parts, "</svg>", ""])


def _by_cost(found: Measurement) -> list[str]:
    """Methods with points, the cheapest at the legend's error first."""
    names = [name for name in found.methods() if _shown(found.points(name))]
    if not names:
        raise ValueError("no method has a run to show")
    return sorted(names, key=lambda name: cost_at(found.points(name), LEGEND_TARGET) or math.inf)


def _shown(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Costs in ms per simulated second and errors, without those that are off the chart."""
    return [(1e3 * cost, error) for error, cost in points if error <= LARGEST]


class Axes:
    """Decades that the chart shows, and where a point is in it."""

    def __init__(self, costs: tuple[int, int], errors: tuple[int, int]) -> None:
        self.costs, self.errors = costs, errors

    @classmethod
    def around(cls, points: list[tuple[float, float]]) -> Axes:
        """Whole decades around costs and errors."""
        return cls(_decades([cost for cost, _ in points]), _decades([error for _, error in points]))

    def x(self, cost: float) -> float:
        """Pixels from the left."""
        low, high = self.costs
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(cost) - low) / (high - low)

    def y(self, error: float) -> float:
        """Pixels from the top."""
        low, high = self.errors
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (math.log10(error) - low) / (high - low)


def _decades(values: list[float]) -> tuple[int, int]:
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _frame(engines: int) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif" font-size="13" fill="#202124">'
    )
    yield "<title>Error against computing time of dw18 in several engines</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>'
    yield f'<text x="24" y="34" font-size="18" font-weight="600">A J-turn of the same car in {engines} engines</text>'
    yield (
        '<text x="24" y="56" fill="#5f6368">dw18: 18 bodies, closed loops, same tire law. Each point is one step size '
        "(0.25 to 10 ms), of auto one tolerance. Lower left is better.</text>"
    )


def _grid(axes: Axes) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    for power in range(axes.costs[0], axes.costs[1] + 1):
        x = axes.x(10.0**power)
        yield f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}" stroke="#e8eaed"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{_plain(10.0**power)}</text>'
    for power in range(axes.errors[0], axes.errors[1] + 1):
        y = axes.y(10.0**power)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#e8eaed"/>'
        yield f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{_power(power)}</text>'
    middle_x, middle_y = (LEFT + right) / 2, (TOP + bottom) / 2
    yield (
        f'<text x="{middle_x}" y="{HEIGHT - 18}" text-anchor="middle">computing time per simulated second, ms</text>'
        f'<text transform="translate(22 {middle_y}) rotate(-90)" text-anchor="middle">'
        "largest error of yaw rate and height, relative to range</text>"
    )


def _guides(axes: Axes) -> Iterator[str]:
    """Real time, and the error of the legend, where they are on the chart."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    if axes.costs[0] < math.log10(REAL_TIME) < axes.costs[1]:
        x = axes.x(REAL_TIME)
        yield f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}" stroke="#9aa0a6" stroke-dasharray="4 4"/>'
        yield f'<text x="{x + 6:.1f}" y="{TOP + 14}" fill="#5f6368" font-size="12">real time</text>'
    if axes.errors[0] < math.log10(LEGEND_TARGET) < axes.errors[1]:
        y = axes.y(LEGEND_TARGET)
        yield f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#9aa0a6" stroke-dasharray="4 4"/>'


def _line(axes: Axes, points: list[tuple[float, float]], colour: str, dash: str, *, heavy: bool) -> Iterator[str]:
    places = [(axes.x(cost), axes.y(error)) for cost, error in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    width, radius = (3, 4.5) if heavy else (1.8, 3.5)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'
    for x, y in places:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}" stroke="#ffffff"/>'


def _legend_row(number: int, name: str, colour: str, dash: str, cost: float | None) -> Iterator[str]:
    x, y = WIDTH - RIGHT + 24, TOP + 34 + 44 * number
    if number == 0:
        yield f'<text x="{x}" y="{TOP + 6}" fill="#5f6368" font-size="12">computing time at an error of 1e-4</text>'
    engine, _, method = name.partition(" ")
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    said = "not reached" if cost is None else f"{_plain(1e3 * cost)} ms per simulated second"
    yield f'<line x1="{x}" y1="{y - 4}" x2="{x + 34}" y2="{y - 4}" stroke="{colour}" stroke-width="3"{dashes}/>'
    yield f'<text x="{x + 44}" y="{y}" font-weight="600">{escape(LABELS[engine])} {escape(method)}</text>'
    yield f'<text x="{x + 44}" y="{y + 16}" fill="#5f6368" font-size="12">{said}</text>'


def _plain(value: float) -> str:
    """Two digits, without an exponent."""
    if value >= 100.0:
        return f"{float(f'{value:.2g}'):.0f}"
    return f"{value:.2g}"


def _power(power: int) -> str:
    """A power of ten as people write it."""
    return "1" if power == 0 else f'10<tspan dy="-5" font-size="10">{str(power).replace("-", "−")}</tspan>'


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(render_chart(from_dict(json.loads(Path(sys.argv[1]).read_text()))))
