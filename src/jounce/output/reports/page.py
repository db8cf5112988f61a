"""What all pages share: the frame around them, style sheets, scripts and data, in one file.

The 3D replay inside a report is the same page script that drives live, mounted on a card.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from jounce.lab.results import Result
from jounce.output.replay.packing import pack_text
from jounce.output.replay.page import SCRIPT, STYLE, data_tags, is_built, read_asset
from jounce.output.replay.replay import containers, motion_of
from jounce.output.reports.plots import Plot, format_unit
from jounce.output.reports.words import describe

_CARD = """<section class="card wide main-replay">
<p class="note">drag to look around, wheel to zoom; every link, spring and wheel moves as it was simulated{ghosts}</p>
<div class="replay" id="replay"></div></section>
"""
_MOUNT = """(async function () {
  var mode = JSON.parse(document.getElementById("replay-mode").textContent);
  var replay = await window.jounce.mountReplay(
    document.getElementById("replay"), mode, document.querySelectorAll("script.replay-data"));
  replay.onTime = window.jouncePage.joinCursor(function (time) { replay.seek(time); });
})();"""
DRAWING = ("scales.js", "fields.js", "figure.js", "matrix.js", "plot.js", "page.js")
"""Scripts that draw the figures of a page, in the order in which they need each other."""


def has_replay(result: Result) -> bool:
    """Whether a report has a replay: of runs that were recorded with all bodies, once the page has been built."""
    return result.motion is not None and len(result.motion.blocks) > 1 and is_built()


def replay_card(result: Result, ghosts: Sequence[Result] = ()) -> str:
    """The place of the replay, or nothing."""
    words = "; the other runs are translucent" if any(has_replay(ghost) for ghost in ghosts) else ""
    return _CARD.format(ghosts=words) if has_replay(result) else ""


def replay_script(result: Result, ghosts: Sequence[Result] = ()) -> str:
    """What the replay needs, or nothing; ghosts: other runs, translucent beside it."""
    if not has_replay(result):
        return ""
    motion = motion_of(result)
    mode = {"mode": "replay", "title": motion.scene["title"], "scene": motion.scene, "embedded": True}
    script = read_asset(SCRIPT).replace("</script", "<\\/script")
    beside = [motion_of(ghost) for ghost in ghosts if has_replay(ghost)]
    data = data_tags(mode, containers(motion, beside), prefix="replay")
    return f"<style>\n{read_asset(STYLE)}\n</style>\n{data}\n<script>\n{script}\n</script>\n<script>{_MOUNT}</script>\n"


@dataclass(frozen=True)
class PageSection:
    """A section of a page: the place it is found at, its heading, and what it holds as HTML."""

    key: str
    title: str
    body: str
    folded: str | None = None
    """What it holds in a few words, of a section that is opened by a click; None of one that is always open."""
    screen_only: bool = False
    """Whether paper leaves it out."""


def page(
    *,
    title: str,
    head: str,
    parts: Sequence[PageSection],
    figures: Mapping[str, Any],
    footer: str,
    key: str = "",
    replay: str = "",
) -> str:
    """A page as HTML that needs no network; figures: all that the parts have a card for; key: what colours mean, always
    in sight; replay: its script."""
    body = Template(resource("run_body.html")).substitute(
        head=head,
        nav="".join(f'<a href="#{part.key}">{escape(part.title)}</a>' for part in parts) + key,
        body="".join(_part(part) for part in parts),
        footer=escape(footer),
    )
    return document(
        title=title,
        style=resource("page.css") + "\n" + resource("run_page.css"),
        body=body,
        figures=figures,
        kind="report",
        after=replay,
    )


def document(
    *, title: str, style: str, body: str, figures: Mapping[str, Any], script: str = "", kind: str = "", after: str = ""
) -> str:
    """A whole page as HTML that needs no network: the frame around the body of every page.

    body: header, main and footer; figures: what is drawn, by key; script: one that draws them with Plotly, where our
    own drawing cannot (surfaces in space); kind: class of the body; after: HTML at the end.
    """
    if script:
        data = f'<script type="application/json" id="figures">{embed(figures)}</script>'
        scripts = f"<script>{plotly_script()}</script>\n{data}\n<script>\n{script}\n</script>"
    else:
        data = f'<script type="text/plain" id="figures">{pack_text(embed(figures))}</script>'
        scripts = f"{data}\n<script>\n{drawing_script()}\n</script>"
    return Template(resource("page.html")).substitute(
        title=escape(title),
        style=style,
        kind=f' class="{kind}"' if kind else "",
        body=body,
        scripts=scripts,
        after=after,
    )


def drawing_script() -> str:
    """What draws the figures of a page."""
    parts = "\n".join(resource(name, f"{__package__}.drawing") for name in DRAWING)
    return f'"use strict";\n(function () {{\n{parts}\n}})();'


def _part(part: PageSection) -> str:
    title = f"<h2>{escape(part.title)}</h2>"
    if part.folded is None:
        return f'<section class="part" id="{part.key}">{title}\n{part.body}</section>\n'
    fold = f"<summary>{title}<span>{escape(part.folded)}</span></summary>"
    kind = ' class="screen-only"' if part.screen_only else ""
    return f'<section class="part" id="{part.key}"><details{kind}>{fold}\n{part.body}</details></section>\n'


def resource(name: str, package: str = __package__) -> str:
    """A style sheet, script or template of the pages that all share, or of a package of its own."""
    return (files(package) / name).read_text(encoding="utf-8")


def plotly_script() -> str:
    """Plotly itself, as installed."""
    return (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")


def embed(figures: Mapping[str, Any]) -> str:
    """Figures as JSON that may stand inside a page."""
    return json.dumps(figures, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def tile(label: str, value: str, unit: str) -> str:
    """A number to see first."""
    return (
        f'<div class="tile"><span class="label">{escape(label)}</span>'
        f'<span class="value">{escape(value)}<small>{escape(unit)}</small></span></div>'
    )


def table_rows(rows: Iterable[tuple[str, ...]]) -> str:
    """Table rows; the first cell of each is its heading."""
    lines = []
    for heading, *cells in rows:
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(heading)}</th>{rest}</tr>')
    return "\n".join(lines)


def table(kind: str, head: Sequence[str], rows: Iterable[tuple[str, ...]]) -> str:
    """A table that scrolls sideways where it must; kind: its class."""
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    top = f"<thead><tr>{heads}</tr></thead>\n" if head else ""
    return f'<div class="scroll"><table class="{kind}">{top}<tbody>\n{table_rows(rows)}\n</tbody></table></div>'


def card(title: str, body: str, note: str = "", kind: str = "") -> str:
    """A box with a heading."""
    words = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="card{kind}"><h3>{escape(title)}</h3>{words}{body}</section>\n'


def plot_cards(plots: Iterable[Plot]) -> str:
    """The places of plots, which the page's script fills; one that would stand alone in a row of two is wide, and three
    of which the last is round stand in one row."""
    listed = list(plots)
    alone: int | None = None
    lonely = set()
    for i, plot in enumerate([*listed, None]):
        if plot is None or plot.kind == "path":
            lonely |= {alone} if alone is not None else set()
            alone = None
        else:
            alone = i if alone is None else None
    is_trio = len(listed) == 3 and listed[-1].kind == "circle" and lonely == {2}
    cards = "".join(_plot_card(plot, is_alone=i in lonely and not is_trio) for i, plot in enumerate(listed))
    return f'<div class="plots{" trio" if is_trio else ""}">\n{cards}</div>\n'


def _plot_card(plot: Plot, *, is_alone: bool) -> str:
    unit = "" if plot.kind in ("logarithmic", "circle") or plot.unit == "1" else format_unit(plot.unit)
    kind = {"path": " wide", "circle": " round"}.get(plot.kind, " wide" if is_alone else "")
    return figure_card(plot.key, plot.title, plot.note, describe(plot), unit=unit, kind=kind)


def figure_card(key: str, title: str, note: str, alternative: str, *, unit: str = "", kind: str = "") -> str:
    """The place of a figure; alternative: what it shows, in words for those who cannot see it."""
    small = f" <small>[{escape(unit)}]</small>" if unit else ""
    return (
        f'<section class="card{kind}"><h3>{escape(title)}{small}</h3><output class="readout"></output>'
        f'<p class="note">{escape(note)}</p><div class="plot" id="plot-{key}" data-plot="{key}" role="img" '
        f'tabindex="0" aria-label="{escape(alternative, quote=True)}"></div></section>\n'
    )
