"""Maneuver files: what they say becomes a Maneuver, and everything wrong with them is told at once, with lines."""

import contextlib
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jounce.errors import FileError, InputError, ModelError
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.maneuvers.files.keys import NAMED as NAMED_KEYS
from jounce.lab.maneuvers.files.keys import OWN as OWN_KEYS
from jounce.lab.maneuvers.files.read import parse_maneuver, read_maneuver
from jounce.model.mechanism import Constant, Sine, SmoothStep, Table
from jounce.model.mechanism.formula import expression_signal
from jounce.model.mechanism.signals import sample_signal

OWN = """
name: slalom
about: Left and right.
speed: 72 km/h
duration: 4 s
step: 2 ms
sample: 20 ms
ground: flat, friction=0.5
inputs:
  steering_wheel_angle: {kind: sine, amplitude: 30 deg, frequency: 0.5, start: 1 s, cycles: 1}
  brake: {times: [1, 2], values: [0, 40 %], interpolation: linear}
  target_speed: 20
  drive_torque_rl: {kind: smooth_step, before: 0, after: 0.1 kN*m, start: 0, end: 1}
stop:
  - chassis.speed < 1 m/s
metrics:
  - peak_side_slip
  - {name: my_peak, value: max(abs(chassis.lateral_acceleration)), unit: m/s^2}
  - "share [%] = rms(chassis.yaw_rate) / max(chassis.yaw_rate)"
"""


def findings(text, **options):
    """Where, line and whole text of all findings."""
    with pytest.raises(ModelError) as caught:
        parse_maneuver(text, "my.yaml", **options)
    return [(finding.where, finding.line, str(finding)) for finding in caught.value.findings]


def own(**changes):
    """A file with some keys changed."""
    keys = {"speed": "20", "duration": "2"} | changes
    return "\n".join(f"{key}: {value}" for key, value in keys.items() if value is not None)


def test_a_maneuver_of_its_own_is_the_one_written_in_python():
    plan = parse_maneuver(OWN)
    assert plan.ground.friction == 0.5
    assert plan == Maneuver(
        name="slalom",
        about="Left and right.",
        speed=20.0,
        end=4.0,
        step=2e-3,
        sample=0.02,
        ground=plan.ground,
        inputs={
            "steering_wheel_angle": Sine(amplitude=math.radians(30), frequency=0.5, start=1.0, cycles=1.0),
            "brake": Table(times=(1.0, 2.0), values=(0.0, 0.4), interpolation="linear"),
            "target_speed": Constant(value=20.0),
            "drive_torque_rl": SmoothStep(before=0.0, after=100.0, start=0.0, end=1.0),
        },
        needs=("steering", "brakes", "propulsion", "drive"),
        stop=("chassis.speed < 1 m/s",),
        metrics=(
            "peak_side_slip",
            "my_peak [m/s^2] = max(abs(chassis.lateral_acceleration))",
            "share [%] = rms(chassis.yaw_rate) / max(chassis.yaw_rate)",
        ),
        options={"speed": 20.0, "duration": 4.0},
    )


def test_a_named_maneuver_with_other_options(tmp_path):
    file = tmp_path / "quick.yaml"
    file.write_text("maneuver: step-steer\noptions: {speed: 90 km/h, start: 0.5}\nstop: []\nduration: 3\n")
    plan = maneuver(str(file))
    original = maneuver("step-steer", speed="90 km/h", start=0.5)
    assert (plan.name, plan.stop, plan.end) == ("quick", (), 3.0)
    assert (plan.inputs, plan.options, plan.metrics) == (original.inputs, original.options, original.metrics)
    assert maneuver(str(file), speed="72 km/h").speed == pytest.approx(20.0)


def test_the_duration_of_a_named_maneuver_is_its_option_where_it_has_one():
    plan = parse_maneuver("{maneuver: ride, duration: 3 s, metrics: [tire_load_variation], sample: 5 ms}")
    assert (plan.end, plan.options["duration"], plan.sample) == (3.0, 3.0, 5e-3)
    assert plan.metrics == ("tire_load_variation",)
    assert len(plan.ground.heights) < len(maneuver("ride").ground.heights)
    ((where, _, text),) = findings("{maneuver: ride, duration: 3 s, options: {duration: 4}}")
    assert (where, "given twice" in text) == ("duration", True)


