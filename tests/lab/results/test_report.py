"""The report: one file that needs nothing else, with every plot, honest about failures."""

import dataclasses
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from jounce.lab.results import Channel, Result
from jounce.output.reports import render_report, write_report
from jounce.output.reports.figures import thin
from jounce.output.reports.plots import digits, engineering, vehicle_plots
from jounce.output.reports.tables import measured_rows, setting_rows
from tests.output.reports.pages import figures_of

KEYS = {
    "input", "steering_wheel", "yaw_rate", "lateral_acceleration", "longitudinal_acceleration", "speed", "roll_pitch",
    "side_slip", "path", "handling", "handling_slip", "g_g", "tire_loads", "load_transfer", "slip_angles",
    "slip_ratios", "lateral_forces", "longitudinal_forces", "grip", "friction_circle", "travel", "spring_forces",
    "camber", "violation",
}  # fmt: skip
"""Of a car with simple tires, which have no aligning moment; the accounts of energy come on top."""


@pytest.fixture(scope="module")
def page(left_turn) -> str:
    return render_report(left_turn)


def without_scripts(page: str) -> str:
    return re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)


def test_nothing_is_loaded_from_elsewhere(page):
    assert not re.search(r"<script[^>]*\ssrc\s*=", page)
    assert not re.search(r"<link\b", without_scripts(page))
    assert not re.search(r"https?://", without_scripts(page))
    assert not re.search(r"url\(|@import", without_scripts(page))


def test_all_plots_are_there_and_plotly_accepts_them(page):
    drawn = figures_of(page)
    leading = {key for key in drawn if key.startswith("answer-")}
    assert leading == {"answer-rollover", "answer-phase-plane", "answer-path", "answer-tire-use"}
    assert set(drawn) - leading - {"energy", "energy_residual"} == KEYS
    for key, drawing in drawn.items():
        assert f'id="plot-{key}"' in page
        go.Figure({"data": drawing["data"], "layout": drawing["layout"]})  # raises on unknown properties
        assert all(len(trace["x"]) == len(trace["y"]) > 0 for trace in drawing["data"])


def test_the_page_is_small(page):
    assert len(page.encode()) < 2.5e6


def test_plots_are_told_in_words(page):
    told = re.findall(r'data-plot="(\w+)"[^>]* aria-label="([^"]*)"', without_scripts(page))
    words = dict(told)
    assert words["yaw_rate"].startswith("Yaw rate in deg/s over time: from ")
    assert all(words.values())


def test_settings_have_units(left_turn):
    rows = dict(setting_rows(left_turn))
    assert rows["… speed"] == "60 km/h"
    assert rows["… rack travel"].endswith(" m")


def test_titles_have_units(page):
    text = without_scripts(page)
    for title, unit in (("Yaw rate", "deg/s"), ("Speed", "km/h"), ("Suspension travel", "mm"), ("Path", "m")):
        assert re.search(rf"<h3>{title} <small>\[{unit}\]</small></h3>", text)


def test_axes_of_the_path_are_equal(page):
    assert figures_of(page)["path"]["layout"]["yaxis"]["scaleanchor"] == "x"
    assert figures_of(page)["violation"]["layout"]["yaxis"]["type"] == "log"


def test_texts_are_escaped(small_result):
    text = without_scripts(render_report(small_result))
    assert "A toy &lt;b&gt;car&lt;/b&gt; &amp; its friends." in text


def test_plots_without_their_channels_are_left_out(small_result):
    assert [plot.key for plot in vehicle_plots(small_result)] == ["speed", "yaw_rate", "violation"]


def test_sections_are_linked(page):
    text = without_scripts(page)
    linked = re.findall(r'<a href="#([\w-]+)">', text)
    assert linked == re.findall(r'<section class="part" id="([\w-]+)">', text)
    assert {"summary", "motion", "handling", "tires", "suspension", "computation", "channels"} <= set(linked)


def test_every_channel_is_listed(page, left_turn):
    text = without_scripts(page)
    for channel in left_turn.channels:
        assert f'<th scope="row">{channel.name}</th>' in text


def test_metrics_are_shown_as_they_were_measured(small_result):
    measured = {
        "peak_yaw_rate": {"value": 0.5, "unit": "rad/s", "note": ""},
        "understeer_gradient": {"value": 0.001, "unit": "rad*s^2/m", "display_unit": "deg/gn", "note": ""},
        "stopping_distance": {"value": 42.0, "unit": "m", "note": "from 100 km/h"},
        "lane_held": {"value": True, "unit": "", "note": ""},
        "settling_time": {"value": None, "unit": "s", "note": "it never settles"},
    }
    metadata = dataclasses.replace(small_result.metadata, measured=measured)
    assert measured_rows(Result(small_result.channels, metadata)) == [
        ("Peak yaw rate", "28.65", "deg/s", ""),
        ("Understeer gradient", "0.5619", "deg/g", ""),
        ("Stopping distance", "42.00", "m", "from 100 km/h"),
        ("Lane held", "yes", "", ""),
        ("Settling time", "–", "", "it never settles"),
    ]
    page = without_scripts(render_report(Result(small_result.channels, metadata)))
    assert "<h3>Metrics</h3>" in page
    assert "it never settles" in page


def test_load_transfer_and_grip_are_what_they_say(left_turn):
    plots = {plot.key: plot for plot in vehicle_plots(left_turn)}
    front, rear = plots["load_transfer"].lines
    loads = {wheel: left_turn[f"tire.{wheel}.vertical_force"].values for wheel in ("fl", "fr")}
    assert np.allclose(front.y, 0.5e-3 * (loads["fr"] - loads["fl"]))
    assert (front.label, rear.label) == ("front", "rear")
    assert front.y[-1] > 0.0  # steering left loads the right wheels
    grip, circle = plots["grip"].lines[1], plots["friction_circle"].lines[1]
    assert np.allclose(grip.y, np.hypot(circle.x, circle.y))
    assert 0.0 < np.nanmax(grip.y) < 1.2


def test_a_wheel_in_the_air_has_no_grip(small_result):
    n = len(small_result.time)
    load = np.where(np.arange(n) < 5, 4000.0, 0.0)
    channels = [
        Channel(f"tire.fl.{axis}_force", "N", "contact", "", values)
        for axis, values in (("longitudinal", 0.1 * load), ("lateral", 0.2 * load), ("vertical", load))
    ]
    result = Result((*small_result.channels, *channels), small_result.metadata)
    grip = next(plot for plot in vehicle_plots(result) if plot.key == "grip").lines[0].y
    assert np.allclose(grip[:5], np.hypot(0.1, 0.2))
    assert np.all(np.isnan(grip[5:]))
    render_report(result)  # and the page has no number that JSON does not know


def test_a_failed_run_says_so(small_result, tmp_path):
    failed = dataclasses.replace(small_result.metadata, failure="t = 0.5 s: it broke")
    write_report(Result(small_result.channels, failed), tmp_path / "report.html")
    assert "This run failed.</strong> t = 0.5 s: it broke" in (tmp_path / "report.html").read_text()


def test_thinning_keeps_the_peaks():
    t = np.linspace(0.0, 1.0, 100_000)
    y = np.zeros_like(t)
    y[54_321], y[12_345] = 7.0, -3.0
    thin_t, thin_y = thin(t, y, 1000)
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
