"""docs/measurements.md names every key of maps and studies with its description, and its example can be read."""

import re
from pathlib import Path

import pytest

from jounce.lab.measurements.measurement_map import MappedChannel, MeasurementMap, TimeColumn, parse_map
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter
from jounce.lab.validation.standard_methods import TITLES
from jounce.lab.validation.study import CrossPlot, SineWithDwell, ValidationStudy

PAGE = (Path(__file__).parents[2] / "docs" / "measurements.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "kind", [MeasurementMap, MappedChannel, TimeColumn, ZeroPhaseFilter, ValidationStudy, CrossPlot, SineWithDwell]
)
def test_every_key_is_described_as_in_the_code(kind):
    for name, field in kind.model_fields.items():
        if name != "folder":
            assert f"| `{name}` | {field.description or ''} |" in PAGE


def test_the_example_is_a_map():
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)
    assert parse_map(text).channels["chassis.speed"].delay == pytest.approx(0.08)


def test_every_method_is_told_apart_from_its_standard():
    for kind in TITLES:
        assert f"| `{kind}` |" in PAGE
