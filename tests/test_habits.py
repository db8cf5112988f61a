"""Habits of the tests themselves: each asserts something, and none depends on how busy the machine is."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import compiled_only

HERE = Path(__file__).parent
MODULES = sorted(HERE.rglob("test_*.py"))
ASSERTING = ("assert_", "check_")
"""Beginnings of the names of functions that assert."""
RAISING = {"raises", "warns", "fail", "AssertionError"}
"""They fail by themselves."""
CLOCKS = {"perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "time", "time_ns", "process_time"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


@functools.cache
def called(node: ast.AST) -> frozenset[str]:
    """Last parts of the names of all functions that are called inside a node; `assert` for an assertion."""
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            function = part.func
            names.add(function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", ""))
        elif isinstance(part, ast.Assert):
            names.add("assert")
    return frozenset(names)


def asserts(node: ast.AST, asserting: set[str]) -> bool:
    """Whether a function asserts, itself or through one that is known to."""
    names = called(node)
    return bool(names & (RAISING | {"assert"} | asserting)) or any(name.startswith(ASSERTING) for name in names)


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def asserting_functions(path: Path) -> set[str]:
    """Names of functions that a module of tests defines, imports or gets from a conftest, and that assert."""
    known: set[str] = set()
    for folder in path.relative_to(HERE).parents if path.name.startswith("test_") else ():
        conftest = HERE / folder / "conftest.py"
        if conftest.exists() and conftest != path:
            known |= asserting_functions(conftest)
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests."):
            source = HERE.parent / (node.module.replace(".", "/") + ".py")
            there = asserting_functions(source) if source.exists() else set()
            known |= {alias.asname or alias.name for alias in node.names if alias.name in there}
    helpers = [function for function in functions(parsed(path)) if not function.name.startswith("test_")]
    while more := {function.name for function in helpers if asserts(function, known)} - known:
        known |= more
    return known


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(HERE).as_posix())
def test_every_test_asserts_something_that_no_clock_decides(path):
    known = asserting_functions(path)
    tests = [function for function in functions(parsed(path)) if function.name.startswith("test_")]
    silent = [test.name for test in tests if not asserts(test, known)]
    assert not silent, f"{path}: without an assertion: {silent}"
    timed = [test.name for test in tests if compares_times(test)]
    assert not timed, f"{path}: compares the time of a clock with a number: {timed}"


def test_what_make_quick_leaves_out_exists():
    folders = {path.name for path in HERE.rglob("*") if path.is_dir()}
    assert folders >= compiled_only.FOLDERS
    assert {path.name for path in MODULES} >= compiled_only.FILES
    tests = {f"{path.name}::{function.name}" for path in MODULES for function in functions(parsed(path))}
    assert tests >= compiled_only.FUNCTIONS


def compares_times(function: ast.AST) -> bool:
    """Whether an assertion compares a time that was taken here with a literal number."""
    if not called(function) & CLOCKS:
        return False
    times: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and reads_clock(node.value, times):
            times |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    asserted = [node.test for node in ast.walk(function) if isinstance(node, ast.Assert)]
    compared = [part for test in asserted for part in ast.walk(test) if isinstance(part, ast.Compare)]
    return any(
        reads_clock(compare, times) and isinstance(side, ast.Constant)
        for compare in compared
        for side in (compare.left, *compare.comparators)
    )


def reads_clock(node: ast.AST, times: set[str]) -> bool:
    """Whether a value comes from a clock, or from a variable that does."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return bool(called(node) & CLOCKS) or bool(names & times)


@pytest.mark.parametrize(
    ("body", "timed"),
    [
        ("clock = time.perf_counter()\nassert time.perf_counter() - clock < 2.0", True),
        ("clock = time.time()\nspent = time.time() - clock\nassert 0.1 < spent", True),
        ("clock = time.monotonic()\nassert work() == 2.0", False),
        ("deadline = time.monotonic() + 60\nwhile time.monotonic() < deadline:\n    look()\nassert found()", False),
    ],
)
def test_clocks_in_assertions_are_seen(body, timed):
    assert compares_times(ast.parse(body)) is timed


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("assert x", True),
        ("with pytest.raises(ValueError):\n    f()", True),
        ("np.testing.assert_allclose(a, b)", True),
        ("compared(a, b)", True),
        ("f()", False),
    ],
)
def test_assertions_are_seen(body, says):
    assert asserts(ast.parse(body), {"compared"}) is says
