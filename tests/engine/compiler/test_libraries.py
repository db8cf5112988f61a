"""Machine code is made for entries alone; what they call is built into them."""

import time

import pytest

from jounce.engine.compiler import INTERPRETED, entry, kernel, subroutine
from jounce.engine.compiler.libraries import EntryLibrary, LinkedLibrary

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about compiled code")


NEVER_BEFORE = float(time.time_ns())
"""A number of this process alone, so that the functions that know it are compiled here and not found on the disk."""


@subroutine
def twice(x):
    return 2.0 * x if x < NEVER_BEFORE else 0.0


@subroutine
def twice_and_one(x):
    return twice(x) + 1.0


@kernel
def either(x):
    """Reaches `twice` on two ways, of which LLVM sees only the longer one when it links callers first."""
    return twice_and_one(x) if x > 0.0 else twice(x)


@entry
def evaluate(x):
    return either(x)


@entry
def calls_an_entry(x):
    return evaluate(x)


def test_only_the_entry_has_machine_code():
    assert (evaluate(2.0), evaluate(-2.0)) == (5.0, -4.0)
    assert _library(evaluate).get_pointer_to_function(_name(evaluate)) != 0
    for function in (twice, twice_and_one, either._linked):
        assert isinstance(_library(function), LinkedLibrary)
        assert _library(function).get_pointer_to_function(_name(function)) == 0


def test_a_function_that_python_calls_too_gets_machine_code_then():
    assert either(2.0) == evaluate(2.0)
    assert isinstance(_library(either._wrapped), EntryLibrary)


def test_an_entry_that_compiled_code_calls_is_refused():
    evaluate(2.0)
    with pytest.raises(TypeError, match=r"evaluate: an entry that compiled code calls; make it a kernel"):
        calls_an_entry(2.0)


def thrice(x):
    return 3.0 * x


def around(function):
    """A kernel that calls another one, which it holds in its closure."""

    @kernel
    def call(x):
        return function(x)

    return call


def test_what_a_closure_holds_is_found_on_the_disk_by_its_content():
    assert around(kernel(thrice))(2.0) == 6.0
    again = around(kernel(thrice))
    assert again(2.0) == 6.0
    assert sum(again._wrapped.stats.cache_hits.values()) == 1
    assert around(twice)(2.0) == 4.0


def _library(function):
    return next(iter(function.overloads.values())).library


def _name(function):
    return next(iter(function.overloads.values())).fndesc.llvm_func_name
