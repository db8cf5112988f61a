"""The 3D replay inside a report: the same page script that drives live, mounted on a card."""

from __future__ import annotations

from collections.abc import Sequence

from jounce.results import Result
from jounce.viewer.page import SCRIPT, STYLE, built, data_tags, is_built
from jounce.viewer.replay import containers, motion_of

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


def shown(result: Result) -> bool:
    """Whether a report has a replay: of runs that were recorded with all bodies, once the page has been built."""
    return result.motion is not None and len(result.motion.blocks) > 1 and is_built()


def replay_card(result: Result, ghosts: Sequence[Result] = ()) -> str:
    """The place of the replay, or nothing."""
    words = "; the other runs are translucent" if any(shown(ghost) for ghost in ghosts) else ""
    return _CARD.format(ghosts=words) if shown(result) else ""


def replay_script(result: Result, ghosts: Sequence[Result] = ()) -> str:
    """What the replay needs, or nothing; ghosts: other runs, translucent beside it."""
    if not shown(result):
        return ""
    motion = motion_of(result)
    mode = {"mode": "replay", "title": motion.scene.title, "scene": motion.scene.to_dict(), "embedded": True}
    script = built(SCRIPT).replace("</script", "<\\/script")
    beside = [motion_of(ghost) for ghost in ghosts if shown(ghost)]
    data = data_tags(mode, containers(motion, beside), prefix="replay")
    return f"<style>\n{built(STYLE)}\n</style>\n{data}\n<script>\n{script}\n</script>\n<script>{_MOUNT}</script>\n"
