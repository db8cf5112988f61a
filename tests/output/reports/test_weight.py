"""Pages stay light: a run below 2.5 MB, a ride over 450 m of road below 4 MB."""

import dataclasses
import re

import numpy as np

import jounce
from jounce.lab.results.motion import Motion
from jounce.lab.scene import unpack
from jounce.model.library import load_vehicle
from jounce.model.vehicle import BodyMesh
from jounce.model.vehicle.body_mesh import MAX_MESH_SIZE
from jounce.output.replay.strip import along_path
from jounce.output.reports import render_report
from jounce.output.reports.figures import figure
from jounce.output.reports.page import plot_cards
from jounce.output.reports.plots import Line, Plot
from tests.model.vehicle.glb import box_glb


def test_a_ride_is_below_4_mb():
    """Two seconds are run; their samples ten times over are as many as those of the default of 20 s, on its road."""
    short = jounce.run("ride", vehicle="dw18", duration=2.0)
    long = jounce.maneuver("ride")
    repeats = round(long.end / 2.0)
    noise = 1.0 + 1e-5 * np.random.default_rng(1).standard_normal((repeats * len(short.time), 1))
    n = repeats * len(short.time)
    time = np.linspace(0.0, long.end, n)
    channels = tuple(
        dataclasses.replace(c, values=time if c.name == "time" else np.tile(c.values, repeats) * noise[:, 0])
        for c in short.channels
    )
    blocks = (np.tile(short.motion.blocks, (repeats, 1)) * noise).astype(np.float32)
    blocks[:, 0] = time
    whole = dataclasses.replace(
        short, channels=channels, motion=Motion(short.motion.scene, blocks, short.motion.terrain)
    )
    assert 1e6 < len(render_report(whole).encode()) < 4e6


def test_a_run_with_the_heaviest_body_is_below_2500_kb(tmp_path):
    """A body of the largest size whose bytes cannot be compressed, on a step steer of the default length."""
    noise = np.random.default_rng(2).bytes(MAX_MESH_SIZE)
    light = len(box_glb(padding=b""))
    (tmp_path / "body.glb").write_bytes(box_glb(padding=noise[: 4 * ((MAX_MESH_SIZE - light - 16) // 4)]))
    car = load_vehicle("sedan").model_copy(update={"body_mesh": BodyMesh(file=str(tmp_path / "body.glb"))})
    page = render_report(jounce.run("step-steer", vehicle=car)).encode()
    assert MAX_MESH_SIZE < len(page) < 2.5e6


def test_a_road_is_a_strip():
    run = jounce.run("ride", vehicle="dw18", duration=0.1)
    _, before, _ = unpack(run.motion.terrain)
    _, after, _ = unpack(along_path(run.motion).terrain)
    assert after["ny"] < 0.1 * before["ny"]
    assert after["nx"] == before["nx"]


def test_a_study_and_a_suspension_are_below_1_mb_and_carry_no_plotly():
    from jounce.output.reports.kc import render_kc_page

    page = render_kc_page(jounce.kc("dw18", axle="rear", travel="20 mm"))
    assert len(page.encode()) < 1.5e6
    assert "Plotly" not in page.replace("as Plotly gives it", "")


def test_a_curve_that_another_one_covers_is_drawn_wider():
    time = np.linspace(0.0, 1.0, 50)
    left, right, other = Line(time, time, "FL"), Line(time, time + 1e-6, "FR"), Line(time, 1.0 - time, "RL")
    drawn = figure(Plot("torque", "Torque", "N*m", (left, right, other)))["data"]
    widths = [trace["line"]["width"] for trace in drawn]
    assert widths[0] > widths[1] + 1.0
    assert widths[1] == widths[2]


def test_no_plot_stands_alone_in_a_row_of_two():
    time = np.linspace(0.0, 1.0, 3)

    def plot(key, kind="time"):
        return Plot(key, key, "m", (Line(time, time),), "", kind)

    cards = plot_cards([plot("a"), plot("b"), plot("c"), plot("d", "path"), plot("e"), plot("f"), plot("g")])
    wide = re.findall(r'class="card( wide)?"><h3>(\w)', cards)
    assert [key for kind, key in wide if kind] == ["c", "d", "g"]


def test_three_plots_of_which_the_last_is_round_stand_in_one_row():
    def plot(key, kind="line"):
        return Plot(key, key, "1", (Line(np.arange(3.0), np.arange(3.0), "a"),), kind=kind)

    assert 'class="plots trio"' in plot_cards([plot("a"), plot("b"), plot("c", "circle")])
    for others in ([plot("a"), plot("b"), plot("c")], [plot("a"), plot("c", "circle")], [plot("p", "path"), plot("c")]):
        assert "trio" not in plot_cards(others)
