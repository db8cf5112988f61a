"""Tables of the keys of vehicle files that docs/describe.md does not explain by hand, from the classes that read them.

`python -m tools.key_tables` writes them into the page, between the two lines below; a test compares.
"""

from __future__ import annotations

import re

from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from tools.key_reference import DOCS, anchor_of, reachable, table, title, written_meanings

PAGE = DOCS / "describe.md"
START = "<!-- from here on written by `python -m tools.key_tables` -->\n"
END = "<!-- up to here -->\n"


INHERITED = {"Suspension": "any suspension", "Part": "any part: mass, centre_of_mass, inertia"}
"""Class with a table of its own → what its keys are those of."""


def render() -> str:
    """The section, from line to line."""
    explained, meanings = explained_classes(), _from_this_page(written_meanings())
    classes = [cls for cls in reachable((Vehicle, *SUSPENSIONS.values())) if cls.__name__ not in explained]
    headings = {anchor_of(title(cls)) for cls in classes}
    parts = [START]
    for cls in classes:
        beside = [base for base in cls.__mro__[1:] if base.__name__ in INHERITED]
        common = {key for base in beside for key in base.model_fields}
        rows = [row for row in table(cls, meanings) if not common & {*re.findall(r"^\| `(\w+)` \|", row)}]
        parts.append(f"### {title(cls)}\n")
        parts += [f"The keys of {INHERITED[base.__name__]}.\n" for base in beside]
        if len(rows) > 2:
            parts += [*(_without_dead_links(row, headings) for row in rows), ""]
    return "\n".join(parts) + END


def explained_classes() -> set[str]:
    """Names of the classes that a table of a page explains by hand."""
    pages = [page.read_text(encoding="utf-8") for page in DOCS.glob("*.md")]
    return {name for text in pages for name in re.findall(r"<!-- keys: (\w+) -->", text)}


def with_section(page: str) -> str:
    """The page with the section as it is now."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return before + render() + after


def _from_this_page(meanings: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    """Meanings with links as this page needs them."""
    return {key: text.replace("../describe.md#", "#").replace("](../", "](") for key, text in meanings.items()}


def _without_dead_links(row: str, headings: set[str]) -> str:
    """A row whose links to tables that are not in this section are their words."""
    return re.sub(
        r"\[((?:[^\[\]]|`[^`]*`)+)\]\(#([^)]+)\)", lambda link: link[0] if link[2] in headings else link[1], row
    )


if __name__ == "__main__":
    PAGE.write_text(with_section(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
