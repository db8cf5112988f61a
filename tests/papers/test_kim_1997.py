"""Kim 1997: projection gives what the world frame gives, and the table shows what the numbers are."""

import copy
import json

import numpy as np
import pytest

from jounce_papers import PAPERS, reproduce
from jounce_papers.kim_1997.comparison import comparison, tables
from jounce_papers.kim_1997.drives import METHODS
from jounce_papers.kim_1997.numbers import compare_ranges

ASKED = {
    "violation_projection",
    "violation_qr",
    "steps_projection",
    "steps_qr",
    "cpu_s",
    "ratio_augmented_over_projection",
}


@pytest.fixture(scope="module")
def done():
    """A shorter lane change, the largest maximum step, no synthesis."""
    return reproduce("kim-1997", measure=False)


@pytest.fixture
def last(done):
    return done.data["maximum_steps"][-1]


def test_it_is_known():
    assert "null space by projection" in PAPERS["kim-1997"].about


def test_the_data_is_json(done, last):
    assert json.loads(json.dumps(done.data)) == done.data
    assert set(last) >= ASKED
    assert last["maximum_step"] == 0.01
    assert last["cpu_s"] is done.data["cpu_s"] is done.data["study"] is None


def test_the_paper_s_ratio(done):
    assert done.data["paper_cpu_s"]["ratio"] == pytest.approx(3.27, abs=0.005)


def test_sizes(done):
    """30 velocities less 16 equations are the 14 freedoms that the world frame has with 96 and 82."""
    size = done.data["sizes"]
    assert size["joint_velocities"] - size["loop_equations"] == size["freedom"] == 14
    assert size["world_accelerations"] - size["world_equations"] == 14


def test_the_motion_is_that_of_the_world_frame(last):
    """Within the local error of 1e-6 a step: measured 7e-7 (yaw rate) to 4e-5 (vertical acceleration, whose peak is a
    hundredth of g, next to springs that carry the car)."""
    for name in ("projection", "qr"):
        found = last["methods"][name]["differences"]
        for channel in ("chassis.lateral_acceleration", "chassis.position_y", "chassis.roll_rate", "chassis.yaw_rate"):
            assert found[channel]["relative"] < 1e-5
        assert found["chassis.vertical_acceleration"]["relative"] < 3e-4


def test_what_is_printed_leaves_out_a_part(last):
    """While the rack moves, [4.8] lacks a part of dI_R/dt: more than the tolerance allows, less than one sees."""
    yaw = {name: of["differences"]["chassis.yaw_rate"]["relative"] for name, of in last["methods"].items()}
    assert 5.0 * yaw["qr"] < yaw["projection_printed"] < 1e-4


def test_that_part():
    """dI_R/dt = −I_R Φ̇_q I_R + P_N Φ̇_qᵀ(Φ_qΦ_qᵀ)⁻¹ for matrices that move at random."""
    random = np.random.default_rng(1997)
    J, rate = random.normal(size=(2, 3, 7))
    right = [A.T @ np.linalg.inv(A @ A.T) for A in (J, J - 1e-6 * rate, J + 1e-6 * rate)]
    projector = np.eye(7) - right[0] @ J
    printed, missing = -right[0] @ rate @ right[0], projector @ rate.T @ np.linalg.inv(J @ J.T)
    assert (right[2] - right[1]) / 2e-6 == pytest.approx(printed + missing, abs=1e-7)
    assert np.abs(missing).max() > 0.1


def test_like_with_like(done, last):
    """With ż integrated both are of one level; with all velocities the motion is the same but for rounding."""
    found = done.data["scatter"]["methods"]
    assert 0.2 < found["projection"]["violation"]["median"] / found["qr_all"]["violation"]["median"] < 5.0
    assert 0.1 < last["violation_projection_printed"] / last["violation_qr"] < 10.0
    assert last["violation_projection"] > last["violation_qr"]


