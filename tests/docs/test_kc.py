"""docs/kc.md has every equation that the code cites, and names every quantity of compliance."""

import re
from pathlib import Path

from jounce.lab.kinematics_compliance.compliance import LOADS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "kc.md").read_text(encoding="utf-8")


def test_every_equation_that_the_code_cites_is_on_the_page():
    numbers = {int(n) for n in re.findall(r"\(KC(\d+)\)", PAGE)}
    assert numbers == set(range(1, 20))
    cited: set[int] = set()
    for path in (ROOT / "src" / "jounce" / "lab" / "kinematics_compliance").rglob("*.py"):
        cited |= {int(n) for n in re.findall(r"\(KC(\d+)\)", path.read_text(encoding="utf-8"))}
    assert cited == numbers


def test_every_load_is_named():
    assert all(f"`{load.name}`" in PAGE for load in LOADS)
