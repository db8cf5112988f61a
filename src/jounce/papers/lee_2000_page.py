"""The reproduction of Lee 2000 as one page that needs no network: pictures of the key moments, energies, times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Template
from typing import Any

from jounce.ground import Ferguson
from jounce.papers.comparison import Row
from jounce.papers.lee_2000_drives import Drive
from jounce.papers.lee_2000_figures import figures
from jounce.papers.paper_page import cards, own_text, paper_page, unbroken
from jounce.reports.page import table_rows
from jounce.reports.quantities import digits

ABOUT = (
    "“The simplified simulation model for real-time vehicle motion” drives one rigid body on four contact springs over "
    "three-dimensional terrain, for games and virtual reality, and shows pictures of a jump. The same model with its "
    "law as printed and with ours, which rests on slopes, stays within friction and has a hull to overturn on. "
    "Terrain, car and numbers are not in print: they are ours."
)


def render(
    data: Mapping[str, Any],
    rows: Iterable[Row],
    jumps: Mapping[str, Drive],
    bends: Mapping[str, Mapping[str, Drive]],
    ground: Ferguson,
) -> str:
    """The page as HTML."""
    drawn = figures(data, jumps, bends, ground)
    body = Template(own_text("lee_2000.html")).substitute(
        comparison=unbroken(table_rows(rows)), figures=cards(drawn), times=table_rows(_time_rows(data))
    )
    return paper_page(
        name="lee-2000",
        paper="Lee, Baek, Lee & Ryu 2000",
        title="A simplified car jumps and overturns",
        where="Lee, Baek, Lee & Ryu 2000, section 6",
        about=ABOUT,
        how=("one rigid body, four contacts", f"steps of {1e3 * data['step']:g} ms", "laws smooth and printed"),
        tiles=_headline(data),
        body=body,
        figures=drawn,
    )


def _headline(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    jumped, over = data["jump"]["smooth"], data["turn"]["smooth"]["tall"]
    tiles = [
        ("In the air", digits(jumped["seconds"], 2), "s"),
        ("Length of the jump", digits(jumped["length"], 3), "m"),
        ("From its parabola", digits(100.0 * jumped["parabola_misses_by"], 2), "cm"),
    ]
    if over["on_its_side_at"] is not None:
        tiles.append(("Overturned after", digits(over["on_its_side_at"], 3), "s"))
    if data["times"] is not None:
        tiles.insert(0, ("Frame of 1/60 s", digits(1e3 * data["times"]["ms"]["smooth, terrain"]["median"], 2), "µs"))
    return tiles


def _time_rows(data: Mapping[str, Any]) -> list[tuple[str, ...]]:
    if data["times"] is None:
        return [("not measured", "", "", "")]
    rows = [
        (name, *(f"{of[key]:.3f}" for key in ("smallest", "median", "largest")))
        for name, of in data["times"]["ms"].items()
    ]
    least, most = data["times"]["paper_ms"]
    return [*rows, ("in print, with graphics, 500 MHz", f"{least:.0f}", "", f"{most:.0f}")]
