"""Compiled code on disk is found by all that it was made from, and by nothing else."""

import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest

import jounce
from jounce.engine import compiler as owner
from jounce.engine.compiler import cache, dependencies
from jounce.engine.compiler.dependencies import UnknownDependencyError, hash_function, hash_overload

pytestmark = pytest.mark.skipif(owner.INTERPRETED, reason="about compiled code on disk")

BASE = '''
"""Numbers and a function, two modules away from the entry."""
from jounce.engine.compiler import kernel, subroutine, generic

FACTOR = 2.0
UNUSED = 5.0

@generic
def force(element, x):
    """Force of an element."""

@subroutine
def scaled(x):
    """A multiple of x."""
    return FACTOR * x

@subroutine
def other(x):
    return x - UNUSED
'''

MIDDLE = """
import {base} as base

from jounce.engine.compiler import function_at, kernel, strict

@kernel
def twice(x):
    return 2.0 * base.scaled(x)

@kernel
def called(pointer, x):
    return function_at(pointer, "a pointer of this test")(x)
"""

ELEMENTS = """
from typing import NamedTuple

from {base} import force

class Spring(NamedTuple):
    rate: float
    rest: float

class Damper(NamedTuple):
    rate: float

@force.of(Spring)
def _spring(element, x):
    return -element.rate * (x - element.rest)

@force.of(Damper)
def _damper(element, x):
    return -element.rate
"""

ENTRIES = '''
from {middle} import called, twice
from {base} import force, other

from jounce.engine.compiler import entry

@entry
def far(x):
    """Reaches a function two modules away."""
    return twice(x)

@entry
def near(x):
    return other(x)

@entry
def pull(element, x):
    return force(element, x)

@entry
def by_pointer(pointer, x):
    return called(pointer, x)
'''


@pytest.fixture
def load(tmp_path):
    """Write and import the modules, with texts replaced; the modules keep their names from one call to the next."""
    names = {part: f"dependencies_{part}" for part in ("base", "middle", "elements", "entries")}
    sources = {"base": BASE, "middle": MIDDLE, "elements": ELEMENTS, "entries": ENTRIES}

    def loaded(replaced="", by=""):
        assert not replaced or any(replaced in source for source in sources.values())
        modules = []
        for part, name in names.items():
            path = tmp_path / f"{name}.py"
            path.write_text(sources[part].format(**names).replace(replaced or "\0", by))
            spec = importlib.util.spec_from_file_location(name, path)
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            exec(compile(path.read_text(), path, "exec"), vars(module))
            modules.append(module)
        return modules[3], modules[2]

    yield loaded
    for name in names.values():
        sys.modules.pop(name, None)


def places(load, *edit):
    """Where the code of each entry is kept, by name; for `pull` with a spring and with a damper."""
    entries, elements = load(*edit)
    number = numba.typeof(1.0)
    spring, damper = numba.typeof(elements.Spring(1.0, 0.0)), numba.typeof(elements.Damper(1.0))
    return {
        "far": hash_overload(entries.far, (number,)),
        "near": hash_overload(entries.near, (number,)),
        "spring": hash_overload(entries.pull, (spring, number)),
        "damper": hash_overload(entries.pull, (damper, number)),
        "pointer": hash_overload(entries.by_pointer, (numba.typeof(1), number)),
    }


def moved(load, *edit):
    """Entries whose code an edit makes anew."""
    before, after = places(load), places(load, *edit)
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(
    "edit",
    [
        ("    return twice(x)", "    # why\n    return twice(x)"),
        ("A multiple of x.", "The product of x and a number."),
        ("Reaches a function two modules away.", "Calls twice."),
        ("def scaled(x):", "\n\ndef scaled(x: float) -> float:"),
        ("UNUSED = 5.0", "UNUSED = 5.0\nANOTHER = 7.0"),
    ],
    ids=["comment", "docstring of a callee", "docstring", "type hints, moved lines", "another global"],
)
def test_what_changes_no_bytecode_recompiles_nothing(load, edit):
    assert moved(load, *edit) == set()


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (("return FACTOR * x", "return FACTOR + x"), {"far"}),
        (("FACTOR = 2.0", "FACTOR = 3.0"), {"far"}),
        (("return 2.0 * base", "return 4.0 * base"), {"far"}),
        (("UNUSED = 5.0", "UNUSED = 6.0"), {"near"}),
        (("(x - element.rest)", "(x + element.rest)"), {"spring"}),
        (("return -element.rate\n", "return element.rate\n"), {"damper"}),
        (("    rate: float\n    rest: float", "    rest: float\n    rate: float"), {"spring"}),
        (("FACTOR = 2.0", "FACTOR = (2.0, 1.0)[0]"), set()),
        (("@subroutine\ndef other", "@kernel\ndef other"), {"near"}),
        (("@kernel\ndef twice", "@strict\ndef twice"), {"far"}),
    ],
    ids=[
        "callee two modules away",
        "constant two modules away",
        "callee",
        "constant",
        "body of a verb in a module that the entry does not import",
        "body of another type",
        "order of fields",
        "the same constant",
        "decorator",
        "decorator of a function that Python may call",
    ],
)
def test_an_edit_moves_the_code_that_it_goes_into_and_no_other(load, edit, expected):
    assert moved(load, *edit) == expected


