"""CONTRIBUTING.md: every recipe names files of the repository, and every floor has its recipes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### (Add an? .+?)\n(.*?)(?=^### |\Z)", PAGE, re.M | re.S))
THINGS = ("suspension", "force law", "tire law", "integrator", "formulation", "maneuver", "channel", "metric")


def test_there_is_a_recipe_for_everything_that_is_added_often():
    assert {recipe.partition(" ")[2].partition(" ")[2] for recipe in RECIPES} >= {*THINGS, "export format"}


@pytest.mark.parametrize("recipe", RECIPES)
def test_files_of_a_recipe_exist(recipe):
    named = re.findall(r"`((?:src|tests|docs)/[\w./]+|pyproject\.toml)`", RECIPES[recipe])
    found = [path for path in named if "NAME" not in path]
    assert len(found) >= 2
    assert [path for path in found if not (ROOT / path).exists()] == []