def test_a_maneuver_of_its_own_may_be_run_faster_and_longer():
    plan = parse_maneuver(OWN, speed="36 km/h", duration=6)
    assert (plan.speed, plan.end) == (10.0, 6.0)
    ((_, _, text),) = findings(OWN, amplitude=3)
    assert "amplitude: unknown option" in text


def test_columns_of_a_file(tmp_path):
    (tmp_path / "steer.csv").write_text("t; angle ;torque\n0;0;1\n1;90;2\n\n2;-45;3\n")
    text = (
        "{speed: 20, duration: 2, inputs: {steering_wheel_angle: {csv: steer.csv, time: t, value: angle, unit: deg}, "
    )
    text += "drive_torque_rr: {csv: steer.csv, time: 1, value: 3, interpolation: linear}}}"
    (tmp_path / "m.yml").write_text(text)
    inputs = read_maneuver(tmp_path / "m.yml").inputs
    assert inputs["steering_wheel_angle"].values == pytest.approx((0.0, math.pi / 2, -math.pi / 4))
    assert inputs["drive_torque_rr"] == Table(times=(0, 1, 2), values=(1, 2, 3), interpolation="linear")


def test_grounds_of_files_are_beside_the_maneuver(tmp_path):
    np.save(tmp_path / "hills.npy", np.zeros((5, 5)))
    (tmp_path / "m.yaml").write_text("{speed: 5, duration: 1, ground: 'hills.npy, spacing=2'}")
    assert type(read_maneuver(tmp_path / "m.yaml").ground).__name__ == "Ferguson"
    ((where, _, text),) = findings("{speed: 5, duration: 1, ground: 'no-such.npy, spacing=2'}")
    assert where == "ground"
    assert "no-such.npy" in text


def test_expressions_become_fine_tables():
    smooth = expression_signal("30 deg * sin(2*pi*0.5*t)", 4.0)
    t = np.linspace(0.0, 4.0, 1001)  # to the ends: a smooth table is not level there
    assert smooth.interpolation == "smooth"
    assert sample_signal(smooth, t) == pytest.approx(
        math.radians(30) * np.sin(math.pi * t), abs=2e-5 * math.radians(30)
    )
    fast = expression_signal("sin(2*pi*256*t)", 1.0)  # vanishes at the nodes of the coarsest table, and halfway
    assert sample_signal(fast, t / 4) == pytest.approx(np.sin(512 * math.pi * t / 4), abs=2e-5)
    assert expression_signal("2 * 3 mm", 4.0) == Constant(value=0.006)


def test_what_bends_and_jumps_keeps_its_instants():
    bent = expression_signal("ramp(t, 0.5005 s, 1) - step(t, 1.7503)", 3.0)
    assert bent.interpolation == "linear"
    assert {0.5005, 1.0, 1.7503} <= set(bent.times)
    t = np.array([0.5005, 0.75025, 1.0, 1.7493, 1.7503, 2.0])
    assert sample_signal(bent, t) == pytest.approx([0, 0.5, 1, 1, 0, 0], abs=1e-9)
    assert min(np.diff(bent.times)) > 1e-7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / (t - 1)", "not a finite number; got .* at t = 1 s"),
        ("sqrt(t - 1)", "not a finite number; got nan at t = 0 s"),
        ("chassis.speed", "unknown name 'chassis.speed'.*channels are for stop and metrics"),
        ("t > 1", "a condition, not a value"),
        ("max(t)", "a value of the whole run"),
        ("sin(1e6 * t)", "changes too quickly"),
        (3, "not an expression"),
    ],
)
def test_expressions_that_are_no_inputs(text, message):
    with pytest.raises(InputError, match=message):
        expression_signal(text, 2.0)


