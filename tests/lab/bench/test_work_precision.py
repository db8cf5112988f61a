"""The work-precision study on a twentieth of a second: errors, outcomes, files, Ctrl-C. No time decides anything."""

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.work_precision import study as study_module
from benchmarks.work_precision.__main__ import table
from benchmarks.work_precision.__main__ import work_precision as command
from benchmarks.work_precision.cases import CASES, Case, bushed, case
from benchmarks.work_precision.page import render_page
from benchmarks.work_precision.study import Point, check_method, difference, work_precision
from jounce.errors import InputError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Bushing, Revolute
from jounce.model.vehicle import to_mechanism

TINY = Case("tiny", "rolling straight on", CASES["j-turn"].make, end=0.05)
METHODS, STEPS = ("midpoint", "rosenbrock sharp"), (1e-3, 2e-3)


@pytest.fixture(scope="module")
def study():
    return work_precision([TINY], repeats=2, methods=METHODS, steps=STEPS)


@pytest.fixture
def with_a_failure(study):
    """The same study with a run that failed and one that is wrong."""
    found = study.cases[0]
    failed = replace(
        found.points[0], outcome="failed", error=None, us_per_second=None, times=[], note="t = 0.02 s: <torn> apart"
    )
    wrong = replace(found.points[1], outcome="wrong", error=12.3)
    points = [failed, wrong, *found.points[2:]]
    return replace(study, cases=[replace(found, points=points)])


def test_errors_fall_with_the_step_and_the_references_agree(study):
    (found,) = study.cases
    assert found.freedom == 15
    assert found.reference["check"] < 1e-9
    assert [(p.method, p.step) for p in found.points] == [(m, h) for m in METHODS for h in STEPS]
    for fine, coarse in (found.points[:2], found.points[2:]):
        assert fine.outcome == coarse.outcome == "ok"
        assert 1e-8 < 2.0 * fine.error < coarse.error < 0.1
        assert (fine.steps, coarse.steps) == (50, 25)
    assert all(len(p.times) == 2 and p.us_per_second == pytest.approx(1e6 * min(p.times) / 0.05) for p in found.points)


def test_the_error_is_relative_to_the_range_or_to_its_floor():
    t = np.linspace(0.0, 1.0, 11)
    expected = {"position x [m]": 10.0 * t, "angular velocity z [rad/s]": 1e-9 * t}
    off = {name: values.copy() for name, values in expected.items()}
    off["position x [m]"][3] += 0.1
    assert difference(off, expected) == (pytest.approx(0.01), "position x")
    off["angular velocity z [rad/s]"][5] -= 1e-3
    assert difference(off, expected) == (pytest.approx(0.1), "angular velocity z")


def test_the_data_survive_json(study):
    data = json.loads(json.dumps(study.as_dict(), allow_nan=False))
    assert set(data) >= {"repeats", "cases", "interrupted", "created", "jounce_version", "cores"}
    points = [Point(**point) for point in data["cases"][0]["points"]]
    assert points == study.cases[0].points


def test_the_table_shows_what_failed(study, with_a_failure):
    text = table(study)
    assert all(word in text for word in (*METHODS, "1 ms", "2 ms", "tiny"))
    assert f"{study.cases[0].points[0].error:.1e}" in text
    text = table(with_a_failure)
    assert "failed" in text
    assert "at 0.02 s" in text
    assert "wrong 12×" in text


def test_the_page_needs_nothing_else(with_a_failure):
    page = render_page(with_a_failure)
    assert "failed" in page
    assert "wrong" in page
    assert "&lt;torn&gt;" in page
    own = page[: page.index("<script>")] + page[page.rindex("application/json") :]
    assert "http" not in own
    assert "src=" not in own
    assert "interrupted" not in own
    figures = json.loads(own.partition('id="figures">')[2].partition("</script>")[0])
    (line,) = figures["tiny"]["data"]  # nothing is left of midpoint
    assert line["name"] == "rosenbrock sharp"
    assert line["marker"]["size"][0] > line["marker"]["size"][1]


def test_ctrl_c_keeps_what_is_done():
    def stop(progress):
        if progress.done == 4:
            raise KeyboardInterrupt

    study = work_precision([TINY], repeats=1, methods=METHODS, steps=STEPS, progress=stop)
    assert study.interrupted
    assert len(study.cases[0].points) == 2
    assert "interrupted" in render_page(study)


def test_the_command_prints_and_writes(study, monkeypatch, tmp_path):
    import typer
    from typer.testing import CliRunner

    app = typer.Typer()
    app.command()(command)
    asked = []
    monkeypatch.setattr(study_module, "work_precision", lambda cases, **options: asked.append(cases) or study)
    words = ["--case", "bump", "--out", str(tmp_path / "new"), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert asked == [[CASES["bump"]]]
    assert json.loads(done.stdout) == json.loads((tmp_path / "new" / "work_precision.json").read_text("utf-8"))
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["work_precision.html", "work_precision.json"]
    assert CliRunner().invoke(app, ["--case", "bumb"]).exit_code == 2


def test_unknown_cases_are_refused():
    with pytest.raises(InputError, match="bump"):
        case("bumb")


def test_bushings_take_the_place_of_the_hinges():
    model = to_mechanism(load_vehicle("dw18"))
    soft = bushed(model)
    bushings = [force for force in soft.forces if isinstance(force, Bushing)]
    assert len(bushings) == 8
    assert not [joint for joint in soft.joints if joint.name.startswith("lca_")]
    hinge = next(j for j in model.joints if isinstance(j, Revolute) and j.name == "lca_fl")
    ends = [np.array(b.point_a) for b in bushings if b.name.startswith("lca_fl")]
    assert np.allclose(np.mean(ends, axis=0), hinge.point_a)
    assert np.allclose(ends[0] - ends[1], 0.3 * np.array(hinge.axis_a))


def test_an_unknown_method_is_refused_with_all_names():
    assert check_method("auto") == "auto"
    with pytest.raises(InputError, match="chord trapezoid"):
        check_method("chord trapezium")
