"""A build carries the viewer's page: it is built from web/ if it is not there, or the build is refused with a sentence.

Hatchling calls this for `pip install .`, for wheels and for source distributions. An editable installation is left
alone: there `make web` builds the page. A source distribution carries the page built, so that its wheel needs no Node.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = ("viewer.js", "viewer.css", "design.js", "design.css")


class PageHook(BuildHookInterface):
    """Builds the viewer's page before a wheel or a source distribution is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there; `version` is "editable" for an editable installation."""
        root = Path(self.root)
        static = root / "src/jounce/output/replay/static"
        if version == "editable" or all((static / name).is_file() for name in PAGE):
            return
        sys.path.insert(0, str(root))  # the tools of this repository, not those of another package
        try:
            from tools.build_web import build
            from tools.node import Failure, find_installed_node

            try:
                build(find_installed_node())
            except Failure as failure:
                raise SystemExit(
                    f"jounce: the viewer's page is not built, and could not be: {failure}\n"
                    "Build it with `make web` (which brings its own Node), or install from a wheel."
                ) from None
        finally:
            sys.path.remove(str(root))
