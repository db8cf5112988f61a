"""The words of a finding, and the tree of exceptions."""

import pickle

import pytest

from jounce.errors import (
    AssemblyError,
    EquilibriumError,
    FileError,
    InputError,
    JounceError,
    ModelError,
    SimulationError,
)
from jounce.findings import Finding, shown, suggestion


def test_a_finding_reads_where_what_got_expected_hint():
    finding = Finding(
        "joints.lower_ball.axis",
        "zero axis",
        "[0, 0, 0]",
        "a direction",
        "give for example [0, 1, 0]",
        file="car.yaml",
        line=12,
    )
    assert str(finding) == (
        "car.yaml:12: joints.lower_ball.axis: zero axis; got [0, 0, 0]; expected a direction; "
        "give for example [0, 1, 0]"
    )


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (Finding("a.b", "missing key"), "a.b: missing key"),
        (Finding("", "empty file", file="car.yaml"), "car.yaml: empty file"),
        (Finding("a", "wrong", hint="repair it"), "a: wrong; repair it"),
        (Finding("a", "wrong", expected="right", file="f", line=3), "f:3: a: wrong; expected right"),
    ],
)
def test_empty_parts_are_left_out(finding, text):
    assert str(finding) == text


def test_a_finding_moves_into_its_owner_and_to_its_line():
    finding = Finding("axis", "zero axis").inside("joints", 3).at("car.yaml", 7)
    assert str(finding) == "car.yaml:7: joints.3.axis: zero axis"
    assert Finding("", "wrong").inside("joints").where == "joints"


def test_a_model_error_lists_all_findings_one_per_line():
    error = ModelError([Finding("a", "wrong"), Finding("b", "missing key")], "car.yaml")
    assert str(error).splitlines() == ["2 findings in car.yaml:", "  a: wrong", "  b: missing key"]
    assert str(ModelError([Finding("a", "wrong")])).startswith("1 finding in the model:")


def test_the_tree_of_exceptions():
    for cls in (ModelError, AssemblyError, EquilibriumError, SimulationError, FileError, InputError):
        assert issubclass(cls, JounceError)
    assert issubclass(AssemblyError, ModelError)
    error = SimulationError("stopped", time=1.5, step=1500, culprit="hinge")
    assert (error.time, error.step, error.culprit) == (1.5, 1500, "hinge")
    assert SimulationError("stopped").time is None


@pytest.mark.parametrize(
    "error",
    [
        AssemblyError([Finding("a", "wrong")], "car"),
        InputError("wrong unit", "'3 N'", "a length"),
        SimulationError("stopped", time=1.5, step=3, culprit="hinge"),
    ],
)
def test_errors_survive_the_way_back_from_another_process(error):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert copy.__dict__ == error.__dict__


def test_quoted_values_stay_short():
    assert shown([0, 0.1, "mm"]) == "[0, 0.1, 'mm']"
    assert len(shown("x" * 1000)) < 80
    assert len(shown([[[list(range(100))] * 100] * 100] * 100)) <= 100
    assert shown(10**5000) == "an integer of 16610 bits"


def test_suggestions_ignore_case_and_stay_silent_without_a_close_word():
    assert suggestion("Masss", ["mass", "inertia"]) == "did you mean 'mass'?"
    assert suggestion("colour", ["mass", "inertia"]) == ""
