"""What `jounce bench design` measures: moves of every hardpoint, answered."""

from jounce.lab.design.hardpoints import hardpoints
from jounce.live.design.latency import measure_moves
from jounce.model.library import load_vehicle


def test_every_hardpoint_is_moved_and_answered():
    found = measure_moves("hatchback", repeats=1)
    points = list(hardpoints(load_vehicle("hatchback")))
    assert set(found["axles"]) == {"front", "rear"}
    for axle, one in found["axles"].items():
        assert one["moves"] + one["refused"] == sum(point.axle == axle for point in points)
        assert 0.0 < one["median_ms"] <= one["p95_ms"] <= one["max_ms"]
    assert found["axles"]["rear"]["refused"] > 0  # points in the middle plane
