"""docs/identify.md and docs/optimise.md name every key with its description, and their examples can be run."""

from pathlib import Path

import pytest

from jounce.lab.identification.read import read_problem
from jounce.lab.identification.study import Identification, Record
from jounce.lab.optimisation.read import read_problem as read_optimisation
from jounce.lab.optimisation.study import Optimisation
from jounce.lab.studies.free_parameter import FreeParameter

ROOT = Path(__file__).parents[2]
IDENTIFY, OPTIMISE = ((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("identify", "optimise"))


@pytest.mark.parametrize(
    ("page", "keys"),
    [(IDENTIFY, Identification), (IDENTIFY, Record), (IDENTIFY, FreeParameter), (OPTIMISE, Optimisation)],
)
def test_every_key_is_described(page, keys):
    for name, field in keys.model_fields.items():
        if name != "folder":
            assert f"| `{field.alias or name}` | {field.description} |" in page


def test_the_examples_can_be_run():
    study, problem = read_problem(ROOT / "examples" / "identify-twin.yaml")
    assert [number.name for number in problem.numbers] == ["front tires", "rear tires", "mass"]
    assert {series.held_out for series in problem.series} == {True, False}
    assert study.jacobian == "exact"
    _, cars = read_optimisation(ROOT / "examples" / "optimise-ride.yaml")
    assert list(cars.cases) == ["rough", "step"]
    text = (ROOT / "examples" / "optimise-ride.yaml").read_text(encoding="utf-8")
    shown = OPTIMISE.split("```yaml\n")[1].split("```")[0].splitlines()[1:]
    assert all(line in text for line in shown)
