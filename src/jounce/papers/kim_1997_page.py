"""The reproduction of Kim 1997 as one page that needs no network: figures, and what the paper prints beside ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from string import Template
from typing import Any

from jounce.papers.comparison import Row
from jounce.papers.kim_1997_figures import Records, figures
from jounce.papers.kim_1997_text import chord_sentence, method_cells, study_tables
from jounce.papers.kim_drive import METHODS
from jounce.papers.kim_words import milliseconds, within
from jounce.papers.paper_page import cards, own_text, paper_page, unbroken
from jounce.reports.page import table_rows
from jounce.reports.quantities import digits

ABOUT = (
    "“A Dynamic Analysis for Constrained Multibody Systems Using Pseudo-inverse and Projection Matrix” removes "
    "constraint forces by a null space of Φ_q that is carried along, P ← P_N P, instead of being decomposed anew, and "
    "changes lanes with a small car. The same drive with its method as printed, with ours, which integrates all "
    "velocities, with its relatives and with the augmented system in world coordinates. Its car is not public and its "
    "curves cannot be read: the car is ours, of the same kind."
)


def render(data: Mapping[str, Any], rows: Iterable[Row], records: Records) -> str:
    """The page as HTML."""
    drawn = figures(data, records)
    body = Template(own_text("kim_1997.html")).substitute(
        comparison=unbroken(table_rows(rows)),
        methods="\n".join(_method_rows(data)),
        chord="" if data["synthesis_chord"] is None else escape(chord_sentence(data["synthesis_chord"])),
        figures=cards(drawn),
        study="\n".join(_study_cards(data)),
    )
    size = data["sizes"]
    return paper_page(
        name="kim-1997",
        paper="Kim & Yoo 1997",
        title="A null space by projection",
        where="Kim & Yoo 1997, section 6",
        about=ABOUT,
        how=(
            data["vehicle"],
            f"{size['bodies']} bodies",
            f"{size['joint_velocities']} joint velocities, {size['loop_equations']} loop equations",
            f"Adams–Bashforth–Moulton, local error {data['relative']:g}",
        ),
        tiles=_headline(data),
        body=body,
        figures=drawn,
    )


def _headline(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    last = data["maximum_steps"][-1]
    yaw = last["methods"]["projection"]["differences"]["chassis.yaw_rate"]["relative"]
    agreed = ("Yaw rate, against the world frame", digits(1e6 * yaw, 2), "ppm")
    scattered = data["scatter"]["methods"]
    broken = [
        (f"Largest |Φ|, {title}, {milliseconds(last['maximum_step'])}", digits(of["violation"]["median"], 2), "m")
        for title, of in (("as printed", scattered["projection_printed"]), ("QR", scattered["qr"]))
    ]
    if data["cpu_s"] is None:
        return [agreed, *broken]
    ratio, printed = data["ratio_augmented_over_projection"], data["paper_cpu_s"]["ratio"]
    return [
        ("Augmented world / projection", digits(ratio, 2), f"× (paper {printed:.1f})"),
        (f"Projection, {data['end']:g} s", digits(data["cpu_s"]["projection"], 2), "s"),
        agreed,
        *broken,
    ]


def _method_rows(data: Mapping[str, Any]) -> Iterator[str]:
    for row in data["maximum_steps"]:
        yield f'<tr><th scope="rowgroup" colspan="9">{within(row["maximum_step"])}</th></tr>'
        yield table_rows((METHODS[name].title, *method_cells(of, row["cpu_s"])) for name, of in row["methods"].items())


def _study_cards(data: Mapping[str, Any]) -> Iterator[str]:
    """Tables of the study, if there is one."""
    if data["study"] is None:
        return
    for title, heads, groups in study_tables(data["study"]):
        columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in ("", *heads))
        rows = table_rows(
            (METHODS[name].title if i == 0 else "", *cells) for name, own in groups for i, cells in enumerate(own)
        )
        yield (
            f'<section class="card paper"><h3>{escape(title)}</h3>\n'
            f'<div class="scroll"><table class="measured"><thead><tr>{columns}</tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody></table></div></section>"
        )
