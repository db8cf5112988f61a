"""docs/theory/chassis_frame.md has every equation that the code cites."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_equation_that_the_code_cites_is_on_the_page():
    page = (ROOT / "docs" / "theory" / "chassis_frame.md").read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"\(K(\d+)\)", page)}
    assert numbers == set(range(1, 10))
    cited: set[int] = set()
    for path in (ROOT / "src").rglob("*.py"):
        cited |= {int(n) for n in re.findall(r"\(K(\d+)\)", path.read_text(encoding="utf-8"))}
    assert cited == numbers
