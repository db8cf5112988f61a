"""Snapshot of the public API: names and parameters of everything that `import jounce` offers, as JSON.

`python -m tools.public_api` writes tests/data/public_api.json, which tests/test_public_api.py compares with the code:
a public name or parameter changes on purpose, with a line in CHANGELOG.md, or not at all (docs/deprecation.md).
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import jounce

SNAPSHOT = Path(__file__).parents[1] / "tests" / "data" / "public_api.json"


def public_api() -> dict[str, Any]:
    """Public name → its parameters, and for a class also its public methods with theirs."""
    found: dict[str, Any] = {}
    for name in sorted(jounce._HOMES):
        item = getattr(jounce, name)
        found[name] = {"parameters": _parameters(item)}
        if inspect.isclass(item) and not issubclass(item, BaseException):
            found[name]["members"] = {member: _parameters(getattr(item, member, None)) for member in _members(item)}
    return found


def _members(item: type) -> list[str]:
    """Public names that a class of ours defines, itself or in a parent of ours."""
    owners = [one for one in item.__mro__ if one.__module__.startswith("jounce")]
    return sorted({name for one in owners for name in vars(one) if not name.startswith(("_", "model_"))})


def _parameters(item: Any) -> list[str]:
    """Parameters as they are written, without types: `*`, `/` and names, those with a default with `=`."""
    try:
        signature = inspect.signature(item)
    except (TypeError, ValueError):
        return []
    marks = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    found = []
    for one in signature.parameters.values():
        keyword = "keyword " if one.kind is inspect.Parameter.KEYWORD_ONLY else ""
        default = "=" if one.default is not inspect.Parameter.empty else ""
        found.append(f"{keyword}{marks.get(one.kind, '')}{one.name}{default}")
    return found


def render() -> str:
    """The snapshot as text."""
    return json.dumps(public_api(), indent=1) + "\n"


if __name__ == "__main__":
    SNAPSHOT.write_text(render(), encoding="utf-8")
