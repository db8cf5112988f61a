"""The Python of docs/results.md runs as it stands, up to where other packages are needed."""

import re
from pathlib import Path

from jounce.lab.results import different_channels

PAGE = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_results_are_kept_and_reported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for block in BLOCKS[:2]:
        exec(compile(block, "docs/results.md", "exec"), names)
    assert different_channels(names["again"], names["result"]) == ()
    assert {path.name for path in tmp_path.iterdir()} == {"run.parquet", "report.html", "comparison.html"}
    assert ">first</th>" in (tmp_path / "comparison.html").read_text(encoding="utf-8")
