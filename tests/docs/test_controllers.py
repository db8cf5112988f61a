"""docs/controllers.md: its Python runs, its YAML can be read, and it has the options and equations that there are."""

import re
from pathlib import Path

import pytest

from jounce.lab.controllers.registry import CONTROLLERS, build_controller
from jounce.lab.maneuvers.files.read import parse_maneuver

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "controllers.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def test_the_python_runs_as_it_stands():
    names: dict = {}
    for block in blocks("python"):
        exec(compile(block, "docs/controllers.md", "exec"), names)
    torques = names["result"]["input.drive_torque_rl"].values
    assert torques.max() <= 60.0
    assert names["dragging"]["input.brake_torque_fl"].values[1:] == pytest.approx(50.0)


def test_the_yaml_can_be_read():
    (text,) = blocks("yaml")
    assert [build_controller(spec).name for spec in parse_maneuver(text).controllers] == ["abs", "limiter"]


@pytest.mark.parametrize("name", CONTROLLERS)
def test_every_controller_has_its_options_on_the_page(name):
    section = re.search(rf"^## {name}$(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL).group(1)
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    expected = []
    for key, field in CONTROLLERS[name].options.model_fields.items():
        default = field.default if isinstance(field.default, str) else f"{field.default:.6g}"
        expected.append(f"| `{key}` | {default} | {field.description} |")
    assert rows == expected


def test_cited_equations_are_on_the_page():
    numbered = set(re.findall(r"\\tag\{([A-Z]\d+)\}", PAGE))
    files = (ROOT / "src" / "jounce" / "lab" / "controllers").rglob("*.py")
    cited = {
        number for path in files for number in re.findall(r"\(([ABEGHRSTV]\d)\)", path.read_text(encoding="utf-8"))
    }
    assert cited == numbered