@pytest.mark.parametrize(
    ("changes", "where", "message"),
    [
        ({"speed": None}, "speed", "missing key.*or name a maneuver"),
        ({"duration": None}, "duration", "missing key"),
        ({"speed": "3 kg"}, "speed", "wrong unit"),
        ({"speed": "-3"}, "speed", "a value of 0 or more"),
        ({"duration": "0 s"}, "duration", "greater than 0"),
        ({"step": "fast"}, "step", "no number"),
        ({"name": "[1]"}, "name", "not a name"),
        ({"colour": "red"}, "colour", "unknown key; known keys: name"),
        ({"stopp": "[]"}, "stopp", "did you mean 'stop'"),
        ({"ground": "marsh"}, "ground", "unknown ground"),
        ({"ground": "3"}, "ground", "not a ground"),
        ({"needs": "[wings]"}, "needs.0", "unknown need"),
        ({"needs": "{}"}, "needs", "not a list"),
        ({"stop": "[chassis.speed < 1, speed]"}, "stop.1", "not a condition"),
        ({"stop": "3"}, "stop", "not a list of conditions"),
        ({"stop": "[chassis.speed <]"}, "stop.0", "the expression ends at character 16"),
        ({"metrics": "peak"}, "metrics", "not a list"),
        ({"metrics": "[Peak Force]"}, "metrics.0", "not a metric"),
        ({"metrics": "[{name: a, value: chassis.speed}]"}, "metrics.0.value", "many numbers.*put it into max"),
        ({"metrics": "[{name: a, value: max(chassis.speed) > 1}]"}, "metrics.0.value", "a condition"),
        ({"metrics": "[{name: a, value: max(b), unit: furlong}]"}, "metrics.0.unit", "unknown unit"),
        ({"metrics": "[{name: A b, value: max(b)}]"}, "metrics.0.name", "not a name"),
        ({"metrics": "[{name: a}]"}, "metrics.0.value", "missing key"),
        ({"metrics": "[{name: a, value: 1, colour: red}]"}, "metrics.0.colour", "unknown key"),
        ({"inputs": "[1]"}, "inputs", "not a mapping"),
        ({"inputs": "{breaks: 1}"}, "inputs.breaks", "unknown input.*did you mean 'brake"),
        ({"inputs": "{brake: 2}"}, "inputs.brake", "a pedal between 0 and 1"),
        ({"inputs": "{brake: {expression: t}}"}, "inputs.brake", "0 to 2; expected a pedal"),
        ({"inputs": "{brake: true}"}, "inputs.brake", "not an input"),
        ({"inputs": "{brake: {value: 3}}"}, "inputs.brake", "expected a quantity, or a mapping with kind"),
        ({"inputs": "{rack_travel: 3 deg}"}, "inputs.rack_travel", "wrong unit.*expected a length"),
        ({"inputs": "{rack_travel: sin(t)}"}, "inputs.rack_travel", "no number.*written {expression: …}"),
        ({"inputs": "{rack_travel: {kind: cosine}}"}, "inputs.rack_travel.kind", "unknown kind of signal"),
        ({"inputs": "{rack_travel: {kind: input, name: a}}"}, "inputs.rack_travel.kind", "unknown kind of signal"),
        (
            {"inputs": "{rack_travel: {kind: sine, amplitude: 2 N, frequency: 1}}"},
            "inputs.rack_travel.amplitude",
            "wrong",
        ),
        ({"inputs": "{rack_travel: {x: [0, 1]}}"}, "inputs.rack_travel.y", "missing key"),
        (
            {"inputs": "{rack_travel: {times: [1, 0], values: [0, 1 mm]}}"},
            "inputs.rack_travel.times.1",
            "do not increase",
        ),
        ({"inputs": "{rack_travel: {times: [0, 1], values: [0, 1 s]}}"}, "inputs.rack_travel.values.1", "wrong unit"),
        (
            {"inputs": "{rack_travel: {expression: 2 +}}"},
            "inputs.rack_travel.expression",
            "the expression ends at character 4",
        ),
        ({"inputs": "{rack_travel: {expression: t, unit: mm}}"}, "inputs.rack_travel.unit", "unknown key"),
        ({"inputs": "{rack_travel: {csv: none.csv, time: t, value: x}}"}, "inputs.rack_travel.csv", "no such file"),
        ({"inputs": "{rack_travel: {csv: none.csv}}"}, "inputs.rack_travel.time", "missing key"),
        ({"inputs": "{rack_travel: {csv: [1], time: t, value: x}}"}, "inputs.rack_travel.csv", "not a file name"),
    ],
)
def test_every_mistake_is_found_where_it_is(changes, where, message):
    text = own(**changes)
    found = findings(text)
    assert where in [place for place, _, _ in found]
    line = next((i for i, row in enumerate(text.splitlines(), start=1) if row.split(":")[0] in changes), 1)
    (place, number, written), *_ = [one for one in found if one[0] == where]
    assert number == line
    assert written.startswith(f"my.yaml:{line}: {place}: ")
    with pytest.raises(ModelError, match=message):
        parse_maneuver(text)


