"""The registry: names, options, and a fifth formulation that nothing in the package has heard of."""

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.engine.formulations.registry import check_options, find_formulation, load_formulations, register
from jounce.errors import InputError

SOURCE = Path(jounce.__file__).parent
ALLOWED = ("engine", "formulations")
"""Folders of the formulations themselves."""


class Foreign:
    """A system of a class that nothing knows."""

    def __init__(self, world):
        self.world = world

    def __getattr__(self, name):
        return getattr(self.world, name)

    world_frame = None

    def to_world(self, states):
        return self.world.to_world(states)

    def with_inputs(self, inputs):
        return Foreign(self.world.with_inputs(inputs))

    def with_other_coordinates(self, y):
        return None


@pytest.fixture
def fifth(monkeypatch):
    """A formulation registered for one test."""
    known = dict(load_formulations())
    plain = find_formulation("world-frame")
    build = lambda mechanism, **given: Foreign(plain.build(mechanism, **given))  # noqa: E731
    able = replace(plain.capabilities, step_frame=None)
    register(replace(plain, name="fifth", aliases=("quinte",), builder=build, capabilities=able))
    yield find_formulation("quinte")
    load_formulations().clear()
    load_formulations().update(known)


def test_a_fifth_formulation_runs_by_name(fifth):
    assert fifth.name == "fifth"
    short = {"vehicle": "dw18", "duration": 0.02, "start": 0.01, "integrator": "midpoint", "step": "2 ms"}
    found = jounce.run("j-turn", formulation="fifth", **short)
    world = jounce.run("j-turn", formulation="world-frame", **short)
    assert found.metadata.formulation == "fifth"
    assert np.array_equal(found["chassis.yaw_rate"].values, world["chassis.yaw_rate"].values)


def test_names_are_taken_once(fifth):
    with pytest.raises(InputError, match="registered twice"):
        register(fifth)
    with pytest.raises(InputError, match=r"cartesian.*world-frame"):
        register(replace(fifth, name="sixth", aliases=("cartesian",)))


def test_aliases_and_unknown_names():
    assert find_formulation("cartesian") is find_formulation("world-frame")
    with pytest.raises(InputError, match=r"unknown formulation.*'world_fram'.*world-frame"):
        find_formulation("world_fram")


def test_options_belong_to_formulations():
    check_options(find_formulation("null-space"), {"basis": "qr-held"})
    with pytest.raises(InputError, match="only null-space has a basis"):
        check_options(find_formulation("synthesis"), {"basis": "qr"})
    with pytest.raises(InputError, match=r"unknown basis.*'qt'.*qr-held"):
        check_options(find_formulation("null-space"), {"basis": "qt"})


def test_names_are_listed_without_numerics():
    code = (
        "import sys; from jounce.engine.formulations.registry import load_formulations; "
        "print(*load_formulations()); print(*[m for m in ('numpy', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, loaded = done.stdout.splitlines()
    assert names.split() == list(load_formulations())
    assert loaded == ""


def test_nobody_asks_which_formulation_a_system_is():
    """No isinstance on a system class or on the model of a system, outside the formulations."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.relative_to(SOURCE).parts[:2] == ALLOWED or not ("System" in text or "system.model" in text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                asked, kind = ast.unparse(node.args[0]), ast.unparse(node.args[1])
                if kind.split(".")[-1] == "System" or "System |" in kind or asked.endswith("system.model"):
                    found.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert found == []
