"""docs/metrics.md names every metric with its unit and definition, and its Python runs."""

import functools
import re
from pathlib import Path

import pytest

from jounce.lab.metrics import METRICS
from jounce.lab.metrics.metric import FACTS, OPTIONS
from jounce.lab.metrics.registry import THEMES
from tests.lab.metrics.cases import CAR, step_steer

PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")


@functools.cache
def rows() -> dict[str, list[str]]:
    """Name → the other cells of its row."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and re.fullmatch(r"`\w+`", cells[0]):
            found[cells[0].strip("`")] = cells[1:]
    return found


def test_every_metric_is_there_and_nothing_else():
    assert set(rows()) == set(METRICS) | set(FACTS) | set(OPTIONS)
    assert [line[3:] for line in PAGE.splitlines() if line[3:] in THEMES] == list(THEMES)


@pytest.mark.parametrize("name", METRICS)
def test_unit_standard_and_definition_are_those_of_the_code(name):
    said = METRICS[name]
    unit = f"`{said.unit}`" if said.unit else "yes or no"
    display = f"`{said.display_unit}`" if said.display_unit else ""
    assert rows()[name] == [unit, display, said.standard, said.definition]


def test_facts_and_options_are_those_of_the_code():
    for key, meaning in (FACTS | OPTIONS).items():
        assert rows()[key] == [meaning]


def test_the_examples_run(capsys):
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, flags=re.S))
    exec(compile(code, "metrics.md", "exec"), {"result": step_steer(CAR)})
    time, understeer, tb, stop, braking = capsys.readouterr().out.splitlines()
    assert 0.1 < float(time) < 0.3
    assert understeer.split()[2] == "deg/g"
    assert float(tb.split()[1]) > 0.0
    assert stop.startswith("stopping_distance – ")
    distance, deceleration = (float(word) for word in braking.split())
    assert distance == pytest.approx((25.0**2 - 0.1**2) / 16.0, rel=1e-9)
    assert deceleration == pytest.approx(8.0, rel=1e-9)
