"""The reference page of keys: every key has a meaning; units and defaults are those of the classes."""

import re

import pytest

from jounce.model.vehicle import Strut, Vehicle
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from tools.key_reference import FILES, meaning_of, reachable, render, table, unit_of, written_meanings

CLASSES = list(dict.fromkeys(cls for _, roots in FILES for cls in reachable(roots)))


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_key_has_a_meaning(cls):
    meanings = written_meanings()
    without = [key for key in cls.model_fields if key != "kind" and not meaning_of(cls, key, meanings)]
    assert not without, "add a row to a table of docs/describe.md, or words to the docstring of the class"


def test_all_suspensions_are_reached():
    assert set(SUSPENSIONS.values()) <= set(CLASSES)
    assert Vehicle in CLASSES


def test_units_and_defaults_are_those_of_the_class():
    rows = {row.split("`")[1]: [cell.strip() for cell in row.split("|")] for row in table(Strut, {})[2:]}
    assert rows["stiffness"][2:4] == ["N/m", "0"]
    assert rows["upper"][2:4] == ["m", ""]
    assert rows["damper_scale"][2:4] == ["", "1"]
    assert unit_of(Vehicle.model_fields["gravity"]) == "m/s²"


def test_links_within_the_page_lead_somewhere():
    page = render()
    anchors = {
        re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower())).strip("-")
        for heading in re.findall(r"^#+ (.*)$", page, flags=re.M)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors
