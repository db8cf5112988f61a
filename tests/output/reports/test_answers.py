"""Leading figures show what was computed: known responses come back from their curves, marks and words."""

import dataclasses
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest

import jounce
from jounce.errors import InputError
from jounce.lab.maneuvers.files.read import parse_maneuver
from jounce.lab.maneuvers.leading_figures import FIGURES, check_figures
from jounce.lab.maneuvers.registry import MANEUVERS, maneuver
from jounce.lab.metrics import METRICS
from jounce.lab.metrics.cones import cone_hits
from jounce.lab.metrics.ride import WK, rms, weigh
from jounce.lab.results import Channel, Result
from jounce.output.replay.cones import with_cones
from jounce.output.reports.answers.answer import Seen
from jounce.output.reports.answers.registry import BY_METRIC, KINDS, answers, figure_names
from jounce.output.reports.answers.ride_spectrum import density, reaction, third_octaves
from jounce.output.reports.answers.rollover import transfer_ratio
from jounce.output.reports.input_reached import input_note
from jounce.output.reports.limits import ForceLimit, force_limits

FILES = {"follow": {"file": "handling-course"}}
"""Options that a maneuver cannot do without."""


def made_of(result: Result, time: np.ndarray, figures: tuple[str, ...], **channels: tuple[str, np.ndarray]) -> Result:
    """A result with these channels alone; a name's __ stands for its dot."""
    rows = [Channel("time", "s", "", "", time)]
    rows += [Channel(name.replace("__", "."), unit, "", "", values) for name, (unit, values) in channels.items()]
    return Result(tuple(rows), dataclasses.replace(result.metadata, figures=figures, measured={}))


def test_every_maneuver_names_figures_that_exist():
    for name in MANEUVERS:
        named = maneuver(name, **FILES.get(name, {})).figures
        assert 1 <= len(named) <= 4, name
        assert check_figures(named) == named, name
    assert set(KINDS) == set(FIGURES)
    assert {name for names in BY_METRIC.values() for name in names} <= set(KINDS)


def test_every_figure_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in FIGURES)


def test_unknown_figures_are_refused():
    with pytest.raises(InputError, match="unknown figure") as refusal:
        check_figures(["step-responce"])
    assert "step-response" in str(refusal.value)
    with pytest.raises(InputError, match="at most 4"):
        check_figures(list(FIGURES)[:5])
    text = "maneuver: step-steer\nname: mine\nfigures: [phase-plane]\n"
    assert parse_maneuver(text).figures == ("phase-plane",)


def test_a_run_without_names_takes_the_figures_behind_its_metrics(small_result):
    measured = {"stopping_distance": {"value": 1.0, "unit": "m"}, "peak_side_slip": {"value": 0.1, "unit": "rad"}}
    plain = dataclasses.replace(small_result.metadata, measured=measured)
    assert figure_names(Result(small_result.channels, plain)) == ("stopping", "phase-plane")


def test_the_step_response_is_marked_where_it_is(small_result):
    t = np.linspace(0.0, 6.0, 6001)
    wheel = np.clip((t - 1.0) / 0.1, 0.0, 1.0) * 0.2
    after = np.maximum(t - 1.05, 0.0)
    rate = 0.1 * (1.0 - np.exp(-after / 0.2))  # 90 % after 0.2 ln 10 = 0.461 s
    run = made_of(
        small_result, t, ("step-response",),
        steering_wheel__angle=("rad", wheel), chassis__yaw_rate=("rad/s", rate),
        chassis__lateral_acceleration=("m/s^2", 20.0 * rate),
    )  # fmt: skip
    (answer,) = answers([Seen(run)])
    notes = {note["text"]: note for note in answer.figure["layout"]["annotations"]}
    assert "T90 0.461 s" in notes
    assert notes["T90 0.461 s"]["x"] == pytest.approx(1.05 + 0.2 * np.log(10.0), abs=2e-3)
    assert "yaw rate: 5.73 deg/s after 0.461 s (T90), no overshoot" in answer.words


def test_the_bode_plot_is_that_of_a_known_system(small_result):
    """A first-order lag of 1 Hz: −3 dB and −45° at 1 Hz."""
    t = np.arange(0.0, 42.0, 0.01)
    phase = 2.0 * np.pi * (0.2 * t + 0.5 * 3.8 / 40.0 * t**2)
    wheel = np.where(t < 40.0, np.sin(phase), 0.0) * 0.1
    rate, corner = np.zeros_like(t), 2.0 * np.pi
    for k in range(len(t) - 1):  # exact for an input that is straight between samples
        decay, slope = np.exp(-corner * 0.01), (wheel[k + 1] - wheel[k]) / 0.01
        rate[k + 1] = decay * rate[k] + (1.0 - decay) * wheel[k] + slope * (0.01 - (1.0 - decay) / corner)
    run = made_of(
        small_result, t, ("bode-yaw-rate",), steering_wheel__angle=("rad", wheel), chassis__yaw_rate=("rad/s", rate)
    )
    (answer,) = answers([Seen(run)])
    gain, lag, coherence = (next(p for p in answer.figure["data"] if p["yaxis"] == axis) for axis in ("y", "y2", "y3"))
    f = np.array(gain["x"])
    inner = (f > 0.3) & (f < 3.0)
    exact = 1.0 / (1.0 + 1j * f[inner])
    assert np.array(gain["y"])[inner] == pytest.approx(np.abs(exact), rel=0.01)
    assert np.array(lag["y"])[inner] == pytest.approx(np.degrees(np.angle(exact)), abs=1.0)
    assert min(np.array(coherence["y"])[inner]) > 0.98
    assert "phase −45." in answer.words or "phase −44." in answer.words


