"""A bad file gives all its findings at once, each with file and line, never a traceback."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jounce.errors import FileError, ModelError
from jounce.model.vehicle import parse_vehicle, read_vehicle


def findings(text):
    with pytest.raises(ModelError) as raised:
        parse_vehicle(text, "car.yaml")
    return raised.value.findings


def spoiled(text, old, new):
    """The text with the first occurrence of `old` replaced, and the line where that is."""
    i = text.index(old)
    return text[:i] + new + text[i + len(old) :], text.count("\n", 0, i) + 1


F, R = "axles.front.suspension", "axles.rear.suspension"
SPOILED = [
    ("[1.225, 0.38, 0.19]", "[1.225, -0.38, 0.19]", f"{F}.lower_arm.pivot", "not on the left side; got y = -0.38 m"),
    ("[1.235, 0.495, 0.185]", "[1.235, 0, 0.185]", f"{F}.lower_arm.centre_of_mass", "not on the left side"),
    ("[1.25, 0.775, 0.29]", "[1.25, 0.775, -0.29]", f"{F}.wheel_centre", "below the ground"),
    ("spin_axis: [0.0, 1.0, 0.0]", "spin_axis: [0, -1, 0]", f"{F}.spin_axis", "not towards the left"),
    ("ball_joint: [1.23, 0.68, 0.45]", "ball_joint: [1.255, 0.725, 0.175]", f"{F}.upper_arm.ball_joint", "coincide"),
    ("ball_joint: [1.23, 0.68, 0.45]", "ball_joint: [1.23, 0.68, 0.1]", f"{F}.upper_arm.ball_joint", "below the lower"),
    ("ball_joint: [1.255, 0.725, 0.175]", "ball_joint: [1.4, 0.38, 0.19]", f"{F}.lower_arm.ball_joint", "on the hinge"),
    ("axis: [1.0, 0.0, 0.0]", "axis: [0, 0, 0]", f"{F}.lower_arm.axis", "zero length"),
    ("axis: [1.0, 0.0, 0.0]", "rear_pivot: [1.1, 0.3, 0.2]", f"{F}.lower_arm.rear_pivot", "not one hinge"),
    ("outer: [1.11, 0.7, 0.22]", "outer: [1.255, 0.725, 0.175]", f"{F}.tie_rod.outer", "on the kingpin axis"),
    ("outer: [1.11, 0.7, 0.22]", "outer: [1.11, 0.386, 0.228]", f"{F}.tie_rod.outer", "points coincide"),
    ("lower: [1.25, 0.62, 0.182]", "lower: [1.25, 0.52, 0.56]", f"{F}.spring.lower", "points coincide"),
    ("free_length: 0.568179503", "preload: 5 mm", f"{F}.spring.preload", "wrong unit"),
    ("stiffness: 35 N/mm", "stifness: 35 N/mm", f"{F}.spring.stifness", "did you mean 'stiffness'?"),
    ("kind: double_wishbone", "kind: double_wishbon", f"{F}.kind", "did you mean 'double_wishbone'?"),
    ("inertia: [0.06, 0.08, 0.13]", "inertia: [0.06, 0.08, 0.2]", f"{F}.lower_arm.inertia", "impossible inertia"),
    ("inertia: [0.06, 0.08, 0.13]", "inertia: [0.06, x, 0.2]", f"{F}.lower_arm.inertia.1", "no number"),
    ("c: 1.3", "cc: 1.3", "axles.front.tire.lateral.cc", "unknown key"),
    ("spin_inertia: 1.0", "spin_inertia: 9.0", "axles.front.wheel.spin_inertia", "impossible inertia"),
    ("drive: inboard", "drive: true", "axles.rear.drive", "unknown value"),
    ("axle: front", "axle: frnt", "steering.axle", "no such axle; got 'frnt'; did you mean 'front'?"),
    ("kind: servo", "kind: motor", "steering.actuation.kind", "unknown kind of actuation"),
    ("travel_per_turn: -50 mm", "travel_per_turn: 50 mm", "steering.travel_per_turn", "steers to the wrong side"),
    ("mass: 1500.0", "mass: -1500 kg", "chassis.mass", "out of range"),
    ("gravity: 9.81", "gravity: 9.81 g", "gravity", "standard gravity is 'gn'"),
    ("gravity: 9.81", "gravitas: 9.81", "gravitas", "did you mean 'gravity'?"),
    ("[-1.45, 0.775, 0.29]", "[1.45, 0.775, 0.29]", f"{R}.wheel_centre", "not behind axle 'front'"),
]


@pytest.mark.parametrize(("old", "new", "where", "what"), SPOILED, ids=[f"{w}: {what[:20]}" for *_, w, what in SPOILED])
def test_one_mistake_is_found_where_it_is(dw18_text, old, new, where, what):
    text, line = spoiled(dw18_text, old, new)
    found = {finding.where: finding for finding in findings(text)}
    assert what in str(found[where])
    assert str(found[where]).startswith(f"car.yaml:{line}: {where}: ")


def test_all_at_once(dw18_text):
    """Faults of parts, of axles and between them, in the order of their lines."""
    text, lines = dw18_text, []
    for old, new in (
        ("mass: 1500.0", "mass: 1500 mm"),
        ("[1.24, 0.42, 0.43]", "[1.24, -0.42, 0.43]"),
        ("kind: double_wishbone\n      wheel_centre: [-1.45", "kind: hover_cushion\n      wheel_centre: [-1.45"),
        ("axle: front", "axle: middle"),
    ):
        text, line = spoiled(text, old, new)
        lines.append(line)
    found = findings(text)
    assert [finding.line for finding in found] == lines
    assert all(str(finding).startswith("car.yaml:") for finding in found)


def test_axles_as_a_list(dw18, dw18_text):
    text = listed(dw18_text)
    assert parse_vehicle(text) == dw18
    twice, line = spoiled(text, "name: rear", "name: front")
    (found,) = findings(twice)
    assert (found.where, found.line, found.what) == ("axles.front.name", line, "two axles of one name")


def test_axles_in_the_wrong_order(dw18_text):
    text, _ = spoiled(listed(dw18_text), "name: front", "name: x")
    text, _ = spoiled(text, "wheel_centre: [1.25,", "wheel_centre: [-3.25,")
    found = findings(text)
    assert "axles.rear.suspension.wheel_centre" in {finding.where for finding in found}
    assert "steering.axle" in {finding.where for finding in found}


def listed(text):
    return re.sub(r"^  (front|rear):$", r"  - name: \1", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("- 1", "", "not a vehicle"),
        ("name: a\naxles: 3", "axles", "neither a list nor a mapping of names"),
        ("name: a\naxles: []", "axles", "no axles"),
        ("name: a\naxles: {front: 7}", "axles.front", "not a mapping"),
        ("name: a\naxles: [{}]", "axles.0.name", "missing key"),
        ("name: a\naxles: {front: {name: rear}}", "axles.front.name", "two names"),
        ("name: a", "axles", "missing key"),
        ("name: a", "chassis", "missing key"),
        ("name: a\naxles.front: 1", "axles.front", "unknown key"),
        ("name: a\nname: b", "name", "key given twice"),
    ],
)
def test_not_even_a_car(text, where, what):
    assert (where, what) in {(finding.where, finding.what) for finding in findings(text)}


def test_no_such_file(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_vehicle(tmp_path / "absent.yaml")


def test_two_pivots_instead_of_a_line(dw18, dw18_text):
    """The hinge through both pivots; exchanged or coinciding ones are found."""
    old = "pivot: [1.225, 0.38, 0.19]\n        axis: [1.0, 0.0, 0.0]"
    pair = "front_pivot: [{}, 0.38, 0.19]\n        rear_pivot: [{}, 0.38, 0.19]"
    arm = parse_vehicle(spoiled(dw18_text, old, pair.format(1.4, 1.05))[0]).axle("front").suspension.lower_arm
    assert arm.hinge_point == pytest.approx((1.225, 0.38, 0.19), abs=1e-15)
    assert arm.hinge_axis == (1.0, 0.0, 0.0)
    for front, rear, what in ((1.05, 1.4, "behind rear_pivot"), (1.2, 1.2, "points coincide")):
        (found,) = findings(spoiled(dw18_text, old, pair.format(front, rear))[0])
        assert found.what == what


VALUES = ("null", "true", "7", "-1", "text", "[1, 2]", "{a: 1}", "1e400", "5 lightyears", "[]")


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_random_bad_input_gives_findings(dw18_text, data):
    """Any value in any place, and any line left out, gives a vehicle or findings with file and line."""
    lines = dw18_text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        i = data.draw(st.integers(0, len(lines) - 1))
        key = re.match(r"\s*[\w]+:", lines[i])
        value = data.draw(st.sampled_from(("", *VALUES)))
        lines[i] = f"{key[0]} {value}" if key and value else ""
    assert all(finding.file == "car.yaml" and finding.line for finding in all_findings("\n".join(lines)))


def all_findings(text):
    try:
        parse_vehicle(text, "car.yaml")
    except ModelError as error:
        return error.findings
    return ()
