"""Near toggle positions a run may have equations written once, and none when the caller says so."""

import numpy as np
import pytest

from jounce.engine.simulate.run import MAX_NEW_EQUATIONS, _Run


class StubSystem:
    """A mechanism that asks for other coordinates at once: every choice has kernels of its own, or those of another."""

    def __init__(self, kernels, following):
        self.kernels, self.following = kernels, following

    def with_other_coordinates(self, y):
        kernels, *rest = self.following or [None]
        return None if kernels is None else StubSystem(kernels, rest)

    def shares_kernels_with(self, other):
        return self.kernels == other.kernels


def choices(kernels, rewrite):
    """Kernels of the systems that a run goes through, from toggle position to toggle position."""
    run = object.__new__(_Run)
    run.system, run.rewrite_equations, run.y, run.record = StubSystem("a", kernels), rewrite, np.zeros(1), np.zeros(20)
    run.known = [run.system]
    gone = []
    while (other := run._with_other_coordinates()) is not None:
        run.system = other
        gone.append(other.kernels)
    return gone


def test_a_run_writes_equations_once():
    assert MAX_NEW_EQUATIONS == 1
    assert choices(["b", "c", "d"], rewrite=True) == ["b"]


def test_equations_that_are_there_are_free():
    assert choices(["b", "a", "b", "a", "a", "c"], rewrite=True) == ["b", "a", "b", "a", "a"]


@pytest.mark.parametrize("kernels", [["b"], ["a", "b"]])
def test_a_run_of_a_study_writes_none(kernels):
    assert choices(kernels, rewrite=False) == kernels[:-1]
