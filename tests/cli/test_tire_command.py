"""`jounce tire`: the meaning of a tire property file as a table, a page and JSON; bad files as findings."""

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data" / "tires"
SEDAN = DATA / "Sedan_Pac02Tire.tir"


def test_a_tire_is_shown_and_its_page_needs_no_network(jounce, tmp_path):
    done = jounce("tire", SEDAN)
    assert done.exit_code == 0, done.output
    for words in ("PAC2002", "side: left", "friction ellipse", "cornering stiffness", "relaxation length of α"):
        assert words in done.stdout
    assert "…" not in done.stdout  # it fits on 80 columns
    page = (tmp_path / "out" / "tire-Sedan_Pac02Tire" / "tire.html").read_text(encoding="utf-8")
    assert "<script src" not in page
    for title in ("Longitudinal force Fx", "Aligning moment Mz", "Influence of camber", "Combined slip"):
        assert title in page
    saved = json.loads((tmp_path / "out" / "tire-Sedan_Pac02Tire" / "tire.json").read_text(encoding="utf-8"))
    assert len(saved["loads"]) == 5


@pytest.mark.parametrize("path", sorted(DATA.glob("*.tir")), ids=lambda path: path.stem)
def test_json_holds_sensible_numbers(jounce, tmp_path, path):
    done = jounce("tire", path, "--json", "--load", "3 kN", "--load", "5000")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert [at["load"] for at in data["loads"]] == [3000.0, 5000.0]
    assert not (tmp_path / "out").exists()
    for at in data["loads"]:
        assert 0.6 < at["peak_lateral_friction"] < 1.4
        assert 0.02 < abs(at["peak_slip"]) < 0.4
        assert at["cornering_stiffness"] > 3.0 * at["load"]
        assert at["camber_stiffness"] > 0.0
        assert 0.0 < at["pneumatic_trail"] < 0.06
        assert at["loaded_radius"] < data["unloaded_radius"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "coefficients are missing"),
        ("[UNITS]\nLENGTH = 'ell'\n", "bad.tir:2: LENGTH: unknown unit of length; got 'ell'"),
    ],
)
def test_bad_files_are_refused_with_their_findings(jounce, tmp_path, text, message):
    (tmp_path / "bad.tir").write_text(text, encoding="utf-8")
    done = jounce("tire", "bad.tir")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr


def test_a_missing_file_and_bad_loads_are_said_so(jounce):
    assert "nowhere.tir: no such file" in jounce("tire", "nowhere.tir").stderr
    assert "a force such as 'N'" in jounce("tire", SEDAN, "--load", "3 kg").stderr
    done = jounce("tire", SEDAN, "--load", "-3 kN")
    assert done.exit_code == 2
    assert "load: not a load; got '-3 kN'" in done.stderr
