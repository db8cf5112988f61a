"""Study files: what they may say, and everything that is wrong with one at once, with line and advice."""

import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.studies import parse_study, read_study
from jounce.lab.studies.prepare import prepare_study
from jounce.lab.studies.read import read_plan
from jounce.lab.studies.study import Study
from tests.lab.studies import examples

GOOD = """
name: springs
vehicle: dw18
maneuver: j-turn
options: {duration: 3 s}
settings: {step: 1 ms, ground: 'plane, grade=0.02'}
design: grid
parameters:
  vehicle.axles.front.suspension.spring.stiffness: {values: [20 N/mm, 40 N/mm]}
  vehicle.axles.front.suspension.lower_arm.ball_joint.2: {from: 0.170, to: 0.180, steps: 3}
  maneuver.speed: {from: 36 km/h, to: 72 km/h, steps: 2, scale: log}
  ground.friction: {values: [0.5]}
  dampers:
    paths: [vehicle.axles.front.suspension.spring.damping, vehicle.axles.rear.suspension.spring.damping]
    factor: true
    values: [0.5, 200 %]
metrics: []
"""
FRONT = "vehicle.axles.front.suspension.spring.stiffness"
HEIGHT = "vehicle.axles.front.suspension.lower_arm.ball_joint.2"


@pytest.fixture
def written(tmp_path):
    """Write a study and give its path."""

    def write(text: str):
        path = tmp_path / "study.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def findings(path) -> list[str]:
    with pytest.raises(ModelError) as error:
        read_plan(path)
    return [str(finding).removeprefix(f"{path}:") for finding in error.value.findings]


def test_a_plan_knows_units_and_all_points(written):
    plan = read_plan(written(GOOD))
    assert len(plan.runs) == 2 * 3 * 2 * 1 * 2
    assert {c.name: (c.unit, c.display_unit) for c in plan.columns} == {
        FRONT: ("N/m", "N/mm"),
        HEIGHT: ("m", "m"),  # bare numbers: the model was asked for their unit
        "maneuver.speed": ("m/s", "km/h"),
        "ground.friction": ("", ""),
        "dampers": ("", ""),
    }
    first, last = plan.runs[0].parameters, plan.runs[-1].parameters
    assert first == {FRONT: 20e3, HEIGHT: 0.17, "maneuver.speed": 10.0, "ground.friction": 0.5, "dampers": 0.5}
    assert last == {FRONT: 40e3, HEIGHT: 0.18, "maneuver.speed": 20.0, "ground.friction": 0.5, "dampers": 2.0}


def test_a_run_has_all_values_where_they_belong(written):
    plan = read_plan(written(GOOD))
    run, nominal = plan.build_run(plan.runs[-1]), plan.vehicle
    front, rear = (axle.suspension for axle in run.vehicle.axles)
    assert front.spring.stiffness == 40e3
    assert front.lower_arm.ball_joint == (*nominal.axles[0].suspension.lower_arm.ball_joint[:2], 0.18)
    assert front.spring.damping == 2.0 * nominal.axles[0].suspension.spring.damping
    assert rear.spring.damping == 2.0 * nominal.axles[1].suspension.spring.damping
    assert rear.spring.stiffness == nominal.axles[1].suspension.spring.stiffness
    assert run.maneuver.speed == 20.0
    assert run.maneuver.end == 3.0
    assert run.settings == {"step": 1e-3, "ground": "plane, grade=0.02, friction=0.5"}


