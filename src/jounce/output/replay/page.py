"""The page: one script and one style sheet, built from web/ by `make web`, put into HTML without external resources."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from jounce.errors import InputError
from jounce.lab.scene import MOTION, TERRAIN
from jounce.output.replay.packing import pack_container

KINDS = {TERRAIN: "terrain", MOTION: "motion"}
SCRIPT, STYLE = "viewer.js", "viewer.css"
DESIGN_SCRIPT, DESIGN_STYLE = "design.js", "design.css"
_PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="jounce">
<link rel="icon" href="data:,">
<title>$title</title>
<style>
$style
</style>
</head>
<body class="jounce-page">
<div id="jounce"></div>
<noscript>This page draws with JavaScript and WebGL; please allow both.</noscript>
$data
<script>
$script
</script>
</body>
</html>
""")


def is_built() -> bool:
    """Whether the scripts and the style sheets are there."""
    return all(
        (files(__package__) / "static" / name).is_file() for name in (SCRIPT, STYLE, DESIGN_SCRIPT, DESIGN_STYLE)
    )


@cache
def read_asset(name: str) -> str:
    """The script or the style sheet; raises InputError when they were never built."""
    if not is_built():
        hint = "run `make web` in a clone (it needs Node, which it gets from PyPI if there is none), or install a wheel"
        raise InputError("the page is not built", f"no {name}", "the files that `make web` makes", hint, where="viewer")
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


def live_page(title: str) -> str:
    """The page that a session serves."""
    return _page(title, data_tags({"mode": "live"}))


def design_page(title: str) -> str:
    """The page on which hardpoints are moved, served by `jounce design`."""
    return _page(title, data_tags({"mode": "design"}), DESIGN_SCRIPT, DESIGN_STYLE)


def replay_page(title: str, scene: Mapping[str, Any], containers: Iterable[bytes], *, still: bool = False) -> str:
    """A page with everything in it, to open from a disk; containers: terrain, the run, ghosts; still: without time."""
    mode = {"mode": "replay", "title": title, "scene": scene, "embedded": False, "still": still}
    return _page(title, data_tags(mode, containers))


def data_tags(mode: Mapping[str, Any], containers: Iterable[bytes] = (), prefix: str = "jounce") -> str:
    """Data for the script, as tags that are safe inside HTML; containers are packed."""
    words = json.dumps(mode, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    tags = [f'<script type="application/json" id="{prefix}-mode">{words}</script>']
    for container in containers:
        kind = KINDS[int.from_bytes(container[:4], "little")]
        text, rows = pack_container(container)
        place = f'class="{prefix}-data" data-kind="{kind}" data-rows="{rows}"'
        tags.append(f'<script type="text/plain" {place}>{text}</script>')
    return "\n".join(tags)


def _page(title: str, data: str, script: str = SCRIPT, style: str = STYLE) -> str:
    code = read_asset(script).replace("</script", "<\\/script")
    return _PAGE.substitute(title=escape(title), style=read_asset(style), data=data, script=code)
