"""docs/swap_a_tire.md does what it says: its Python runs, and other tires make another car."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "swap_a_tire.md").read_text(encoding="utf-8")


def test_python_of_the_page_runs_and_tires_matter(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
    exec(compile(code, "swap_a_tire.md", "exec"), {})
    times = [float(number) for number in re.findall(r" ([\d.]+) s$", capsys.readouterr().out, flags=re.M)]
    assert len(times) == 3
    assert len(set(times)) == 3
