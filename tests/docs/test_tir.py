"""docs/tir.md names what the reader requires, drops and knows."""

import re
from pathlib import Path

from jounce.model.tire_files.coefficients import ASYMMETRIC
from jounce.model.tire_files.dimensions import FITTYPES, SIGNS_OF_61
from jounce.model.tire_files.read import ALIASES, REQUIRED

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_names_what_is_required_and_what_a_symmetric_tire_drops():
    page = (DOCS / "tir.md").read_text(encoding="utf-8")
    for name in (*REQUIRED, *ASYMMETRIC, *(set(ALIASES) - {"LFZ0"})):
        assert name in page
    assert all(name in page for name in SIGNS_OF_61 if name not in ("PKY5", "PKY6"))  # PKY4 … PKY7
    assert all(str(number) in page for number in FITTYPES)


def test_every_equation_that_the_kernels_cite_is_on_the_page():
    page = (DOCS / "theory" / "tires.md").read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"\(T(\d+)\)$", page, flags=re.MULTILINE)}
    assert numbers == set(range(1, 71))
    for path in (DOCS.parent / "src" / "jounce" / "engine" / "laws" / "tires").glob("*.py"):
        cited = {int(n) for n in re.findall(r"\(T(\d+)\)", path.read_text(encoding="utf-8"))}
        assert cited <= numbers, path.name
