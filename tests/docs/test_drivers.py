"""Equations that the drivers cite are in docs/theory/drivers.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_cited_equations_are_on_the_page():
    page = (ROOT / "docs" / "theory" / "drivers.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"\\tag\{([DL]\d+)\}", page))
    cited = {
        number
        for folder in ("drivers", "maneuvers")
        for path in (ROOT / "src" / "jounce" / "lab" / folder).glob("*.py")
        for number in re.findall(r"\(([DL]\d+)\)", path.read_text(encoding="utf-8"))
    }
    assert cited == numbered
