"""RunSettings is the one place of the settings: command, docs, studies, records and Python have what it has."""

import inspect
import math
import re
from pathlib import Path

import pytest

import jounce
from jounce.engine.laws.ground import Flat
from jounce.errors import InputError, ModelError
from jounce.lab.maneuvers import MANEUVERS, maneuver
from jounce.lab.maneuvers.options import options_of
from jounce.lab.maneuvers.registry import CatalogueEntry
from jounce.lab.run_settings import RESERVED, RunSettings, describe_setting, option_name, settings_table
from jounce.lab.runs.finish import settings_as_run
from jounce.lab.runs.prepare import prepare
from jounce.lab.studies.study import Study
from jounce.model.library import load_vehicle

COMMANDS_PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def test_the_docs_have_the_table_of_the_fields():
    section = re.search(r"^## `jounce run`$(.*?)^## ", COMMANDS_PAGE, flags=re.MULTILINE | re.DOTALL).group(1)
    options = {option_name(name) for name in RunSettings.model_fields}
    rows = [line for line in section.splitlines() if line.startswith("| `--") and line.split()[1][1:] in options]
    expected = "\n".join(settings_table())
    assert "\n".join(rows) == expected, f"docs/commands.md should have these rows:\n{expected}"


@pytest.mark.parametrize("name", RunSettings.model_fields)
def test_every_setting_is_described_and_known_everywhere(name):
    assert describe_setting(name)
    assert name in inspect.signature(jounce.run).parameters
    assert name in Study.model_fields["settings"].annotation.model_fields
    assert name not in RESERVED


def test_what_was_run_has_every_setting():
    ready = prepare(maneuver("j-turn"), load_vehicle("dw18"), RunSettings(at="1,2,90", formulation="world-frame"))
    found = settings_as_run(ready)
    assert set(found) == set(RunSettings.model_fields)
    assert (found["formulation"], found["integrator"], found["step"]) == ("world-frame", "rk4", 1e-3)
    assert (found["rack"], found["initial"], found["ground"]) == ("servo", "settled", "flat")
    assert found["at"] == [1.0, 2.0, math.radians(90.0)]


def test_quantities_have_units_and_names_have_aliases():
    settings = RunSettings(step="2 ms", formulation="cartesian", refresh="10", at=(1, "200 cm"))
    assert (settings.step, settings.formulation, settings.refresh) == (2e-3, "world-frame", 10)
    assert settings.at == (1.0, 2.0, 0.0)
    assert settings.without_defaults() == {
        "step": 2e-3,
        "formulation": "world-frame",
        "refresh": 10,
        "at": (1.0, 2.0, 0.0),
    }
    assert RunSettings().without_defaults() == {}
    assert RunSettings(ground=Flat()).ground == Flat()


def test_all_that_is_wrong_is_found_at_once():
    with pytest.raises(ModelError) as caught:
        RunSettings(integrator="rk5", step="1 m", tolerance=-1.0, at="here", ground=[1, 2])
    assert [finding.where for finding in caught.value.findings] == ["integrator", "step", "tolerance", "ground", "at"]


def test_options_and_settings_are_judged_together():
    with pytest.raises(ModelError) as caught:
        jounce.run("j-turn", vehicle="dw18", speed="3 kg", step=0.0)
    assert {finding.where for finding in caught.value.findings} == {"speed", "step"}


@pytest.mark.parametrize(
    ("name", "meant"), [("integrater", "integrator"), ("sped", "speed"), ("formualtion", "formulation")]
)
def test_a_misspelt_keyword_gets_a_suggestion_from_settings_and_options(name, meant):
    with pytest.raises(ModelError, match=f"{name}: unknown key; did you mean '{meant}'"):
        jounce.run("j-turn", vehicle="dw18", **{name: "x"})
    if meant in RunSettings.model_fields:
        with pytest.raises(InputError, match=f"options beside a Maneuver; got {name}.*did you mean '{meant}'"):
            jounce.run(maneuver("j-turn"), vehicle="dw18", **{name: "x"})


def test_no_option_of_a_maneuver_is_called_like_a_setting(monkeypatch):
    for name in MANEUVERS:
        assert options_of(name), name  # which loads the options, and so refuses such a name
    from jounce.lab.maneuvers.catalogue import j_turn
    from jounce.schema.frozen import Frozen

    class Clash(Frozen):
        rack: str = "servo"
        out: str = "here"

    monkeypatch.setattr(j_turn, "JTurn", Clash)
    with pytest.raises(TypeError, match="options of j_turn: rack, out: names of settings or arguments"):
        _ = CatalogueEntry("j_turn", "JTurn", "").options
