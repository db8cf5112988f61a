"""The benchmark of the ground on a tiny setting: its structure and its table. No time decides anything."""

import json

import numpy as np
import pytest

from jounce.cli.ground_bench import table
from jounce.lab.bench import ground as bench


@pytest.fixture(scope="module")
def numbers():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "IN_MEMORY", 1000)  # so that the second size is a file
        return bench.measure_ground(side=20, sides=(10, 40), points=200, warm=50, repeats=2)


def test_all_numbers_are_there(numbers):
    read = json.loads(json.dumps(numbers, allow_nan=False))
    assert (read["nodes"], read["points"], read["repeats"]) == (400, 200, 2)
    assert read["remembers"] == {"path": True, "random": False}
    for place in ("path", "random"):
        for name in ("ns_per_query", "rect_bivariate_spline_ns", "map_coordinates_ns"):
            assert 0.0 < read[f"{name}_{place}"] <= read[f"{name}_{place}_median"]
    assert [size["nodes"] for size in read["sizes"]] == [100, 1600]
    for size in read["sizes"]:
        assert set(size) == {"nodes", "ns_per_query_path", "ns_per_query_random"}
        assert min(size.values()) > 0.0


def test_ratios_are_of_the_faster_of_scipy(numbers):
    for key, place in (("scipy_ratio", "random"), ("scipy_ratio_path", "path")):
        for kind in (place, f"{place}_median"):
            theirs = min(numbers[f"rect_bivariate_spline_ns_{kind}"], numbers[f"map_coordinates_ns_{kind}"])
            assert numbers[key + kind.removeprefix(place)] == theirs / numbers[f"ns_per_query_{kind}"]


def test_the_table_shows_every_size(numbers):
    lines = table(numbers).splitlines()
    assert len(lines) == 8 + len(numbers["sizes"])
    assert "1,600" in lines[-1]


def test_paths_are_driven_in_small_steps_inside_the_grid():
    for side in (10, 934):
        x, y = bench.circle(side, 500)
        assert np.hypot(np.diff(x), np.diff(y)) == pytest.approx(bench.STEP, rel=1e-3)
        for values in (x, y, *bench.scatter_points(side, 500)):
            assert 0.0 < values.min() < values.max() < bench.SPACING * (side - 1)
