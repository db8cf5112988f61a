"""Warnings of `jounce check`: every library car is plausible, and the usual mistakes of the trade are named."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from jounce.cli.check import check
from jounce.model import library

SEDAN, DW18 = (
    (files("jounce.model.library") / f"{name}.yaml").read_text(encoding="utf-8") for name in ("sedan", "dw18")
)
TIRES = Path(__file__).parents[2] / "data" / "tires"


def warnings_of(tmp_path: Path, *edits: tuple[str, str]) -> list[str]:
    """Warnings of the sedan with pieces of its text replaced, each as it is printed, without the folder."""
    text = SEDAN
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "car.yaml"
    path.write_text(text, encoding="utf-8")
    return [str(warning).removeprefix(f"{tmp_path}/") for warning in check(path).warnings]


def line_of(text: str) -> int:
    return next(i for i, line in enumerate(SEDAN.splitlines(), start=1) if text in line)


@pytest.mark.parametrize("name", library.names())
def test_library_cars_are_plausible(name):
    assert check(name).warnings == ()


@pytest.mark.parametrize(
    ("edits", "line", "words"),
    [
        (
            [("wheel_centre: [1.15, 0.79, 0.2965]", "wheel_centre: [1150, 790, 296.5]")],
            "wheel_centre: [1.15",
            ["implausible track", "1580 m", "1150 mm"],
        ),
        ([("stiffness: 47 N/mm", "stiffness: 47")], "spring: # from", ["implausible ride frequency", "N/mm"]),
        (
            [("travel_per_turn: -54 mm", "travel_per_turn: -54")],
            "travel_per_turn: -54",
            ["implausible steering ratio", "-54 mm"],
        ),
        ([("  mass: 1255.0", "  mass: 1255 t")], "  mass: 1255.0", ["implausible mass of the car", "masses are in kg"]),
        (
            [("inertia: [470.0, 2100.0, 2180.0]", "inertia: [470.0e+6, 2100.0e+6, 2180.0e+6]")],
            "inertia: [470.0",
            ["implausible radius of gyration", "kg m^2"],
        ),
        (
            [("driven_axles:\n    front:", "driven_axles:\n    rear:")],
            "flange: {",
            ["flange far from its wheel", "2.8", "'rear'"],
        ),
        ([("vertical_stiffness: 220 N/mm", "vertical_stiffness: 220")], "tire:", ["deflection of the tire", "N/mm"]),
        ([("radius: 0.316", "radius: 316")], "tire:", ["does not fit the height", "radius 316 m"]),
        (
            [("centre_of_mass: [-0.032, 0.0, 0.601]", "centre_of_mass: [-3.2, 0.0, 0.601]")],
            "centre_of_mass: [-0.032",
            ["axle 'front' carries no load"],
        ),
        (
            [("upper: [1.135, 0.56, 0.640]", "upper: [1135, 560, 640]")],
            "upper: [1.135",
            ["far from its wheel", "metres"],
        ),
        (
            [("y: [-2600, -1200, -480, 0, 250, 620, 1500]", "y: [2600, 1200, 480, 0, -250, -620, -1500]")],
            "damper_curve: # chosen",
            ["drives instead of damping"],
        ),
        (
            [("spin_inertia: 1.0\n", "spin_inertia: 1.0e+3\n"), ("inertia: 0.58", "inertia: 580")],
            "spin_inertia: 1.0",
            ["implausible radius of gyration", "tire's radius"],
        ),
    ],
    ids=["mm", "N/mm", "rack", "t", "inertia", "flange", "tire", "radius", "com", "hardpoint", "damper", "wheel"],
)  # fmt: skip
def test_a_mistake_of_units_is_named_with_its_line(tmp_path, edits, line, words):
    found = [text for text in warnings_of(tmp_path, *edits) if all(word in text for word in words)]
    assert found
    assert found[0].startswith(f"car.yaml:{line_of(line)}: ")
    assert "; got " in found[0] or "; expected " in found[0]


def test_axles_in_a_list_have_their_lines_too(tmp_path):
    listed = SEDAN.replace("axles:\n  front:\n", "axles:\n  - name: front\n").replace(
        "\n  rear:\n", "\n  - name: rear\n"
    )
    path = tmp_path / "car.yaml"
    path.write_text(listed.replace("stiffness: 41 N/mm", "stiffness: 41"), encoding="utf-8")
    (found,) = check(path).warnings
    assert found.where == "axles.rear.suspension.spring"
    assert "spring:" in listed.splitlines()[found.line - 1]
    assert listed.splitlines()[found.line].strip().startswith("upper: [-1.60")


def test_findings_of_tire_files_are_passed_on(tmp_path):
    """Chrono's file has no combined slip: told once, though both axles name it, and no reason not to settle."""
    path = tmp_path / "car.yaml"
    tire = f"    tire: &tire {{file: {TIRES / 'Sedan_Pac02Tire.tir'}}}"
    path.write_text(re.sub(r"    tire: &tire\n(      .*\n)+", f"{tire}\n", DW18), encoding="utf-8")
    found = check(path)
    (warning,) = found.warnings
    assert "friction ellipse" in warning.what
    assert warning.file.endswith("Sedan_Pac02Tire.tir")
    assert found.figures.settled
