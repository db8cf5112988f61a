"""A minute of what `make soak` does for ten hours, and two of the cars of `make random-cars`."""

from random import Random

from tests.robustness.random_cars import Found, try_car
from tests.robustness.soak import soak


def test_a_car_is_driven_at_random_and_nothing_is_lost():
    found = soak("dw18", 20.0 / 3600.0, seed=1)
    assert found.is_sound, found.row
    assert found.steps >= 20_000
    assert 0.0 < found.residual < 0.02


def test_random_cars_end_well_or_with_a_sentence():
    found = Found()
    for i in (0, 4):
        try_car(Random(f"1:{i}"), found, f"car 1:{i}")
    assert not found.bad
    assert sum(found.outcomes.values()) == 2
