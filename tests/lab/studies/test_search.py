"""The search for the last value that passes, on runs that are made up."""

import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.studies import search as module
from jounce.lab.studies.search import search

STEER = {"vehicle": "dw18", "path": "maneuver.speed", "between": ("10 m/s", "30 m/s")}


class MadeUp:
    """Runs that pass while a condition on the speed holds; every speed is written down."""

    def __init__(self, monkeypatch, passes):
        self.speeds = []

        def run(maneuver, *, vehicle, **settings):
            self.speeds.append(maneuver.speed)
            value = {"value": passes(maneuver.speed), "unit": ""}
            return type("Result", (), {"metadata": type("Facts", (), {"measured": {"two_wheel_lift": value}})})

        monkeypatch.setattr(module, "run", run)


def test_the_limit_is_found_to_the_resolution(monkeypatch):
    runs = MadeUp(monkeypatch, lambda speed: speed <= 17.3)
    found = search("j-turn", **STEER, passes="two_wheel_lift", points=3, resolution="0.1 m/s")
    assert found.limit <= 17.3 < found.beyond <= found.limit + 0.1
    assert found.monotone
    assert found.unit == "m/s"
    assert runs.speeds[:3] == [10.0, 20.0, 30.0]
    assert [trial.value for trial in found.trials] == runs.speeds
    assert len(runs.speeds) == 3 + 7  # 10 m/s halved seven times is less than 0.1 m/s


def test_the_range_may_go_downwards(monkeypatch):
    MadeUp(monkeypatch, lambda speed: speed >= 17.3)
    found = search("j-turn", **STEER | {"between": (30.0, 10.0)}, passes="two_wheel_lift")
    assert found.beyond < 17.3 <= found.limit
    assert found.unit == ""


def test_ends_of_the_range(monkeypatch):
    MadeUp(monkeypatch, lambda speed: True)
    found = search("j-turn", **STEER, passes="two_wheel_lift")
    assert (found.limit, found.beyond) == (30.0, None)
    MadeUp(monkeypatch, lambda speed: False)
    found = search("j-turn", **STEER, passes="two_wheel_lift")
    assert (found.limit, found.beyond) == (None, 10.0)


def test_a_value_that_passes_beyond_a_failure_is_told(monkeypatch):
    MadeUp(monkeypatch, lambda speed: not 15.0 < speed < 20.0)
    found = search("j-turn", **STEER, passes="two_wheel_lift", points=11)
    assert not found.monotone
    assert found.limit < 15.1


def test_conditions_on_metrics(monkeypatch):
    MadeUp(monkeypatch, lambda speed: speed)
    found = search("j-turn", **STEER, passes="two_wheel_lift < 20")
    assert found.limit < 20.0 <= found.beyond
    MadeUp(monkeypatch, lambda speed: None)
    assert search("j-turn", **STEER, passes="two_wheel_lift < 20").limit is None


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"passes": "two_wheel_lft"}, "two_wheel_lift"),
        ({"between": (3.0, 3.0)}, "empty range"),
        ({"between": ("ten", 3.0)}, "between"),
        ({"points": 1}, "too few points"),
        ({"resolution": 0.0}, "no resolution"),
        ({"path": "maneuver.sped"}, "speed"),
        ({"path": "manuver.speed"}, "maneuver"),
    ],
)
def test_what_cannot_be_searched_is_refused(monkeypatch, changes, says):
    runs = MadeUp(monkeypatch, lambda speed: True)
    with pytest.raises((InputError, ModelError), match=says):
        search("j-turn", **STEER | {"passes": "two_wheel_lift"} | changes)
    assert not runs.speeds
