"""The page on setting up a new car: all that it says happens."""

from tests.docs.new_car import walked, wrong


def test_everything_happens_as_it_stands_there():
    outputs = walked()
    assert len(outputs) == 4
    assert not wrong(outputs), "; ".join(["`python -m tests.docs.new_car`", *wrong(outputs)])