def test_corrections_leave_nothing(last):
    """All formulations, after their projections."""
    for of in last["methods"].values():
        assert of["violation_left"] < 1e-12


def test_the_basis_lasts(done):
    basis = done.data["basis"]["projection"]
    assert basis["renewed"] == basis["deficient"] == 0
    assert 1.0 <= basis["worst_condition"] < 1.1


def test_ranges_decide():
    low, middle, high = ({"smallest": a, "median": a, "largest": b} for a, b in ((1.0, 2.0), (1.5, 3.0), (2.5, 4.0)))
    assert compare_ranges(low, high) == "less"
    assert compare_ranges(high, low) == "more"
    assert compare_ranges(low, middle) == compare_ranges(middle, high) == "alike"


def shown(data, what):
    return next(row.jounce for row in comparison(data) if row.what == what)


def spread(value):
    return {"smallest": value, "median": value, "largest": value}


def test_the_table_follows_the_violations(done):
    data = copy.deepcopy(done.data)
    found = data["scatter"]["methods"]
    found["qr"]["violation"] = spread(1e-12)
    for value, verdict in ((0.5e-12, "less"), (2e-12, "more"), (1e-12, "alike")):
        found["projection_printed"]["violation"] = spread(value)
        assert f"against 1.0e−12 … 1.0e−12: {verdict}" in shown(data, "violation, larger steps")
    data["maximum_steps"][-1]["violation_projection_printed"] = 3.2e-9
    assert "as printed 3.2e−09" in shown(data, "violation of constraints")


def test_the_table_follows_the_steps(done):
    data = copy.deepcopy(done.data)
    found = data["scatter"]["methods"]
    found["qr"]["step_changes"] = spread(500)
    for value, verdict in ((600, "more"), (500, "alike"), (400, "less")):
        found["projection_printed"]["step_changes"] = spread(value)
        assert f"{value} … {value} against 500 … 500: {verdict}" in shown(data, "changes of the step")


def test_the_table_follows_the_times(done):
    data = copy.deepcopy(done.data)
    last = data["maximum_steps"][-1]
    cpu = dict.fromkeys(METHODS, 0.1)
    data["synthesis_chord"] = {"step": 1e-3, "steps": 2500, "cpu_s": 0.1}
    for name in METHODS:
        last["methods"].setdefault(name, last["methods"]["qr"])["cpu_s"] = 0.1
    for seconds, ratio in ((0.654, "6.5 ×"), (0.2, "2.0 ×")):
        cpu["augmented_world"] = seconds
        data["cpu_s"] = last["cpu_s"] = cpu
        data["ratio_augmented_over_projection"] = last["ratio_augmented_over_projection"] = seconds / 0.1
        assert shown(data, "CPU time").startswith(ratio)
        assert f"augmented, world {seconds:.3f} s" in shown(data, "CPU time")
    (table,) = tables(data)
    assert table.groups["steps of 1 ms"][0][:4] == ("synthesis, chord", "0.100", "1.00", "40.0")


def test_the_table_follows_the_basis(done):
    data = copy.deepcopy(done.data)
    assert "made anew 0 times" in shown(data, "renewal of the null space")
    data["basis"]["projection"]["renewed"] = 3
    assert "made anew 3 times" in shown(data, "renewal of the null space")


def test_the_text_tells_what_is_ours(done):
    assert "of our own choice" in done.text
    assert "filter of 10 ms" in shown(done.data, "drive")
    assert "not measured" in done.text
    assert "--full" in done.text


def test_the_page_needs_no_network(done):
    keys = (
        "violation_10ms",
        "steps_10ms",
        "rack",
        "chassis.vertical_acceleration",
        "chassis.lateral_acceleration",
        "chassis.position_y",
    )
    assert all(f'data-plot="{key}"' in done.page for key in (*keys, "chassis.roll_rate", "chassis.yaw_rate"))
    assert "http" not in done.page.replace("http://www.w3.org/2000/svg", "")  # the name of SVG, which nobody fetches
    assert len(done.page) < 5e5
