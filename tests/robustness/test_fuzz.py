"""A few damaged inputs for every reader and port; `make fuzz` gives them 100,000."""

from random import Random

import pytest

from tests.robustness.fuzz import BROKEN, _attack_one
from tests.robustness.mutation import damage_data
from tests.robustness.target import Target, attack
from tests.robustness.targets import TARGETS

COUNTS = {"vehicle": 6, "mechanism": 8, "maneuver": 12, "study": 8, "result": 8, "crg": 12, "tiff": 24, "http": 40,
          "expression": 200, "udp": 500, "csv": 24, "grid": 40, "tire": 40, "websocket": 40}  # fmt: skip
"""Inputs of a target; 30 of others."""


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_damaged_input_gives_a_value_or_one_of_our_errors(target, tmp_path):
    outcome = attack(target, COUNTS.get(target.name, 30), tmp_path, seed=0)
    assert not outcome.findings, "\n".join(outcome.findings[:3])
    assert outcome.accepted + outcome.refused == outcome.inputs


def test_numbers_beyond_all_floats_are_damaged_too():
    """A factor that is a float ended the fuzzer, and with it all inputs of a target that came after."""
    given = {"a": 10**400, "b": [-(10**400)]}
    assert any(damage_data(Random(seed), given, 3) != given for seed in range(60))


def test_a_target_that_breaks_is_told_from_one_with_a_finding(monkeypatch, capsys):
    broken = Target("broken", lambda random: 1 / 0, lambda made, folder: None)
    monkeypatch.setattr("tests.robustness.targets.TARGETS", (broken,))
    assert _attack_one("broken", 3, 1, 0) == BROKEN > 100
    assert "ZeroDivisionError" in capsys.readouterr().err
