"""The drives of Lee 2000: what must be true of a jump and of an overturning, whatever the car is."""

import json

import pytest

from jounce.engine.terrain import generate
from jounce_papers import PAPERS, reproduce
from jounce_papers.lee_2000.numbers import frame_times


@pytest.fixture(scope="module")
def done():
    return reproduce("lee-2000", measure=False)


def test_it_is_known():
    assert "jumps" in PAPERS["lee-2000"].about


def test_the_data_is_json(done):
    assert json.loads(json.dumps(done.data, allow_nan=False)) == done.data
    assert set(done.data) >= {"terrain", "jump", "turn", "energy", "times", "comparison"}
    assert done.data["times"] is None


@pytest.mark.parametrize("law", ["smooth", "printed"])
def test_it_jumps_and_drives_on(done, law):
    """Drag of 1 % of the weight and samples of 10 ms are what the parabola misses by: a few centimetres."""
    jumped = done.data["jump"][law]
    assert jumped["seconds"] > 0.5
    assert jumped["apex"]["z"] > jumped["take_off"]["z"] > jumped["landing"]["z"]
    assert jumped["parabola_misses_by"] < 0.01 * jumped["length"]
    assert jumped["touches_again"]
    assert jumped["speed_at_the_end"] > 10.0
    assert jumped["least_upright_after"] > 0.8


@pytest.mark.parametrize("law", ["smooth", "printed"])
def test_the_tall_car_overturns_and_the_low_one_does_not(done, law):
    bend = done.data["turn"][law]
    assert bend["tall"]["threshold"] < bend["tall"]["friction"] < bend["simple"]["threshold"]
    assert bend["tall"]["overturned"]
    assert bend["tall"]["on_its_side_at"] > bend["tall"]["inner_wheels_lift_at"]
    assert not bend["simple"]["overturned"]
    assert bend["simple"]["largest_lateral_acceleration_before"] <= 1.01 * bend["simple"]["friction"]


def test_energy_is_only_lost(done):
    booked = done.data["energy"]["smooth"]
    assert booked["end"] < booked["begin"]
    assert booked["largest_growth"] < 1e-5 * booked["begin"]


def test_the_page_shows_what_was_found(done):
    assert done.page is not None
    for key in ("jump_smooth", "jump_printed", "turn_smooth", "turn_printed", "above", "roll", "height", "jump_energy"):
        assert f'data-plot="{key}"' in done.page
    assert "not measured" in done.page
    assert "take-off, smooth" in done.text


def test_frames_are_timed_for_both_laws():
    times = frame_times(generate(size=100.0, spacing=1.0).ground(), frames=2)
    assert set(times["ms"]) == {f"{law}, {place}" for law in ("smooth", "printed") for place in ("terrain", "objects")}
    for of in times["ms"].values():
        assert 0.0 < of["smallest"] <= of["median"] <= of["largest"]
    assert times["paper_ms"] == pytest.approx([33.3, 62.5], abs=0.1)
