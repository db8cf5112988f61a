"""The tree of docs/architecture.md is that of src/: what it names exists, and no package of two levels is missing."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ENTRY = re.compile(r"^( *)([\w./]+)  +\S", re.M)


def tree(text):
    """Paths of all entries; an entry belongs to the last one above it with less indentation."""
    found, parents = [], []
    for match in ENTRY.finditer(text):
        depth, name = len(match[1]), match[2]
        while parents and parents[-1][0] >= depth:
            parents.pop()
        path = (parents[-1][1] if parents else "") + name
        parents.append((depth, path))
        found.append(path)
    return found


def drawn():
    return tree("src/jounce/  .\n" + re.search(r"```\nsrc/jounce/\n(.*?)```", PAGE, re.S)[1])


def test_entries_are_read_by_their_indentation():
    assert tree("a/  one\n  b/  two\n    c.py  three\n  d/  four\ne/  five\n") == [
        "a/",
        "a/b/",
        "a/b/c.py",
        "a/d/",
        "e/",
    ]


def test_what_the_tree_names_exists():
    assert [path for path in drawn() if not (ROOT / path).exists()] == []


def test_every_package_of_two_levels_is_in_the_tree():
    source = ROOT / "src" / "jounce"
    packages = [*source.glob("*/__init__.py"), *source.glob("*/*/__init__.py")]
    assert len(packages) > 20
    assert {f"{path.parent.relative_to(ROOT).as_posix()}/" for path in packages} <= set(drawn())
