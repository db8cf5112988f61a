"""A few damaged inputs for every reader and port; `make fuzz` gives them 100,000."""

import pytest

from tests.robustness.target import attack
from tests.robustness.targets import TARGETS

COUNTS = {"vehicle": 6, "mechanism": 8, "maneuver": 12, "study": 8, "result": 8, "crg": 12, "tiff": 24, "http": 40,
          "expression": 200, "udp": 500, "csv": 24, "grid": 40, "tire": 40, "websocket": 40}  # fmt: skip
"""Inputs of a target; 30 of others."""


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_damaged_input_gives_a_value_or_one_of_our_errors(target, tmp_path):
    outcome = attack(target, COUNTS.get(target.name, 30), tmp_path, seed=0)
    assert not outcome.findings, "\n".join(outcome.findings[:3])
    assert outcome.accepted + outcome.refused == outcome.inputs