def test_bands_and_density_hold_the_power_of_the_signal():
    t = np.arange(0.0, 20.0, 0.005)
    a = np.sin(2.0 * np.pi * 5.0 * t) + 0.5 * np.sin(2.0 * np.pi * 1.25 * t + 1.0)
    centres, bands = third_octaves(t, a)
    whole = rms(weigh(t, a, WK)[1])
    assert np.sqrt(np.sum(bands**2)) == pytest.approx(whole, rel=1e-2)
    assert centres[np.argmax(bands)] == pytest.approx(5.0, rel=0.01)
    f, power = density(t, a)
    assert np.sum(power) * f[1] == pytest.approx(np.mean(a**2), rel=0.02)
    assert reaction(0.2) == "not uncomfortable"
    assert reaction(3.0) == "extremely uncomfortable"


def test_a_cone_is_hit_by_how_far_the_body_goes_over_it():
    poses = np.array([[x, 0.0, 0.0] for x in np.linspace(0.0, 20.0, 401)])
    cones = np.array([[10.0, 0.7], [10.0, 0.95], [15.0, -0.89]])
    hits = cone_hits(cones, poses, 2.0, 2.0, 1.8)
    assert [(hit.cone, round(hit.depth, 6)) for hit in hits] == [(0, 0.2), (2, 0.01)]
    assert poses[hits[0].sample, 0] == pytest.approx(8.0, abs=0.05)
    stops = poses[poses[:, 0] <= 8.05 + 1e-9]  # 5 cm over the first cone with its nose, and backwards with its tail
    assert [round(hit.depth, 6) for hit in cone_hits(cones[:1], stops, 2.0, 2.0, 1.8)] == [0.05]
    behind = np.array([[x, 0.0, np.pi] for x in np.linspace(0.0, 8.05, 162)])
    assert [round(hit.depth, 6) for hit in cone_hits(cones[:1], behind, 1.0, 2.0, 1.8)] == [0.05]


def test_load_transfer_is_one_when_a_side_flies():
    ratio = transfer_ratio(np.array([2.0e3, 0.0, 0.0]), np.array([2.0e3, 4.0e3, 0.0]))
    assert ratio[:2].tolist() == [0.0, 1.0]
    assert np.isnan(ratio[2])


def test_limits_are_the_peaks_of_the_tire_law(left_turn):
    limits = force_limits(left_turn)
    law = jounce.load_vehicle("dw18").axles[0].tire
    assert limits["fl"] == ForceLimit(law.lateral.d, law.longitudinal.d)
    assert set(limits) == {"fl", "fr", "rl", "rr"}


def test_an_input_that_is_not_reached_is_told(small_result):
    t = np.linspace(0.0, 1.0, 11)
    asked = ("rad", np.full(11, np.radians(20.0)))
    for share, told in ((0.935, "18.7° of the 20.0° that were asked for"), (1.0, "")):
        got = ("rad", share * asked[1])
        run = made_of(small_result, t, (), input__steering_wheel_angle=asked, steering_wheel__angle=got)
        assert told in input_note(run)
        assert bool(told) == bool(input_note(run))


@pytest.fixture(scope="module")
def lane_change() -> Result:
    """dw18 through the lanes, at its first attempt, and cones that stand 6 m away from where the driver thinks."""
    run = jounce.run("double-lane-change", vehicle="dw18", hold_speed=False, attempts=1, course="ISO 3888-2")
    start = {**run.metadata.options, "course_start": run.metadata.options["course_start"] + 6.0}
    return dataclasses.replace(run, metadata=dataclasses.replace(run.metadata, options=start))


def test_cones_that_were_hit_are_named_in_plot_and_replay(lane_change):
    count = METRICS["obstacle_avoidance_cones_hit"].compute(lane_change)
    assert count >= 2
    course = next(answer for answer in answers([Seen(lane_change)]) if answer.key == "answer-course")
    hit = next(trace for trace in course.figure["data"] if trace["name"] == "cone that was hit")
    assert len(hit["x"]) == count
    assert course.verdict.startswith("Not passed: ")
    assert course.verdict.count(" cm, t = ") == count
    motion = with_cones(lane_change, lane_change.motion)
    shapes = [shape for shape in motion.scene["shapes"] if shape["kind"] == "cone"]
    assert len(shapes) == 18
    falling = [shape["body"] for shape in shapes if shape["body"] >= 0]
    assert len(falling) == count
    scene = motion.scene
    at = 1 + len(scene["gauges"]) + 7 * falling[0]
    upright, lying = motion.blocks[0, at + 3 : at + 7], motion.blocks[-1, at + 3 : at + 7]
    assert upright.tolist() == [1.0, 0.0, 0.0, 0.0]
    assert lying[0] == pytest.approx(np.cos(np.pi / 4.0), abs=1e-6)


def test_figures_of_several_runs_have_a_curve_for_each(lane_change):
    names = ("a", "b")
    runs = [Seen(lane_change, name, colour) for name, colour in zip(names, ("#0072B2", "#D55E00"), strict=True)]
    for answer in answers(runs):
        named = {trace["name"] for trace in answer.figure["data"]}
        assert set(names) <= named, answer.key
        assert all(name in answer.words for name in names), answer.key


def test_plotly_accepts_every_figure(lane_change):
    for answer in answers([Seen(lane_change)]):
        drawn = go.Figure({"data": answer.figure["data"], "layout": answer.figure["layout"]})  # raises on unknown keys
        assert len(drawn.data) == len(answer.figure["data"])
