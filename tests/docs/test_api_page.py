"""The Python of docs/api.md, which is that of the package's docstring, runs as it stands."""

import re

import jounce
from tools import api_page


def test_the_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", api_page.PAGE.read_text(encoding="utf-8"), flags=re.S)
    names: dict = {}
    exec(compile(code, "docs/api.md", "exec"), names)
    assert capsys.readouterr().out.startswith("<Channel chassis.yaw_rate [rad/s]: ")
    assert {path.name for path in tmp_path.iterdir()} == {"step-steer.parquet", "step-steer.html"}
    kept = jounce.read_result("step-steer.parquet")
    assert kept.metadata.maneuver == "step-steer"
    assert kept["chassis.yaw_rate"] == names["result"]["chassis.yaw_rate"]