def test_all_mistakes_are_told_at_once():
    found = findings("speed: 3 kg\nduration: 0\ninputs:\n  brake: 7\n  rack_travel: 1 N\nmetrics: [A]\ncolour: red\n")
    assert [(where, line) for where, line, _ in found] == [
        ("speed", 1),
        ("duration", 2),
        ("inputs.brake", 4),
        ("inputs.rack_travel", 5),
        ("metrics.0", 6),
        ("colour", 7),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3", "not a maneuver; got 3"),
        ("{maneuver: stepsteer}", "my.yaml:1: maneuver: unknown maneuver.*did you mean 'step-steer'"),
        ("maneuver: sine\noptions:\n  cycles: -1\n  colour: 2", "my.yaml:3: options.cycles: out of range"),
        ("maneuver: sine\noptions: 3", "options: not a mapping"),
        ("maneuver: sine\ninputs: {brake: 1}", "inputs: unknown key"),
        ("a: [", "not YAML"),
    ],
)
def test_files_that_name_a_maneuver_badly(text, message):
    with pytest.raises(ModelError, match=message):
        parse_maneuver(text, "my.yaml")


@pytest.mark.parametrize(
    ("content", "columns", "message"),
    [
        ("t,x\n0,0\n1,1\n", "time: t, value: y", "no such column; got 'y' in s.csv; expected one of t, x"),
        ("t,x\n0,0\n1,1\n", "time: t, value: 3", "a number from 1 to 2"),
        ("t,x\n0,0\n1,one\n", "time: t, value: x", "not a number; got 'one' in column 'x' of s.csv, line 3"),
        ("t;x\n0;0\n1;1,5\n", "time: t, value: x", "write decimal points, not commas"),
        ("t,x\n0,0\n1\n", "time: t, value: x", "got '' in column 'x' of s.csv, line 3"),
        ("t,x\n0,0\n", "time: t, value: x", "too few rows"),
        ("t,x\n1,0\n0,1\n", "time: t, value: x", "times do not increase"),
        ("t,x\n0,0\n1,1\n", "time: t, value: x, unit: kg", "wrong unit; got 'kg'; expected a length"),
        ("t,x\n0,0\n1,nan\n", "time: t, value: x", "not a finite number"),
        ("t,x\n0,0\n1,1\n", "time: t, value: x, interpolation: cubic", "interpolation: unknown value"),
    ],
)
def test_files_with_wrong_columns(tmp_path, content, columns, message):
    (tmp_path / "s.csv").write_text(content)
    (tmp_path / "m.yaml").write_text(own(inputs=f"{{rack_travel: {{csv: s.csv, {columns}}}}}"))
    with pytest.raises(ModelError, match=message):
        read_maneuver(tmp_path / "m.yaml")


def test_a_missing_file_and_an_unknown_name():
    with pytest.raises(FileError, match="no such file"):
        maneuver("nowhere.yaml")
    with pytest.raises(InputError, match=r"one of step-steer, .*, or a YAML file"):
        maneuver("waltz")


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 50),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        ["1 mm", "20 deg", "t > 1", "sin(t)", "step-steer", "none.csv", "max(t)", "flat", "a [m] = last(b)"]
    ),
)
KEYS = st.sampled_from(
    [
        "kind",
        "name",
        "value",
        "unit",
        "times",
        "values",
        "csv",
        "time",
        "expression",
        "brake",
        "rack_travel",
        "speed",
        "",
    ]
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from([*OWN_KEYS, *NAMED_KEYS]), JUNK, max_size=5))
def test_whatever_is_written_is_a_maneuver_or_has_findings(data):
    with contextlib.suppress(ModelError):
        assert isinstance(parse_maneuver(json.dumps({"speed": 20, "duration": 2} | data)), Maneuver)
