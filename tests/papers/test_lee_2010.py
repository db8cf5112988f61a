"""The drive of Lee 2010: what its numbers must be, its books, and another formulation of the same equations."""

import json
import math

import pytest

from jounce_papers import PAPERS, reproduce
from jounce_papers.lee_2010.drives import proving_drive, proving_field
from jounce_papers.lee_2010.numbers import differences


@pytest.fixture(scope="module")
def done():
    return reproduce("lee-2010", measure=False)


def test_it_is_known():
    assert "Ferguson" in PAPERS["lee-2010"].about


def test_the_data_is_json(done):
    assert json.loads(json.dumps(done.data)) == done.data
    assert set(done.data) >= {"motion", "wheels", "energy", "ground", "times", "differences", "comparison"}
    assert done.data["times"] is None
    assert done.data["differences"] is None


def test_the_books_balance(done):
    """Trapezoid sums over samples of 1 ms, of second order like the steps: measured 2e-6."""
    booked = done.data["energy"]
    assert booked["drive"] > booked["tires"] > booked["dampers"] > 0.0
    assert booked["relative_residual"] < 1e-4


def test_wheel_centres_stand_as_high_as_in_the_paper(done):
    found = done.data["wheels"]
    assert all(0.27 < height < 0.29 for height in found["height_on_flat"].values())
    assert found["height_on_flat_mean"] == pytest.approx(0.28, abs=2e-3)


def test_it_turned_left_and_slower(done):
    moved = done.data["motion"]
    assert math.radians(30.0) < moved["heading_change"] < math.radians(90.0)
    assert moved["speed_before_turn"] == pytest.approx(4.0, abs=0.1)
    assert moved["speed_in_turn"] < 3.0


def test_bumps_are_met_when_the_paper_meets_them(done):
    """High ones, the first higher on the left and the second on the right; then calm."""
    first, second = done.data["motion"]["bumps"]
    assert first["at"] == pytest.approx(4.0, abs=0.3)
    assert second["at"] == pytest.approx(8.0, abs=0.3)
    assert first["largest_roll_angle"]["value"] > 0.0 > second["largest_roll_angle"]["value"]
    calm = done.data["motion"]["calm"]["largest_vertical_acceleration"]
    for bump in (first, second):
        assert abs(bump["largest_vertical_acceleration"]["value"]) > 20.0 * abs(calm["value"])


def test_few_patches_of_the_field_are_visited(done):
    ground = done.data["ground"]
    assert ground["nodes"] == [934, 934]
    assert ground["bytes"] == 8 * 934**2
    # a wheel crosses a patch in some 100 steps of 1 ms, and chord asks five times in four steps
    assert 6 < ground["patches_visited"] < ground["patches_entered"] < 2e-3 * ground["questions"]


def test_the_text_tells_what_is_not_in_print(done):
    assert "not public" in done.text
    assert "no time in print" in done.text
    assert "not measured" in done.text


def test_the_page_needs_no_network(done):
    assert all(f'data-plot="{key}"' in done.page for key in ("field", "piece", "drive", "height_fl", "roll", "energy"))
    head, _, rest = done.page.partition("<script>")
    assert "http" not in head + rest.rpartition('id="figures"')[2]
    assert len(done.page) < 8e6


def test_formulations_agree():
    """Until the first bump has been left: Runge–Kutta 4 in both, whose errors are the only difference."""
    found = differences(proving_drive(proving_field()), end=5.0)["largest"]["synthesis, rk4"]
    assert found["position"] < 1e-6
    assert found["vertical_acceleration"] < 1e-3
    assert found["roll_angle"] < 1e-6