def test_the_types_of_a_function_pointer_belong_to_its_callers(load):
    owner.declare("a pointer of this test", 0.0)
    before = places(load)
    owner.declare("a pointer of this test", 0.0, result=0.0)
    after = places(load)
    assert {name for name in before if before[name] != after[name]} == {"pointer"}


def test_the_folder_of_a_function_does_not_depend_on_what_else_is_imported(load):
    """Bodies and types of pointers that are not known yet change only what is inside the folder."""
    entries, elements = load()
    spring = numba.typeof(elements.Spring(1.0, 0.0))
    folders = {hash_function(entries.pull), hash_overload(entries.pull, (spring, spring))[0]}
    entries.force.bodies.clear()
    assert {hash_function(entries.pull)} == folders


def test_a_type_behind_the_name_of_a_box_belongs_to_whoever_opens_it(load):
    from jounce.engine.laws.ground import Bump, Flat, place_ground, surface
    from jounce.engine.laws.ground.query import _ask_of

    name, _ = owner.make_box(Flat(0.3))
    bump, _ = owner.make_box(Bump(1.0, 2.0, 3.0))
    place_ground(Flat(0.3))
    before = [hash_overload(_ask_of(known), ())[1] for known in (name, bump)]
    body = surface.bodies[Flat]
    try:
        surface.bodies[Flat] = surface.bodies[Bump]
        after = [hash_overload(_ask_of(known), ())[1] for known in (name, bump)]
    finally:
        surface.bodies[Flat] = body
    assert before[0] != after[0]
    assert before[1] == after[1]


def test_constants_are_known_by_their_values():
    def reader(value):
        def read():
            return value

        return hash_function(read)

    same = [2.0, np.arange(3.0), "word", ("a", (1, 2.0)), np.dtype([("x", float)]), frozenset({"a", "b", "c"})]
    other = [2, np.arange(4.0), "words", ("a", (1, 3.0)), np.dtype([("y", float)]), frozenset({"a", "b", "d"})]
    assert [reader(value) for value in same] == [reader(value) for value in same]
    assert all(reader(a) != reader(b) for a, b in zip(same, other, strict=True))
    with pytest.raises(UnknownDependencyError):
        reader(object())


def test_an_edited_compiler_moves_everything(load, monkeypatch):
    before = places(load)
    monkeypatch.setattr(dependencies, "compiler_hash", lambda: "another")
    after = places(load)
    assert all(before[name] != after[name] for name in before)


def test_everything_that_jounce_keeps_can_be_told(load):
    """No entry of the library reads a value that the hash cannot see into."""
    importlib.import_module("jounce.cli.kernels")  # which imports all of them
    ours = [entry for entry in owner.ENTRIES if entry.__module__.startswith("jounce.")]
    assert len(ours) > 20
    assert len({owner.folder_of(entry) for entry in ours}) == len(ours)


def test_a_tire_law_is_not_part_of_linear_algebra_integrators_or_equations_of_motion(tmp_path):
    shutil.copytree(Path(jounce.__file__).parent, tmp_path / "jounce", ignore=shutil.ignore_patterns("__pycache__"))
    code = """
import json
from jounce.engine.formulations.world_frame import entries
from jounce.engine.integrators import adams, fixed, jacobian_schedule
from jounce.engine.compiler import folder_of
from jounce.engine.laws.tires import pacejka, tire
functions = {
    "law": pacejka.pacejka_sweep, "pointer": tire.evaluate_tire, "factors": jacobian_schedule.invert_all,
    "rk4": fixed.advance, "adams": adams.advance_adams, "equations": entries.accelerations,
    "derivative": entries.FUNCTIONS[0],
}
print(json.dumps({name: folder_of(function).name for name, function in functions.items()}))
"""

    def folders():
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=tmp_path, stdout=subprocess.PIPE)
        return json.loads(done.stdout)

    before = folders()
    law = tmp_path / "jounce" / "engine" / "laws" / "tires" / "pacejka_forces.py"
    edited = law.read_text().replace("1.0", "1.5")
    assert edited != law.read_text()
    law.write_text("# a comment\n" + edited)
    vectors = tmp_path / "jounce" / "engine" / "linalg" / "vec3.py"
    vectors.write_text('"""Another docstring."""\n\n' + vectors.read_text())
    after = folders()
    assert {name for name in before if before[name] != after[name]} == {"law", "pointer"}


def test_code_that_nobody_uses_is_removed_after_a_while(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "remove_unused", cache.remove_unused.__wrapped__)
    old, new = (tmp_path / f"function-{16 * digit}" / (16 * "0") for digit in "12")
    foreign = tmp_path / "something_else" / (16 * "0")
    ago = time.time() - 86400.0 * (cache.MAX_UNUSED_DAYS + 1.0)
    for folder in (old, new, foreign):
        folder.mkdir(parents=True)
        (folder / "function.nbi").touch()
        os.utime(folder / "function.nbi", (ago, ago))
        os.utime(folder, (ago, ago))
    os.utime(new / "function.nbi")
    cache.remove_unused()
    assert not old.parent.exists()
    assert (new / "function.nbi").exists()
    assert (foreign / "function.nbi").exists()
