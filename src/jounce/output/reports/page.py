"""What all pages share: the frame around them, style sheets, scripts, Plotly's own script and data, in one file.

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
from jounce.output.replay.page import SCRIPT, STYLE, data_tags, is_built, read_asset
from jounce.output.replay.replay import containers, motion_of
from jounce.output.reports.figures import figure
from jounce.output.reports.plots import Plot, format_unit

_CARD = """<section class="card wide main-replay">
<p class="note">drag to look around, wheel to zoom; every link, spring and wheel moves as it was simulated{ghosts}</p>
<div class="replay" id="replay"></div></section>
"""
_MOUNT = """(function () {
  var texts = document.querySelectorAll("script.replay-data"), containers = [];
  for (var i = 0; i < texts.length; i++) {
    var bytes = Uint8Array.from(atob(texts[i].textContent), function (c) { return c.charCodeAt(0); });
    containers.push(bytes.buffer);
  }
  var mode = JSON.parse(document.getElementById("replay-mode").textContent);
  window.jounce.mountReplay(document.getElementById("replay"), mode, containers);
})();"""


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


def page(
    *,
    title: str,
    head: str,
    parts: Sequence[PageSection],
    plots: Iterable[Plot],
    footer: str,
    key: str = "",
    replay: str = "",
) -> str:
    """A page as HTML that needs no network; plots: all that the parts have a card for; key: what colours mean, always
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
        figures={plot.key: {**figure(plot), "kind": plot.kind} for plot in plots},
        script=resource("page.js"),
        kind="report",
        after=replay,
    )


def document(
    *, title: str, style: str, body: str, figures: Mapping[str, Any], script: str, kind: str = "", after: str = ""
) -> str:
    """A whole page as HTML that needs no network: the frame around the body of every page.

    body: header, main and footer; figures: what the script draws, by key; kind: class of the body; after: HTML at the
    end.
    """
    return Template(resource("page.html")).substitute(
        title=escape(title),
        style=style,
        kind=f' class="{kind}"' if kind else "",
        body=body,
        plotly=plotly_script(),
        figures=embed(figures),
        script=script,
        after=after,
    )


def _part(part: PageSection) -> str:
    return f'<section class="part" id="{part.key}"><h2>{escape(part.title)}</h2>\n{part.body}</section>\n'


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
    """The places of plots, which the page's script fills."""
    return f'<div class="plots">\n{"".join(_plot_card(plot) for plot in plots)}</div>\n'


def _plot_card(plot: Plot) -> str:
    unit = "" if plot.kind in ("logarithmic", "circle") or plot.unit == "1" else format_unit(plot.unit)
    unit = f" <small>[{escape(unit)}]</small>" if unit else ""
    kind = {"path": " wide", "circle": " round"}.get(plot.kind, "")
    return (
        f'<section class="card{kind}"><h3>{escape(plot.title)}{unit}</h3><p class="note">{escape(plot.note)}</p>'
        f'<div class="plot" id="plot-{plot.key}" data-plot="{plot.key}"></div></section>\n'
    )
