"""The page on imports names every template that the readers know, and kinds that there are."""

import re
from pathlib import Path

import pytest

from jounce.model.chrono_files.engines import KNOWN as ENGINES
from jounce.model.chrono_files.suspensions import READERS
from jounce.model.chrono_files.tires import TEMPLATES
from jounce.model.chrono_files.transmissions import KNOWN as TRANSMISSIONS
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS

PAGE = (Path(__file__).parents[2] / "docs" / "import.md").read_text(encoding="utf-8")
SUSPENSION_TABLE, PART_TABLE = re.findall(r"((?:^\|.*\n)+)", PAGE, flags=re.M)


@pytest.mark.parametrize("template", READERS)
def test_every_suspension_is_in_the_table(template):
    assert f"`{template}`" in SUSPENSION_TABLE


def test_the_table_has_no_others_and_kinds_that_there_are():
    for row in SUSPENSION_TABLE.splitlines()[2:]:
        first, second = row.split("|")[1:3]
        assert set(re.findall(r"`(\w+)`", first)) <= set(READERS)
        assert re.findall(r"`(\w+)`", second)[0] in SUSPENSIONS


@pytest.mark.parametrize("template", [*ENGINES, *TRANSMISSIONS, *TEMPLATES])
def test_every_other_template_is_there(template):
    assert f"`{template}`" in PART_TABLE
