"""Whatever is written, the answer is a mechanism or findings, never another exception."""

import contextlib
import copy
import json
import math
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jounce.errors import InputError, ModelError
from jounce.model import mechanism as m
from jounce.model.mechanism.read import parse_mechanism
from jounce.schema.units import parse_quantity
from jounce.schema.yaml_source import parse_source
from tests.model.mechanism.test_mechanism_yaml import EVERYTHING

FAST = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
SLOW = settings(FAST, max_examples=30)  # each parses a hundred lines of YAML

UNIT_TEXT = st.text("0123456789.eE+-−,*/^·⋅²³⁻ ()NmkgsradeghbpPµμ°%", max_size=12)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**400),
    st.floats(),
    st.text(max_size=8),
    UNIT_TEXT,
    st.sampled_from(
        ["carrier", "arm", "hub", "ground", "hinge", "slot", "ball", "revolute", "sine", "input", "1 mm", ""]
    ),
)
KEYS = st.one_of(st.text(max_size=5), st.sampled_from(["kind", "name", "self", "mass", "point", "x", "<<", "a.b"]))
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)
CLASSES = (
    m.Body,
    m.Tire,
    m.Stop,
    m.Curve,
    m.Constant,
    m.Table,
    m.Sine,
    m.SmoothStep,
    m.Input,
    m.Mechanism,
    *get_args(m.Joint),
    *get_args(m.Force),
)


def findings(build):
    """What is wrong with what `build` builds, None if nothing; any exception but a ModelError fails the test."""
    try:
        build()
    except ModelError as error:
        return error.findings
    return None


def judged(text):
    """Parse; a refusal must list findings that all have a file, a line of that file and something to say."""
    found = findings(lambda: parse_mechanism(text, "fuzz.yaml"))
    assert found is None or found
    last = len(text.splitlines()) + 1
    for finding in found or ():
        assert finding.what
        assert finding.file == "fuzz.yaml"
        assert 1 <= finding.line <= last
        assert len(str(finding)) < 2000


def spots(data, path=()):
    """Every path in nested data."""
    yield path
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in children:
        yield from spots(value, (*path, key))


SEED = parse_source(EVERYTHING).data
SPOTS = list(spots(SEED))[1:]


def damaged(path, junk, way):
    """The seed with the value under a path replaced, removed, or given a strange neighbour."""
    data = copy.deepcopy(SEED)
    parent = data
    for step in path[:-1]:
        parent = parent[step]
    if way == "remove":
        del parent[path[-1]]
    elif way == "neighbour" and isinstance(parent, dict):
        parent[f"{path[-1]}x"] = junk
    else:
        parent[path[-1]] = junk
    return data


@SLOW
@given(st.sampled_from(SPOTS), JUNK, st.sampled_from(["replace", "remove", "neighbour"]))
def test_a_damaged_mechanism(path, junk, way):
    judged(json.dumps(damaged(path, junk, way), indent=1))


@SLOW
@given(st.data())
def test_a_line_of_yaml_damaged(data):
    lines = EVERYTHING.splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[number])))
    insertion = data.draw(st.text("{}[]:,-&*!|>'\"%@`#?~ \tab1.\\\x00\ufeff\n", min_size=1, max_size=3))
    lines[number] = lines[number][:column] + insertion + lines[number][column + data.draw(st.integers(0, 3)) :]
    judged("\n".join(lines))


@FAST
@given(st.one_of(st.text(max_size=40), st.text("{}[]:,-&*!|>'\"%@#?~ab1.<\n ", max_size=40)))
def test_any_text(text):
    judged(text)


@FAST
@given(st.sampled_from(CLASSES), st.data())
def test_any_arguments(cls, data):
    keys = st.sampled_from(sorted({*cls.model_fields, "self", "cls", "typo"}))
    arguments = data.draw(st.dictionaries(keys, JUNK, max_size=len(cls.model_fields)))
    found = findings(lambda: cls(**arguments))
    assert found is None or found
    assert all(finding.what for finding in found or ())
    if found is None:
        assert cls(**arguments) == cls(**arguments)
        assert hash(cls(**arguments)) == hash(cls(**arguments))


@settings(FAST, max_examples=300)
@given(st.one_of(UNIT_TEXT, JUNK))
def test_any_quantity(value):
    with contextlib.suppress(InputError):
        assert math.isfinite(parse_quantity(value))
