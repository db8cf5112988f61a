"""The results that the tests of results use, too."""

from tests.lab.results.conftest import left_turn, small_result

__all__ = ["left_turn", "small_result"]
