"""docs/maneuvers.md has every maneuver, option, input and function as they are, and its files can be read."""

import re
from pathlib import Path

import pytest

from jounce.lab.maneuvers import MANEUVERS, maneuver
from jounce.lab.maneuvers.files.inputs import CORNERS, INPUTS
from jounce.lab.maneuvers.files.read import parse_maneuver
from jounce.schema.expressions import FUNCTIONS

PAGE = (Path(__file__).parents[3] / "docs" / "maneuvers.md").read_text(encoding="utf-8")


def section(name):
    """The lines of the page that describe a maneuver, as the registry has them."""
    entry, plan = MANEUVERS[name], maneuver(name)
    yield f"### {name}"
    yield f"{entry.about[0].upper()}{entry.about[1:]}."
    for key, field in entry.options.model_fields.items():
        default = field.default
        words = {None: "none", True: "yes", False: "no"}
        known = default is None or isinstance(default, bool)
        written = words[default] if known else default if isinstance(default, str) else f"{default:.6g}"
        yield f"| `{key}` | {written} | {field.description} |"
    listed = {"needs": plan.needs, "stops": plan.stop, "metrics": plan.metrics, "figures": plan.figures}
    for title, entries in listed.items():
        if entries:
            yield f"{title}: {', '.join(f'`{one}`' for one in entries)}  "


@pytest.mark.parametrize("name", MANEUVERS)
def test_every_maneuver_is_on_the_page(name):
    (text,) = re.findall(rf"^### {name}\n.*?(?=^###? |<!--)", PAGE, flags=re.S | re.M)
    wanted = list(section(name))
    lines = [line for line in text.splitlines() if line and not line.startswith(("| option", "|---"))]
    assert lines == wanted


def test_no_maneuver_is_on_the_page_that_does_not_exist():
    described = PAGE.partition("<!-- maneuvers -->")[2].partition("<!-- end of maneuvers -->")[0]
    assert re.findall(r"^### (\S+)", described, flags=re.M) == list(MANEUVERS)


def test_every_input_and_function_is_on_the_page():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, flags=re.M))
    for name, kind in INPUTS.items():
        assert rows[name] == kind.about
    for prefix, kind in CORNERS.items():
        assert rows[f"{prefix}_fl"] == kind.about
    for name, function in FUNCTIONS.items():
        assert rows[name] == function.about


def test_the_files_of_the_page_can_be_read():
    quick, swerve = (parse_maneuver(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.S))
    assert (quick.name, quick.speed) == ("quick-step", pytest.approx(120 / 3.6))
    assert quick.metrics[-1] == "largest_roll [deg] = max(abs(chassis.roll_angle))"
    assert (swerve.name, swerve.end, swerve.ground.friction) == ("brake-and-swerve", 4.0, 0.8)
    assert swerve.needs == ("steering", "brakes", "propulsion")
