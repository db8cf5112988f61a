"""`jounce check`: every finding with its line, for vehicles and mechanisms."""

import json
import re
from importlib.resources import files

import pytest

DW18, ROVER6 = (
    (files("jounce.model.library") / name).read_text(encoding="utf-8") for name in ("dw18.yaml", "rover6.yaml")
)

FOUR_BAR = """\
name: four-bar
bodies:
  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], centre_of_mass: [0, 0, 0.5]}
  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], centre_of_mass: [0.5, 0, 1]}
  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], centre_of_mass: [1, 0, 0.5]}
joints:
  a: {kind: revolute, body_a: ground, body_b: crank, point: [0, 0, 0], axis: [0, 1, 0]}
  b: {kind: revolute, body_a: crank, body_b: rod, point: [0, 0, 1], axis: [0, 1, 0]}
  c: {kind: revolute, body_a: rod, body_b: rocker, point: [1, 0, 1], axis: [0, 1, 0]}
  d: {kind: revolute, body_a: rocker, body_b: ground, point: [1, 0, 0], axis: [0, 1, 0]}
"""


def test_a_good_vehicle_is_counted(jounce, tmp_path):
    (tmp_path / "car.yaml").write_text(DW18, encoding="utf-8")
    done = jounce("check", "car.yaml")
    assert done.exit_code == 0, done.output
    assert "car.yaml: vehicle 'dw18': 18 bodies" in done.stdout
    assert "15 degrees of freedom" in done.stdout


def test_a_vehicle_shows_its_main_figures(jounce):
    """Numbers of the comments in sedan.yaml: 1500 kg, 58 % in front, 1.2 and 1.33 Hz, camber −0.5 and −1 deg."""
    done = jounce("check", "sedan", "--strict")
    assert done.exit_code == 0, done.output
    rows = {line[:30].strip(): line[37:].split() for line in done.stdout.splitlines() if line.startswith("  ")}
    assert "mass 1500.0 kg" in done.stdout
    assert "wheelbase 2.750 m, steering ratio 16.1" in done.stdout
    assert rows["track"] == ["1580", "1580"]
    assert rows["ride frequency"] == ["1.20", "1.33"]
    assert rows["camber (top outwards +)"] == ["−0.50", "−1.00"]
    assert "(58.2 %)" in done.stdout


def test_warnings_are_printed_and_strict_is_strict(jounce, tmp_path):
    (tmp_path / "car.yaml").write_text(
        DW18.replace("travel_per_turn: -50 mm", "travel_per_turn: -50"), encoding="utf-8"
    )
    done = jounce("check", "car.yaml")
    assert done.exit_code == 0, done.output
    assert "; 1 warning All joints close." in " ".join(done.stdout.split())
    assert re.search(r"^warning: car\.yaml:\d+: steering\.travel_per_turn: implausible", done.stdout, flags=re.M)
    assert jounce("check", "car.yaml", "--strict").exit_code == 1
    found = json.loads(jounce("check", "car.yaml", "--json").stdout)
    assert found["warnings"][0]["where"] == "steering.travel_per_turn"
    assert found["figures"]["axles"][0]["sag"] is None  # such a car is not settled, and JSON has no NaN
    assert found["figures"]["axles"][0]["track"] == 1.55


def test_a_misspelt_vehicle_gets_a_suggestion(jounce):
    done = jounce("check", "sedann")
    assert done.exit_code == 2
    assert "unknown vehicle; got 'sedann'" in done.stderr
    assert "did you mean 'sedan'?" in done.stderr


