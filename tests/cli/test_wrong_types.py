"""What is no vehicle, maneuver, result or path is refused with a sentence, by every public function."""

import pytest

import jounce
from jounce.errors import JounceError
from jounce.lab.results import write_result
from jounce.lab.results.export import export
from jounce.model.vehicle import to_mechanism
from jounce.output.replay.replay import write_replay
from jounce.output.reports.write import write_report

WRONG = [3, None, 2.5, ["sedan"], {"name": "sedan"}, object()]


def calls(wrong, tmp_path):
    """Every way to give a wrong object to a public function."""
    page = tmp_path / "page.html"
    return {
        "vehicle of run": lambda: jounce.run("step-steer", vehicle=wrong),
        "maneuver of run": lambda: jounce.run(wrong, vehicle="dw18"),
        "settings of run": lambda: jounce.run("j-turn", vehicle="dw18", settings=wrong or "none"),
        "vehicle of kc": lambda: jounce.kc(wrong),
        "load_vehicle": lambda: jounce.load_vehicle(wrong),
        "explain": lambda: jounce.explain(wrong),
        "sweep": lambda: jounce.sweep(wrong),
        "read_result": lambda: jounce.read_result(wrong),
        "comparison": lambda: jounce.compare(wrong, wrong, path=page),
        "report": lambda: write_report(wrong, page),
        "result file": lambda: write_result(wrong, tmp_path / "r.parquet"),
        "replay": lambda: write_replay(wrong, page),
        "export": lambda: export(wrong, tmp_path / "r.csv"),
        "vehicle of a simulation": lambda: jounce.Simulation(wrong),
        "maneuver of a simulation": lambda: jounce.Simulation("dw18", maneuver=3 if wrong is None else wrong),
        "view": lambda: jounce.view(wrong, out=page, browser=False),
        "tire": lambda: jounce.tire(wrong),
    }


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
def test_a_wrong_type_is_our_error(wrong, tmp_path):
    for name, call in calls(wrong, tmp_path).items():
        with pytest.raises(JounceError) as caught:
            call()
        assert "expected" in str(caught.value), name
    assert list(tmp_path.iterdir()) == []


def test_a_mechanism_is_no_vehicle_of_a_run():
    mechanism = to_mechanism(jounce.load_vehicle("dw18"))
    with pytest.raises(
        JounceError, match=r"not a vehicle; got <Mechanism dw18.*expected a Vehicle, a name of the library"
    ):
        jounce.run("step-steer", vehicle=mechanism)
