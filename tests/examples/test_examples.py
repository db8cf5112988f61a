"""Examples and notebooks do what they show: each runs in an empty folder and asserts its own result."""

import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
SCRIPTS = sorted(re.findall(r"images/examples/(\w+)\.png", PAGE))
"""Examples of the gallery; the others need a partner, or have tests of their own."""
NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs_and_writes_its_page(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert "\nassert " in text or "\n    assert " in text, "an example asserts its result"
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert (tmp_path / f"{name}.html").stat().st_size > 10_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in cells), "outputs are not kept in git"
    assert any("assert " in "".join(cell["source"]) for cell in cells)
    names: dict = {}
    for number, cell in enumerate(cells, start=1):
        exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)


def test_the_gallery_shows_everything():
    there = {path.stem for path in EXAMPLES.glob("*.py")}
    assert there <= set(re.findall(r"\.\./examples/(\w+)\.py", PAGE))
    assert {path.stem for path in NOTEBOOKS} == set(re.findall(r"\.\./examples/notebooks/(\w+)\.ipynb", PAGE))
    for picture in re.findall(r"\((images/examples/[\w-]+\.png)\)", PAGE):
        assert (ROOT / "docs" / picture).stat().st_size > 2_000