def test_a_missing_tire_file_is_named_with_its_line_and_folder(jounce, tmp_path):
    text = re.sub(r"    tire: &tire\n(      .*\n)+", "    tire: &tire {file: my205.tir}\n", DW18)
    (tmp_path / "car.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "my-205.tir").write_text("", encoding="utf-8")
    line = next(i for i, row in enumerate(text.splitlines(), start=1) if "my205" in row)
    done = jounce("check", "car.yaml")
    assert done.exit_code == 2
    assert f"car.yaml:{line}: axles.front.tire.file: no such tire file; got 'my205.tir', looked for in " in done.stderr
    assert str(tmp_path.resolve()) in done.stderr
    assert "did you mean 'my-205.tir'?" in done.stderr


def test_six_wheels_are_counted(jounce, tmp_path):
    (tmp_path / "rover.yaml").write_text(ROVER6, encoding="utf-8")
    done = jounce("check", "--quick", "rover.yaml")
    assert done.exit_code == 0, done.output
    assert "'rover6': 13 bodies, 12 joints, 18 force elements, 6 tires; OK" in " ".join(done.stdout.split())


def test_a_vehicle_of_the_library_is_found_by_its_name(jounce):
    done = jounce("check", "--quick", "sedan")
    assert done.exit_code == 0, done.output
    assert "sedan: vehicle 'sedan': 22 bodies, 30 joints, 22 force elements, 4 tires" in done.stdout


def test_a_good_mechanism_is_counted_and_its_redundancy_named(jounce, tmp_path):
    (tmp_path / "bar.yaml").write_text(FOUR_BAR, encoding="utf-8")
    done = jounce("check", "bar.yaml")
    assert done.exit_code == 0, done.output
    assert "mechanism 'four-bar'" in done.stdout
    assert "1 degree of freedom;" in done.stdout
    assert "follow from others" in done.stdout


def test_quick_only_reads(jounce, tmp_path):
    (tmp_path / "bar.yaml").write_text(FOUR_BAR, encoding="utf-8")
    assert "degree" not in jounce("check", "bar.yaml", "--quick").stdout


def test_every_finding_is_printed_with_its_line(jounce, tmp_path):
    bad = DW18.replace("mass: 1500.0", "mass: -1500.0").replace("stiffness: 35 N/mm", "stifness: 35 N/mm")
    (tmp_path / "bad.yaml").write_text(bad, encoding="utf-8")
    lines = [n for n, line in enumerate(bad.splitlines(), start=1) if "-1500" in line or "stifness" in line]
    done = jounce("check", "bad.yaml")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(lines) == 3
    for line in lines:
        assert f"bad.yaml:{line}: " in done.stderr
    assert "did you mean 'stiffness'?" in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty file"),
        ("a: [1, 2", "not YAML"),
        ("just words", "not a mechanism"),
        ("name: x", "bodies"),
        ("chassis: 3", "axles"),
    ],
)
def test_files_that_are_nothing_are_refused(jounce, tmp_path, text, message):
    (tmp_path / "nothing.yaml").write_text(text, encoding="utf-8")
    done = jounce("check", "nothing.yaml")
    assert done.exit_code == 2
    assert re.search(rf"nothing\.yaml(?s:.*){message}", done.stderr), done.stderr


def test_a_missing_file_is_said_so(jounce):
    done = jounce("check", "nowhere.yaml")
    assert done.exit_code == 2
    assert "nowhere.yaml: no such file" in done.stderr


@pytest.mark.parametrize("listed", [False, True])
def test_a_loop_that_cannot_close_is_named_with_its_gap_and_line(jounce, tmp_path, listed):
    text = FOUR_BAR.replace("point: [1, 0, 1], axis", "point_a: [1, 0, 1], point_b: [9, 0, 1], axis")
    if listed:
        text = re.sub(r"^  ([abcd]): \{kind", r"  - {name: \1, kind", text, flags=re.M)
    (tmp_path / "open.yaml").write_text(text, encoding="utf-8")
    done = jounce("check", "open.yaml")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert re.search(r"open\.yaml:\d+: joints\.[abcd]: cannot be assembled; got a gap of [\d.e+]+ mm", done.stderr)
    for line, name in re.findall(r"open\.yaml:(\d+): joints\.([abcd])", done.stderr):
        assert re.search(rf"\b{name}\b", text.splitlines()[int(line) - 1])
