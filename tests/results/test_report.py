"""The report: one file that needs nothing else, with every plot, honest about failures."""

import dataclasses
import json
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from jounce.reports import render_report, write_report
from jounce.reports.figures import thinned
from jounce.reports.plots import vehicle_plots
from jounce.reports.quantities import digits, engineering
from jounce.results import Result

KEYS = {
    "input", "yaw_rate", "lateral_acceleration", "speed", "roll_pitch", "side_slip", "path", "tire_loads",
    "slip_angles", "travel", "violation",
}  # fmt: skip


@pytest.fixture(scope="module")
def page(left_turn) -> str:
    return render_report(left_turn)


def without_scripts(page: str) -> str:
    return re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)


def figures(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="figures">(.*?)</script>', page, flags=re.DOTALL)
    return json.loads(found.group(1))


def test_nothing_is_loaded_from_elsewhere(page):
    assert not re.search(r"<script[^>]*\ssrc\s*=", page)
    assert not re.search(r"<link\b", without_scripts(page))
    assert not re.search(r"https?://", without_scripts(page))
    assert not re.search(r"url\(|@import", without_scripts(page))


def test_all_plots_are_there_and_plotly_accepts_them(page):
    drawn = figures(page)
    assert set(drawn) == KEYS
    for key, drawing in drawn.items():
        assert f'id="plot-{key}"' in page
        go.Figure({"data": drawing["data"], "layout": drawing["layout"]})  # raises on unknown properties
        assert all(len(trace["x"]) == len(trace["y"]) > 0 for trace in drawing["data"])


def test_the_page_is_not_too_big_and_carries_plotly_once(page):
    assert len(page.encode()) < 6e6
    assert page.count("<script>/**") == 1


def test_titles_have_units(page):
    text = without_scripts(page)
    for title, unit in (("Yaw rate", "deg/s"), ("Speed", "km/h"), ("Suspension travel", "mm"), ("Path", "m")):
        assert re.search(rf"<h3>{title} <small>\[{unit}\]</small></h3>", text)


def test_axes_of_the_path_are_equal(page):
    assert figures(page)["path"]["layout"]["yaxis"]["scaleanchor"] == "x"
    assert figures(page)["violation"]["layout"]["yaxis"]["type"] == "log"


def test_texts_are_escaped(small_result):
    text = without_scripts(render_report(small_result))
    assert "A toy &lt;b&gt;car&lt;/b&gt; &amp; its friends." in text


def test_plots_without_their_channels_are_left_out(small_result):
    assert [plot.key for plot in vehicle_plots(small_result)] == ["yaw_rate", "speed"]


def test_a_failed_run_says_so(small_result, tmp_path):
    failed = dataclasses.replace(small_result.metadata, failure="t = 0.5 s: it broke")
    write_report(Result(small_result.channels, failed), tmp_path / "report.html")
    assert "This run failed.</strong> t = 0.5 s: it broke" in (tmp_path / "report.html").read_text()


def test_thinning_keeps_the_peaks():
    t = np.linspace(0.0, 1.0, 100_000)
    y = np.zeros_like(t)
    y[54_321], y[12_345] = 7.0, -3.0
    thin_t, thin_y = thinned(t, y, 1000)
    assert len(thin_t) <= 1002
    assert (thin_y.max(), thin_y.min(), thin_t[0], thin_t[-1]) == (7.0, -3.0, 0.0, 1.0)
    assert np.all(np.diff(thin_t) > 0.0)


def test_numbers_are_written_for_people():
    assert engineering(16.666666, "m/s") == ("60.00", "km/h")
    assert engineering(-0.01, "m") == ("−10.00", "mm")
    assert engineering(0.39285, "rad/s") == ("22.51", "deg/s")
    assert engineering(1e-17, "rad") == ("0", "deg")
    assert digits(1.04e-12, 2) == "1.0e−12"
    assert digits(None) == "–"
    assert digits(5000.0) == "5000"
