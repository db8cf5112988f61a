"""Several runs on one page: what differs is seen."""

import dataclasses
import re

import numpy as np
import plotly.graph_objects as go
import pytest
from typer.testing import CliRunner

import jounce
from jounce.cli.main import app
from jounce.errors import InputError
from jounce.lab.results import Result
from jounce.output.reports import render_comparison
from jounce.output.reports.comparison_page import RUNS, extreme_rows, leaves, metric_rows, run_labels, shared_settings
from tests.output.reports.pages import figures_of


def changed(result: Result, **metadata) -> Result:
    return Result(result.channels, dataclasses.replace(result.metadata, **metadata), result.motion, result.record)


def faster(result: Result, by: float) -> Result:
    channels = [
        dataclasses.replace(c, values=c.values + by) if c.name == "chassis.speed" else c for c in result.channels
    ]
    return Result(tuple(channels), result.metadata)


def test_runs_are_called_by_what_tells_them_apart(small_result):
    other = changed(small_result, vehicle="other")
    assert run_labels([small_result, other]) == ["toy", "other"]
    assert run_labels([small_result, changed(small_result, maneuver="run")]) == ["stroll", "run"]
    assert run_labels([small_result, changed(small_result, options={"speed": 2.5})]) == [
        "speed 5.4 km/h",
        "speed 9 km/h",
    ]
    assert run_labels([small_result, small_result]) == ["run 1", "run 2"]
    assert run_labels([small_result, other], ["a", "b"]) == ["a", "b"]
    for wrong in (["a"], ["a", "a"], ["a", ""]):
        with pytest.raises(InputError, match="2 different ones"):
            run_labels([small_result, other], wrong)


def test_numbers_stand_side_by_side_with_their_differences(small_result):
    speed = {row.name: row for row in extreme_rows([small_result, faster(small_result, 1.0)])}["Speed, extreme"]
    assert speed.unit == "km/h"
    assert speed.cells == (("39.60", ""), ("43.20", "+3.60 (+9.09 %)"))
    yaw = {row.name: row for row in extreme_rows([small_result, small_result])}["Yaw rate, at the end"]
    assert yaw.cells[1][1] == "same"


def test_percentages_are_left_out_where_the_sign_changes(small_result):
    a, b, c = (
        changed(small_result, measured={"gain": {"value": value, "unit": "1/s"}}) for value in (-0.2, 0.05, -0.1)
    )
    assert [small for _, small in metric_rows([a, b, c])[0].cells] == ["", "+0.250", "+0.100 (+50.0 %)"]


def test_metrics_stand_side_by_side(small_result):
    a = changed(small_result, measured={"gain": {"value": 0.2, "unit": "1/s"}, "held": {"value": True, "unit": ""}})
    b = changed(small_result, measured={"gain": {"value": 0.1, "unit": "1/s"}, "lost": {"value": None, "unit": "m"}})
    rows = {row.name: row for row in metric_rows([a, b])}
    assert rows["Gain"].cells == (("0.2000", ""), ("0.1000", "−0.100 (−50.0 %)"))
    assert rows["Held"].cells == (("yes", ""), ("–", ""))
    assert rows["Lost"].cells == (("–", ""), ("–", ""))


def test_settings_that_differ_are_marked(small_result):
    other = changed(small_result, settings={**small_result.metadata.settings, "integrator": "chord"})
    rows = {row.name: row for row in shared_settings([small_result, other])}
    assert rows["Integrator"].differs
    assert not rows["Formulation"].differs
    page = render_comparison([small_result, other])
    assert re.search(r'<tr class="differs"><th scope="row">Integrator</th>', page)


def test_nested_data_has_paths():
    data = {"name": "car", "axles": [{"name": "front", "spring": {"stiffness": 3.0}}], "at": [1, 2]}
    assert dict(leaves(data)) == {
        "name": "car", "axles.front.name": "front", "axles.front.spring.stiffness": 3.0, "at.0": 1, "at.1": 2,
    }  # fmt: skip


def test_plots_are_overlaid(left_turn):
    other = faster(changed(left_turn, vehicle="<other>"), 2.0)
    page = render_comparison([left_turn, changed(other, vehicle="<other>")])
    assert "&lt;other&gt;" in page
    drawn = figures_of(page)
    for drawing in drawn.values():
        go.Figure({"data": drawing["data"], "layout": drawing["layout"]})  # raises on unknown properties
    speed = drawn["speed"]["data"]
    assert [trace["line"]["color"] for trace in speed] == list(RUNS[:2])
    assert np.subtract(speed[1]["y"], speed[0]["y"]) == pytest.approx(7.2, abs=1e-3)
    loads = drawn["tire_loads"]["data"]
    assert [trace["name"] for trace in loads if trace.get("showlegend", True)] == ["FL", "FR", "RL", "RR"]
    assert {trace["name"] for trace in loads if not trace.get("showlegend", True)} >= {"dw18 FL", "<other> RR"}


def test_runs_with_other_channels_can_be_compared(left_turn, small_result):
    page = render_comparison([small_result, left_turn])
    assert 'id="plot-tire_loads"' in page
    assert 'id="plot-speed"' in page


def test_the_command_writes_one_page_or_the_other(small_result, tmp_path):
    small_result.save(tmp_path / "a.parquet")
    changed(small_result, vehicle="other").save(tmp_path / "b.parquet")
    one = CliRunner().invoke(app, ["report", str(tmp_path / "a.parquet")])
    assert one.exit_code == 0, one.output
    assert "<h1>stroll <span>toy</span></h1>" in (tmp_path / "report.html").read_text(encoding="utf-8")
    both = ["report", str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet"), "--labels", "mine, yours"]
    done = CliRunner().invoke(app, both)
    assert done.exit_code == 0, done.output
    assert "mine and yours · comparison" in (tmp_path / "comparison.html").read_text(encoding="utf-8")
    wrong = CliRunner().invoke(app, [*both[:3], "--labels", "mine"])
    assert wrong.exit_code == 2
    assert "wrong labels" in wrong.stderr


def test_files_are_compared_like_the_results_in_them(small_result, tmp_path):
    other = changed(small_result, vehicle="other")
    small_result.save(tmp_path / "a.parquet")
    other.save(tmp_path / "b.parquet")
    jounce.compare(small_result, other, path=tmp_path / "results.html")
    jounce.compare(tmp_path / "a.parquet", str(tmp_path / "b.parquet"), path=tmp_path / "files.html")
    assert (tmp_path / "files.html").read_bytes() == (tmp_path / "results.html").read_bytes()


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_runs_are_no_comparison(small_result, tmp_path, count):
    with pytest.raises(InputError, match=r"nothing to compare; got \d results?; expected two or more"):
        jounce.compare(*[small_result] * count, path=tmp_path / "r.html")


def test_what_is_no_result_is_refused_with_its_place(small_result, tmp_path):
    with pytest.raises(InputError, match=r"results\.1: not a result; got 3;"):
        jounce.compare(small_result, 3.0, path=tmp_path / "r.html")


def test_one_run_has_no_labels(small_result, tmp_path):
    small_result.save(tmp_path / "a.parquet")
    done = CliRunner().invoke(app, ["report", str(tmp_path / "a.parquet"), "--labels", "a"])
    assert done.exit_code == 2
    assert "labels without a comparison" in done.stderr
