"""Paths in the documentation lead to files: what stands in backticks and looks like a file of the repository is one.

A path may be written from the root of the repository or shortened to its last parts (`engine/simulate/many.py`,
`residual.py`).
"""

import re
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "benchmarks/README.md"]
PAGES += [str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))]
FOLDERS = ("src", "tests", "docs", "validation", "benchmarks", "tools", "web", "examples")
SKIPPED = {".git", ".venv", "node_modules", "__pycache__", "static", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
TOKEN = re.compile(r"`([\w.*{},/-]+)`")


def test_the_paths_are_recognised():
    assert list(paths("`a.py` `src/jounce/x/` `tests/x.md` `yaml` `0.1` `a/b` `x.{py,md}`")) == [
        "a.py",
        "src/jounce/x/",
        "tests/x.md",
        "x.py",
    ]


@pytest.fixture(scope="module")
def files():
    """Paths of all files and folders of the repository, with a slash before each."""
    found = set()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            relative = path.relative_to(ROOT)
            if not SKIPPED & set(relative.parts):
                found.add(f"/{relative.as_posix()}")
    found |= {f"/{path.name}" for path in ROOT.iterdir()} | {f"/{folder}" for folder in FOLDERS}
    return found


@pytest.mark.parametrize("page", PAGES)
def test_paths_lead_to_files(page, files):
    text = (ROOT / page).read_text(encoding="utf-8")
    lost = [path for path in paths(text) if "NAME" not in path and not leads_somewhere(path, files)]
    assert not lost, f"{page} names {', '.join(sorted(set(lost)))}"


def paths(text):
    """What looks like a Python file, or like a path from the root of the repository; braces are spelled out."""
    for token in TOKEN.findall(text):
        for path in spelled_out(token):
            if path.endswith(".py") or path.startswith(tuple(f"{folder}/" for folder in FOLDERS)):
                yield path


def spelled_out(token):
    parts = re.split(r"(\{[^}]*\})", token)
    choices = [part[1:-1].split(",") if part.startswith("{") else [part] for part in parts]
    return ["".join(choice) for choice in product(*choices)]


def leads_somewhere(path, files):
    ending = f"/{path.rstrip('/')}"
    if "*" in ending:
        return any(fnmatch(file, f"*{ending}") for file in files)
    return any(file.endswith(ending) for file in files)
