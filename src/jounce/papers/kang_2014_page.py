"""The reproduction of Kang 2014 as one page that needs no network: figures, and what the paper prints beside ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from string import Template
from typing import Any

from jounce.papers.comparison import Row
from jounce.papers.kang_2014_figures import TITLES, Records, figures
from jounce.papers.kang_2014_text import (
    STUDY_HEADS,
    TOLERANCE_HEADS,
    method_cells,
    study_cells,
    study_note,
    tolerance_cells,
)
from jounce.papers.kang_drives import METHODS
from jounce.papers.paper_page import cards, own_text, paper_page, unbroken
from jounce.reports.page import table_rows
from jounce.reports.quantities import digits

ABOUT = (
    "“A Jacobian Update-Free Newton's Method for Efficient Real-Time Vehicle Simulation” resolves the equations of all "
    "bodies in the axes of the chassis, so that the matrix of its implicit steps hardly changes, and makes it once, at "
    "the start. Both drives of the paper, with its method and with the conventional one. Its car is not public and its "
    "curves cannot be read: car, steering and bump are ours, of the same kind."
)


def render(data: Mapping[str, Any], rows: Iterable[Row], records: Records) -> str:
    """The page as HTML."""
    drawn = figures(data, records)
    body = Template(own_text("kang_2014.html")).substitute(
        comparison=unbroken(table_rows(rows)),
        methods="\n".join(_method_rows(data)),
        figures=cards(drawn),
        study="\n".join(_study_cards(data)),
    )
    return paper_page(
        name="kang-2014",
        paper="Kang, Lim & Bae 2014",
        title="Newton without Jacobian updates",
        where="Kang, Lim & Bae 2014, section 7",
        about=ABOUT,
        how=(data["vehicle"], f"step {1e3 * data['step']:g} ms", data["rule"], *_sizes(data)),
        tiles=_headline(data),
        body=body,
        figures=drawn,
    )


def _sizes(data: Mapping[str, Any]) -> tuple[str, ...]:
    turn = data["j_turn"]
    return f"{turn['bodies']} bodies", f"{turn['drift']['world']['unknowns']} unknowns a step"


def _headline(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    turn, over = data["j_turn"], data["bump"]
    if turn["ratio"] is None:
        return [
            (f"{TITLES[key]}, largest Δa", digits(data[key]["max_acceleration_difference"], 2), "m/s²")
            for key in TITLES
        ]
    return [
        ("J-turn, conventional / proposed", digits(turn["ratio"], 2), f"× (paper {turn['paper']['ratio']:.2f})"),
        ("Bump, conventional / proposed", digits(over["ratio"], 2), f"× (paper {over['paper']['ratio']:.2f})"),
        ("Proposed, J-turn", digits(turn["proposed_us"], 2), "µs per step"),
        ("Proposed, bump", digits(over["proposed_us"], 2), "µs per step"),
        ("Synthesis, J-turn", digits(turn["synthesis_us"], 2), "µs per step"),
    ]


def _method_rows(data: Mapping[str, Any]) -> Iterator[str]:
    for key, title in TITLES.items():
        yield f'<tr><th scope="rowgroup" colspan="10">{escape(title)}, {data[key]["end"]:g} s</th></tr>'
        found = data[key]["methods"]
        yield table_rows(
            (_named(name), *method_cells(of, data[key]["conventional_us"]), _ended(of)) for name, of in found.items()
        )


def _named(name: str) -> str:
    title = METHODS[name].title
    return f"{title} ({name})" if name in ("conventional", "proposed") else title


def _ended(of: Mapping[str, Any]) -> str:
    return "" if of["failure"] is None else f"fails at {of['failure']['time']:.2f} s"


def _study_cards(data: Mapping[str, Any]) -> Iterator[str]:
    """Tables of the study, if there is one."""
    for key, title in TITLES.items():
        found = data[key]["study"]
        if found is None:
            continue
        note = study_note(found)
        steps = _grouped(found["steps"], study_cells)
        yield _table(f"{title}: longer steps", note[0].upper() + note[1:], STUDY_HEADS, steps)
        about = "At 1 ms; differences from the last one of each method."
        tolerances = _grouped(found["tolerances"], tolerance_cells)
        yield _table(f"{title}: other tolerances", about, TOLERANCE_HEADS, tolerances)


def _grouped(found: Mapping[str, Any], cells: Callable[[Mapping[str, Any]], tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows of all methods, each named once."""
    return [
        (METHODS[name].title if i == 0 else "", *cells(of)) for name, rows in found.items() for i, of in enumerate(rows)
    ]


def _table(title: str, about: str, heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in ("", *heads))
    return (
        f'<section class="card paper"><h3>{escape(title)}</h3><p class="note">{escape(about)}</p>\n'
        f'<div class="scroll"><table class="measured"><thead><tr>{columns}</tr></thead>\n'
        f"<tbody>\n{table_rows(rows)}\n</tbody></table></div></section>"
    )
