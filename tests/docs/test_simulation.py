"""The page on stepping a car: its lines run as they are printed, in their order."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/simulation.md"


def test_all_lines_run_in_their_order(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    space: dict = {}
    for block in blocks:
        exec(block, space)
    printed = capsys.readouterr().out.splitlines()
    assert float(printed[0].split()[0]) == space["state"].count * space["sim"].step_size
    assert {line.split()[0] for line in printed[1:]} == set(space["sim"].inputs)
    assert (tmp_path / "stepped.html").stat().st_size > 10_000
    assert space["sim"].vehicle.value("axles.front.suspension.spring.stiffness") == 30_000.0
