"""docs/learn.md: its Python runs, and its table has every environment with its actions and rewards."""

import re
from pathlib import Path

from jounce.gym import TASKS, gymnasium_id, load_task

PAGE = (Path(__file__).parents[2] / "docs" / "learn.md").read_text(encoding="utf-8")


def test_the_table_has_every_environment():
    rows = {row[0]: row for row in re.findall(r"^\| `(jounce/\S+)` \| (.*) \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)}
    assert list(rows) == [gymnasium_id(name) for name in TASKS]
    for name in TASKS:
        _, _, actions, rewards = rows[gymnasium_id(name)]
        task = load_task(name)
        assert actions == ", ".join(f"`{action.name}`" for action in task.actions)
        assert rewards == ", ".join(reward.name for reward in task.rewards)


def test_the_python_of_the_page_runs(capsys):
    space: dict = {}
    for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        exec(block, space)
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "(64, 11) float32 ['failed', 'lane', 'off the lane', 'smooth steering', 'speed', 'stopped']",
        "(16, 3) True",
    ]
