"""Containers of the ground for a page: the grid of the tire contact, or fine samples of any other ground."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.engine.laws.ground import Ferguson, Flat, Regular, ask, extent
from jounce.engine.laws.ground.ferguson import PAPER, STOP
from jounce.lab.scene.scene import TERRAIN, pack

MAX_NODES = 1100
"""Most nodes along an axis in a container; of a larger field a window around the car is sent."""
DEFAULT_REACH = 120.0
"""Half the side of the window on a ground without a grid [m]."""
SAMPLE_SPACING = 0.25
"""Distance between samples of a ground without a grid [m]."""

Window = tuple[float, float, float, float]
"""x_min, x_max, y_min, y_max [m]."""


def terrain_container(ground: tuple, around: tuple[float, float], reach: float | None = None) -> tuple[bytes, Window]:
    """A container of the ground around a place [m], and the window that it shows.

    reach: half the side of the window [m]; by default all that can be sent. The window of an endless plane is endless.
    """
    endless = (-np.inf, np.inf, -np.inf, np.inf)
    if isinstance(ground, Flat) and isinstance(ground.friction, float | int):
        words = {"nx": 0, "ny": 0, "height": float(ground.height), "friction_value": float(ground.friction)}
        return pack(TERRAIN, words), endless
    if isinstance(ground, Ferguson) and isinstance(ground.x, Regular) and isinstance(ground.y, Regular):
        return _crop_grid(ground, ground.x, ground.y, around, reach)
    return _sample_ground(ground, around, reach or DEFAULT_REACH)


def _crop_grid(
    ground: Ferguson, along: Regular, across: Regular, around: tuple[float, float], reach: float | None
) -> tuple[bytes, Window]:
    """Heights as they are; the page draws the same patches. At a cut the outermost ring has one-sided slopes, which the
    true surface has not, so the window that is promised is one cell smaller."""
    spans, cuts = [], []
    for axis, centre in ((along, around[0]), (across, around[1])):
        cells = MAX_NODES - 1 if reach is None else min(MAX_NODES - 1, max(4, int(2 * reach / axis.spacing) + 2))
        middle = int((centre - axis.start) / axis.spacing)
        first = min(max(0, middle - cells // 2), max(0, axis.count - 1 - cells))
        last = min(axis.count - 1, first + cells)
        spans.append((first, last))
        cuts.append((first > 0, last < axis.count - 1))
    (i0, i1), (j0, j1) = spans
    heights = np.asarray(ground.heights[i0 : i1 + 1, j0 : j1 + 1], dtype=np.float32)
    x = along.start + along.spacing * np.arange(i0, i1 + 1)
    y = across.start + across.spacing * np.arange(j0, j1 + 1)
    whole = not any(cut for pair in cuts for cut in pair)
    words = {
        **_grid_head(x, y, along.spacing, across.spacing),
        "twist": "paper" if ground.twist == PAPER else "mixed",
        "refine": True,
        "ends": whole and ground.outside == STOP,
    }
    window = (
        x[1] if cuts[0][0] else -np.inf,
        x[-2] if cuts[0][1] else np.inf,
        y[1] if cuts[1][0] else -np.inf,
        y[-2] if cuts[1][1] else np.inf,
    )
    return _pack_grid(words, heights, _friction(ground, x, y)), window


def _sample_ground(ground: tuple, around: tuple[float, float], reach: float) -> tuple[bytes, Window]:
    """Samples of a ground of any kind in a square around a place."""
    edge = extent(ground)
    low = [c - reach for c in around]
    high = [c + reach for c in around]
    window = [low[0], high[0], low[1], high[1]]
    if edge is not None:
        low, high = [max(low[0], edge[0]), max(low[1], edge[2])], [min(high[0], edge[1]), min(high[1], edge[3])]
        ends = (low[0], high[0], low[1], high[1])
        beyond = (-np.inf, np.inf, -np.inf, np.inf)  # where the ground ends nothing more can be shown
        window = [far if end == last else end for far, end, last in zip(beyond, ends, edge, strict=True)]
    axes = []
    for a, b in zip(low, high, strict=True):
        count = min(MAX_NODES, max(2, round((b - a) / SAMPLE_SPACING) + 1))
        axes.append(np.linspace(a, b, count))
    x, y = axes
    answer = ask(ground, x[:, None], y[None, :])
    words = {**_grid_head(x, y, x[1] - x[0], y[1] - y[0]), "twist": "mixed", "refine": False, "ends": False}
    friction = answer.friction if np.ptp(answer.friction) > 0.0 or answer.friction.flat[0] != 1.0 else None
    return _pack_grid(words, answer.height, friction), (window[0], window[1], window[2], window[3])


def _grid_head(x: np.ndarray, y: np.ndarray, dx: float, dy: float) -> dict[str, Any]:
    return {"nx": len(x), "ny": len(y), "x0": float(x[0]), "y0": float(y[0]), "dx": float(dx), "dy": float(dy)}


def _friction(ground: Ferguson, x: np.ndarray, y: np.ndarray) -> np.ndarray | None:
    """Friction factors at the nodes; None if they are 1 everywhere."""
    if isinstance(ground.friction, float | int):
        return None if ground.friction == 1.0 else np.full((len(x), len(y)), float(ground.friction))
    return ask(ground, x[:, None], y[None, :]).friction


def _pack_grid(words: dict[str, Any], heights: np.ndarray, friction: np.ndarray | None) -> bytes:
    numbers = (heights,) if friction is None else (heights, friction)
    return pack(TERRAIN, {**words, "friction": friction is not None}, *numbers)