def test_everything_wrong_is_found_at_once_before_anything_runs(written):
    text = GOOD.replace("spring.stiffness: {values: [20 N/mm, 40 N/mm]}", "spring.stifness: {values: [20 N/mm]}")
    text = text.replace("from: 0.170", "from: 2 kg").replace("ground.friction", "maneuver.sped")
    text = text.replace("rear.suspension.spring.damping]", "raer.suspension.spring.damping]")
    text = text.replace("metrics: []", "metrics: [peak_yaw]")
    found = findings(written(text))
    lines = [int(line.partition(":")[0]) for line in found]
    assert lines == [9, 10, 12, 14, 17]
    assert "no such value; got 'stifness'" in found[0]
    assert "did you mean 'stiffness'?" in found[0]
    assert "wrong unit; got '2 kg' (mass); expected a length" in found[1]
    assert "maneuver.sped: unknown key; did you mean 'speed'?" in found[2]
    assert "no such part; got 'raer'" in found[3]
    assert "did you mean 'rear'?" in found[3]
    assert "metrics.0: unknown metric; got 'peak_yaw'" in found[4]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name: springs", "name: a/b", "2: name: not a folder name"),
        ("design: grid", "design: sobol", "write sobol: {runs: 256}"),
        ("design: grid", "design: {sobol: {runs: 100}}", "design.sobol.runs: not a power of two; got 100"),
        ("design: grid", "design: {grid: {}, sobol: {runs: 4}}", "design: not one design"),
        ("design: grid", "design: {latin_hypercube: {runs: 8}}", "10: parameters." + HEIGHT + ".steps: steps in a"),
        ("steps: 3}", "stps: 3}", "unknown key; did you mean 'steps'?"),
        (", to: 0.180, steps: 3", "", HEIGHT + ".to: missing key"),
        ("steps: 2, scale: log}", "scale: log}", "11: parameters.maneuver.speed: a grid needs values"),
        ("36 km/h, to", "-36 km/h, to", "no logarithmic range"),
        ("[0.5, 200 %]", "[0.5, 2 m]", "16: parameters.dampers.values.1: wrong unit"),
        ("values: [20 N/mm, 40 N/mm]", "values: [20 N/mm, stiff]", "numbers and names mixed"),
        (FRONT, "vehicle.axles.front.suspension.spring", "a part, not a value"),
        (HEIGHT, "vehicle.axles.front.suspension.lower_arm.ball_joint.3", "no such part; got '3'; expected one of 0"),
        (FRONT, "car.axles", "car.axles: no such path"),
        ("ground.friction: {values: [0.5]}", "ground.grip: {values: [0.5]}", "unexpected keyword argument 'grip'"),
        ("maneuver: j-turn", "maneuver: j-trun", "did you mean 'j-turn'?"),
        ("maneuver: j-turn", "maneuver: bump", "two grounds; got the maneuver bump brings its own"),
        ("vehicle: dw18", "vehicle: dw19", "did you mean 'dw18'?"),
        ("duration: 3 s", "duration: 3 m", "5: options.duration: wrong unit"),
        ("step: 1 ms", "step: 1 m", "6: settings.step: wrong unit"),
        ("metrics: []", "kep: none", "unknown key"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(written, old, new, said):
    assert old in GOOD
    found = findings(written(GOOD.replace(old, new, 1)))
    assert any(said in line for line in found), found


def test_one_path_is_changed_by_one_parameter_only():
    other = {"paths": ["maneuver.speed"], "values": [10.0]}
    with pytest.raises(ModelError, match=r"changed twice; got maneuver\.speed in 'maneuver.speed' and 'other'"):
        prepare_study(examples.study(design="grid", parameters={"maneuver.speed": {"values": [12.0]}, "other": other}))


def test_words_are_values_too():
    grounds = {"settings.integrator": {"values": ["chord", "rosenbrock"]}, "ground.class": {"values": ["A", "C"]}}
    settings = {"ground": "iso8608, length=50"}
    plan = prepare_study(examples.study(design="grid", settings=settings, parameters=grounds))
    assert [run.parameters for run in plan.runs][1] == {"settings.integrator": "chord", "ground.class": "C"}
    run = plan.build_run(plan.runs[1])
    assert run.settings["integrator"] == "chord"
    assert run.settings["ground"] == f"iso8608, length=50, class=C, seed={plan.runs[1].seed}"


def test_an_explicit_seed_of_a_ground_stays():
    settings = {"ground": "iso8608, length=50, seed=4"}
    plan = prepare_study(examples.study(settings=settings))
    assert "seed=4" in plan.build_run(plan.runs[0]).settings["ground"]


def test_files_are_relative_to_the_study(tmp_path, monkeypatch):
    from jounce.model.library import path

    (tmp_path / "study.yaml").write_text(GOOD.replace("vehicle: dw18", "vehicle: cars/mine.yaml"), encoding="utf-8")
    (tmp_path / "cars").mkdir()
    (tmp_path / "cars" / "mine.yaml").write_text(path("dw18").read_text(encoding="utf-8"), encoding="utf-8")
    assert read_plan(tmp_path / "study.yaml").vehicle.name == "dw18"
    assert read_study(tmp_path / "study.yaml").name == "springs"


def test_no_mapping_and_no_parameters_are_refused():
    with pytest.raises(ModelError, match="not a study"):
        parse_study("- 1")
    with pytest.raises(ModelError, match="nothing changes"):
        parse_study("{name: a, vehicle: dw18, maneuver: j-turn, design: grid}")
    with pytest.raises(ModelError, match="not a mapping"):
        parse_study("{name: a, vehicle: dw18, maneuver: j-turn, design: grid, parameters: {maneuver.speed: 3}}")
    with pytest.raises((ModelError, InputError), match="not a whole number"):
        Study(name="a", vehicle="dw18", maneuver="j-turn", design="grid", seed=-1, parameters={})
