"""Kang 2014: the method that keeps its matrix gives what the one that renews it gives, and the frame is the reason."""

import json

import numpy as np
import pytest

from jounce.errors import InputError
from jounce_papers import PAPERS, Reproduction, reproduce
from jounce_papers.kang_2014.drives import METHODS, STEP, drive_with, drives, record_of, watched_acceleration
from jounce_papers.kang_2014.study import REFERENCE
from jounce_papers.registry import Paper

DRIVES = ("j_turn", "bump")
ASKED = {
    "conventional_us",
    "proposed_us",
    "ratio",
    "iterations_conventional",
    "iterations_proposed",
    "refreshes",
    "max_acceleration_difference",
    "synthesis_us",
}


@pytest.fixture(scope="module")
def done():
    return reproduce("kang-2014", measure=False)


def test_it_is_known():
    assert "never updates its Jacobian" in PAPERS["kang-2014"].about


def test_the_data_is_json(done):
    assert json.loads(json.dumps(done.data)) == done.data
    for key in DRIVES:
        assert set(done.data[key]) >= ASKED
        assert done.data[key]["ratio"] is None
        assert done.data[key]["study"] is None


def test_the_paper_s_ratios(done):
    assert done.data["j_turn"]["paper"]["ratio"] == pytest.approx(2.40, abs=0.005)
    assert done.data["bump"]["paper"]["ratio"] == pytest.approx(2.17, abs=0.005)


def test_the_matrix_of_the_start_serves_to_the_end(done):
    for key in DRIVES:
        proposed = done.data[key]["methods"]["proposed"]
        assert proposed["refreshes"] == proposed["rejected"] == done.data[key]["refreshes"] == 0
        assert proposed["failure"] is None
        assert proposed["steps"] == round(done.data[key]["end"] / STEP)
        assert done.data[key]["methods"]["conventional"]["refreshes"] == proposed["steps"] - 1


def test_wheels_that_leave_the_ground_stop_nobody(done):
    """They bend the equations, and take entries out of the matrix on which pivots must not rest."""
    over = done.data["bump"]
    assert over["seconds_off_ground"] > 0.02
    for of in over["methods"].values():
        assert of["failure"] is None
        assert of["rejected"] == 0


def test_one_or_two_iterations_as_in_the_paper(done):
    for key in DRIVES:
        conventional, proposed = (done.data[key][f"iterations_{name}"] for name in ("conventional", "proposed"))
        assert 1.0 <= conventional <= proposed < 2.0


def test_accelerations_agree(done):
    """J-turn: the same rule in two frames, whose errors at 1 ms are 1.5e-4 m/s² and nearly the same; measured 2e-5.
    Bump: what the iteration leaves, 1e-7 m/s in a step, and wheels that come off the ground; measured 3e-4."""
    for key, tolerance in (("j_turn", 1e-4), ("bump", 2e-3)):
        assert 0.0 < done.data[key]["max_acceleration_difference"] < tolerance
        assert done.data[key]["peak_acceleration"] > 3.0
        assert done.data[key]["final_position_difference"] < 1e-4


def test_joints_stay_closed(done):
    """To rounding where the last correction was exact; to the tolerance of 1e-7 m/s, per body, where it was not."""
    for key in DRIVES:
        for name, of in done.data[key]["methods"].items():
            assert of["constraint_violation"] < (1e-11 if name.endswith(("every_step", "conventional")) else 1e-7)
            assert of["constraint_rate"] < (1e-7 if name.endswith(("every_step", "conventional")) else 1e-4)


def test_the_frame_keeps_the_matrix_near(done):
    """In the J-turn; straight over the bump the axes of the chassis hardly turn, and both frames are alike."""
    turn, over = (done.data[key]["drift"] for key in DRIVES)
    assert turn["chassis"]["final_drift"] < 0.2 * turn["world"]["final_drift"]
    assert turn["chassis"]["largest_contraction"] < 0.2
    assert over["chassis"]["largest_contraction"] == pytest.approx(over["world"]["largest_contraction"], rel=0.1)


def test_without_the_frame_it_fails_when_an_error_no_longer_shrinks(done):
    """The iteration fails where the spectral radius, of matrices that it has not seen, comes to one."""
    turn = done.data["j_turn"]
    failure = turn["methods"]["world_never"]["failure"]
    at = np.interp(failure["time"], turn["drift"]["time"], turn["drift"]["world"]["contraction"])
    assert 0.85 < at < 1.1
    assert turn["methods"]["world_on_failure"]["failure"] is None
    assert 1 <= turn["methods"]["world_on_failure"]["refreshes"] < 10


def test_the_text_tells_what_is_ours(done):
    assert "cannot be read" in done.text
    assert "not measured" in done.text
    assert "--full" in done.text


def test_the_page_needs_no_network(done):
    keys = ("rack", "ground", "j_turn_acceleration", "bump_acceleration", "j_turn_contraction", "bump_drift")
    assert all(f'data-plot="{key}"' in done.page for key in keys)
    assert "http" not in done.page.replace("http://www.w3.org/2000/svg", "")  # the name of SVG, which nobody fetches
    assert len(done.page) < 5e5


def test_quick_and_full_exclude_each_other():
    with pytest.raises(InputError, match="quick and full"):
        reproduce("kang-2014", measure=False, full=True)


def test_a_paper_without_a_study_says_so(monkeypatch):
    monkeypatch.setitem(PAPERS, "short", Paper("nothing", lambda measure: Reproduction("short", {}, "all")))
    assert reproduce("short").text == "all"
    assert "no study beyond the paper" in reproduce("short", full=True).text


@pytest.mark.slow
def test_errors_fall_with_the_square_of_the_step():
    """Of the proposed method in the J-turn, against Dormand–Prince in another formulation."""
    turn, _ = drives(j_turn=2.0)
    reference = watched_acceleration(record_of(turn, "synthesis", REFERENCE, 4 * STEP))
    errors = [
        np.abs(
            watched_acceleration(drive_with(turn, METHODS["proposed"], step=n * STEP, sample=4 * STEP)) - reference
        ).max()
        for n in (1, 2, 4)
    ]
    assert errors[0] / errors[1] == pytest.approx(1 / 4, rel=0.15)
    assert errors[1] / errors[2] == pytest.approx(1 / 4, rel=0.15)
