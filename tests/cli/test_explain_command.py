"""`jounce explain`: what is printed, what is refused, and that nothing is compiled."""

import json

import pytest

from tests.cli.test_check_command import DW18, FOUR_BAR


def test_the_rack_on_a_servo(jounce, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")  # no line is wrapped
    done = jounce("explain", "dw18")
    assert done.exit_code == 0, done.output
    assert "15 degrees of freedom · 67 states · 18 bodies · 5 subsystems, 3 kernels" in done.stdout
    assert "base chassis, moves freely" in done.stdout
    assert "  │     └─ wheel_fl ← hub_fl (revolute)   ● hub_fl angle" in done.stdout
    assert "  │  └─ knuckle_fl  ← lbj_fl (spherical)  ○○○ lbj_fl rotation" in done.stdout
    assert "block   4 equations, condition of Φ_u 1.55" in done.stdout
    assert "of    ubj_fl (3), tie_fl (1)" in done.stdout
    assert "rack · between chassis and corner_fl, corner_fr · 1 body · 1 degree of freedom" in done.stdout
    assert "corner_fl · on rack · 4 bodies · 2 degrees of freedom · kernel corner, shared with corner_fr" in done.stdout
    assert "corner_rl · 4 bodies · 2 degrees of freedom · kernel corner_2, shared with corner_rr" in done.stdout
    assert "prescribed" not in done.stdout


def test_the_rack_prescribed(jounce):
    done = jounce("explain", "dw18", "--rack", "prescribed")
    assert "14 degrees of freedom" in done.stdout
    assert "rack · 1 body · all prescribed · kernel rack" in done.stdout
    assert "▶ rack travel ← rack_travel (input rack_travel)" in done.stdout
    assert "with  rack travel" in done.stdout


def test_no_line_is_too_long(jounce):
    assert max(map(len, jounce("explain", "dw18").stdout.splitlines())) <= 120


def test_files_are_told_apart(jounce, tmp_path):
    (tmp_path / "car.yaml").write_text(DW18, encoding="utf-8")
    (tmp_path / "bar.yaml").write_text(FOUR_BAR, encoding="utf-8")
    assert jounce("explain", "car.yaml").stdout == jounce("explain", "dw18").stdout
    bar = jounce("explain", "bar.yaml").stdout
    assert "base ground, does not move" in bar
    assert "dropped 3 of the 5 equations of" in bar


def test_the_source_is_that_of_the_module(jounce):
    source = jounce("explain", "dw18", "--source").stdout
    compile(source, "source", "exec")
    assert "def corner_terms(" in source


def test_json_holds_the_same(jounce):
    told = json.loads(jounce("explain", "dw18", "--json").stdout)
    assert (told["base"], told["degrees_of_freedom"], told["states"]) == ("chassis", 15, 67)
    assert told["subsystems"][3]["blocks"][0]["equations"] == {"ubj_rl": 3, "tie_rl": 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dw18", "--base", "chasis"), "unknown base body; got 'chasis'"),
        (("dw18", "--independent", "uca_rl angel"), "did you mean 'uca_rl angle'"),
        (("dw18", "--rack", "prescribed", "--independent", "rack travel"), "prescribed by rack_travel"),
        (("dw18", "--rack", "pulled"), "unknown rack; got 'pulled'"),
        (("dw19",), "did you mean 'dw18'?"),
        (("bar.yaml", "--rack", "servo"), "a mechanism has no rack to choose"),
        (("nowhere.yaml",), "nowhere.yaml: no such file"),
    ],
)
def test_what_cannot_be_is_refused(jounce, tmp_path, arguments, message):
    (tmp_path / "bar.yaml").write_text(FOUR_BAR, encoding="utf-8")
    done = jounce("explain", *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr
