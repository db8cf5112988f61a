"""The comparison with other engines, as far as it needs none: car, laws, cost at equal error, table and chart."""

import math
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.peers.car import CORNERS, RACK_TRAVEL, RAMP_END, RAMP_START, SAMPLE, STEPS, load_car
from benchmarks.peers.chart import render_chart
from benchmarks.peers.laws import LATERAL, RADIUS, STIFFNESS, rack_motion, tire_force
from benchmarks.peers.results import Measurement, Row, best_costs, cost_at, costs, from_dict
from benchmarks.peers.run import Run, end_difference, errors
from benchmarks.peers.table import cost_lines, page

ROUNDING = 1e-12
SVG = "{http://www.w3.org/2000/svg}"


def measurement(*rows: Row) -> Measurement:
    return Measurement(list(rows), {"jounce": "1", "drake": "2"}, {"exudyn": "no wheel"}, 1, 1e-12, "here", "now")


def rows(engine: str, method: str, *, error: float, cost: float, order: int = 2) -> list[Row]:
    """A method of some order: error ∝ step to that order, cost ∝ 1/step; both given at 1 ms."""
    return [
        Row(engine, method, step, error * (1e3 * step) ** order, 0.0, 1e-5, [1e-3 * cost / step, 1.0], [1.0])
        for step in STEPS
    ]


class TestCar:
    def test_tree_and_loops_leave_fourteen_freedoms_and_the_rack(self):
        car = load_car()
        freedoms = 6 + sum(3 if joint.axis is None else 1 for joint in car.joints)
        assert (freedoms, 3 * len(car.balls) + len(car.rods)) == (31, 16)

    def test_every_parent_comes_before_its_child(self):
        known = {"chassis"}
        for joint in load_car().joints:
            assert joint.parent in known
            known.add(joint.child)
        assert known == set(load_car().bodies)

    def test_the_right_side_mirrors_the_left(self):
        car, mirror = load_car(), np.array([1.0, -1.0, 1.0])
        for left, right in (("fl", "fr"), ("rl", "rr")):
            for part in ("lca", "uca", "knuckle", "wheel"):
                a, b = car.bodies[f"{part}_{left}"], car.bodies[f"{part}_{right}"]
                assert a.mass == b.mass
                assert np.array_equal(a.centre, mirror * b.centre)

    def test_wheels_roll_at_the_height_of_their_hubs(self):
        car = load_car()
        for corner in CORNERS:
            assert car.spin * car.hubs[corner][2] == pytest.approx(car.speed, rel=ROUNDING)

    def test_every_step_divides_a_sample(self):
        for step in STEPS:
            assert SAMPLE / step == pytest.approx(round(SAMPLE / step), rel=ROUNDING)


class TestLaws:
    def test_a_wheel_that_rolls_without_slip_only_carries(self):
        z, v = 0.29, 12.0
        force = tire_force(z, v, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, v / z, 0.0)
        assert force == pytest.approx((0.0, 0.0, STIFFNESS * (RADIUS - z), 0.0, 0.0), abs=1e-9)

    def test_side_slip_gives_the_magic_formula(self):
        z, v, slip = 0.29, 12.0, 0.03
        b, c, d, e = LATERAL
        bx = -b * math.atan(slip)
        load = STIFFNESS * (RADIUS - z)
        expected = d * load * math.sin(c * math.atan(bx - e * (bx - math.atan(bx))))
        fx, fy, fz, mx, my = tire_force(z, v, slip * v, 0.0, 0.0, 1.0, 0.0, 0.0, v / z, 0.0)
        assert (fx, fy, fz) == pytest.approx((0.0, expected, load), rel=ROUNDING, abs=1e-9)
        assert (mx, my) == pytest.approx((z * fy, -z * fx), rel=ROUNDING, abs=1e-9)

    def test_the_force_turns_with_the_car(self):
        turn = 0.7
        cosine, sine = math.cos(turn), math.sin(turn)
        straight = tire_force(0.28, 10.0, 0.4, -0.1, 0.02, 0.9997, -0.01, 0.3, 30.0, 0.2)

        def turned(x, y):
            return cosine * x - sine * y, sine * x + cosine * y

        v, s, w = turned(10.0, 0.4), turned(0.02, 0.9997), turned(0.3, 30.0)
        force = tire_force(0.28, *v, -0.1, *s, -0.01, *w, 0.2)
        assert force[:2] == pytest.approx(turned(*straight[:2]), rel=1e-9)
        assert force[2] == pytest.approx(straight[2], rel=ROUNDING)

    def test_horizontal_force_stays_on_the_friction_circle(self):
        fx, fy, fz, _, _ = tire_force(0.28, 10.0, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
        assert math.hypot(fx, fy) == pytest.approx(fz, rel=ROUNDING)

    def test_a_wheel_in_the_air_has_no_force(self):
        assert tire_force(0.4, 10.0, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0) == (0.0,) * 5

    def test_rates_of_the_rack_are_derivatives_of_its_travel(self):
        h = 1e-5
        for t in np.linspace(RAMP_START - 0.1, RAMP_END + 0.1, 29):
            (before, rate_before, _), (after, rate_after, _) = rack_motion(t - h), rack_motion(t + h)
            _, rate, acceleration = rack_motion(t)
            # central differences are off by h²/6 of the third derivative; the jerk jumps by 5 m/s³ at both ends
            assert (after - before) / (2 * h) == pytest.approx(rate, abs=1e-8)
            assert (rate_after - rate_before) / (2 * h) == pytest.approx(acceleration, abs=2e-4)

    def test_the_rack_begins_at_zero_and_ends_at_its_travel(self):
        assert rack_motion(RAMP_START) == pytest.approx((0.0, 0.0, 0.0), abs=1e-15)
        assert rack_motion(RAMP_END) == pytest.approx((RACK_TRAVEL, 0.0, 0.0), abs=1e-15)


class TestErrors:
    def test_errors_are_relative_to_the_range(self):
        reference = Run(np.array([0.0, 2.0]), np.array([0.5, 0.6]), 10.0, 0.0, 0.0)
        run = Run(np.array([0.2, 2.0]), np.array([0.5, 0.59]), 10.1, 0.0, 0.0)
        assert errors(run, reference) == pytest.approx((0.1, 0.1))
        assert end_difference(run, reference) == pytest.approx(0.01 / 0.6)


class TestCostAtEqualError:
    def test_a_power_law_is_met_exactly(self):
        # error 4e-4 h² and cost 10/h with h in ms: error 1e-4 at h = 1/2, cost 20
        points = [(4e-4 * h**2, 10.0 / h) for h in (10.0, 2.0, 1.0, 0.25)]
        assert cost_at(points, 1e-4) == pytest.approx(20.0, rel=ROUNDING)

    def test_a_target_beyond_the_smallest_step_is_not_reached(self):
        assert cost_at([(1e-2, 1.0), (1e-3, 10.0)], 1e-4) is None
        assert cost_at([], 1e-4) is None

    def test_the_largest_step_counts_as_it_is(self):
        assert cost_at([(1e-5, 3.0), (1e-6, 6.0)], 1e-4) == 3.0

    def test_a_stricter_error_never_costs_less(self):
        points = [(1e-2, 1.0), (2e-3, 5.0), (5e-5, 4.0)]  # the machine was busy in the middle
        assert cost_at(points, 1e-3) == cost_at(points, 1e-4) == 4.0

    def test_the_cheapest_crossing_counts(self):
        points = [(1e-2, 1.0), (1e-4, 2.0), (1e-2, 4.0), (1e-4, 8.0)]
        assert cost_at(points, 1e-4) == pytest.approx(2.0)

    def test_an_engine_has_the_cost_of_its_best_method(self):
        found = measurement(
            *rows("jounce", "a", error=1e-4, cost=1e-2),
            *rows("jounce", "b", error=1e-4, cost=2e-2),
            Row("drake", "c", 1e-3),
        )
        assert costs(found)["jounce b"]["cost_at_1e-4"] == pytest.approx(20.0)
        assert best_costs(found)["jounce"]["cost_at_1e-4"] == pytest.approx(10.0)
        assert best_costs(found)["drake"]["cost_at_1e-4"] is None

    def test_an_end_state_without_three_digits_is_named(self):
        good, bad = Row("jounce", "a", 1e-3, 0.0, 0.0, 4e-4), Row("drake", "b", 1e-3, 0.0, 0.0, 6e-4)
        failed = Row("drake", "c", 1e-3, note="lost")
        assert measurement(good, bad, failed).disagreements() == ["drake b", "drake c"]


class TestTableAndChart:
    FOUND = measurement(
        *rows("jounce", "chord", error=1e-6, cost=1e-2),
        *rows("drake", "SAP", error=1e-2, cost=0.5, order=1),
        Row("drake", "SAP", 2e-2, note="lost"),
    )

    def test_numbers_survive_json(self):
        assert from_dict(self.FOUND.as_dict()) == self.FOUND

    def test_the_page_says_what_failed_what_is_not_reached_and_what_is_missing(self):
        text = page(self.FOUND, "peers.svg")
        assert "| Drake SAP | not reached | not reached |" in text
        assert "| Drake SAP | 20 | failed |" in text
        assert "Not measured: Exudyn (no wheel)." in text

    def test_costs_at_equal_error_are_printed_for_every_method_and_engine(self):
        lines = cost_lines(self.FOUND)
        assert lines[0].split()[-2:] == ["cost_at_1e-3", "cost_at_1e-4"]
        assert [line.split("  ")[0] for line in lines[1:5]] == [
            "jounce chord",
            "drake SAP",
            "best of jounce",
            "best of drake",
        ]

    def test_the_chart_has_a_line_per_method_and_a_point_per_run(self):
        root = ElementTree.fromstring(render_chart(self.FOUND))
        lines, points = root.findall(f"{SVG}polyline"), root.findall(f"{SVG}circle")
        assert len(lines) == 2
        assert len(points) == 2 * len(STEPS)
        assert "not reached" in "".join(root.itertext())

    def test_points_of_the_chart_are_where_their_logarithms_are(self):
        root = ElementTree.fromstring(render_chart(self.FOUND))
        chord = [tuple(map(float, pair.split(","))) for pair in root.find(f"{SVG}polyline").get("points").split()]
        x, y = np.array(chord).T
        # cost ∝ 1/step and error ∝ step²: equal factors are equal distances; coordinates have one decimal
        distance = -np.log10(np.sort(STEPS)[::-1])
        assert x == pytest.approx(x[0] + (x[-1] - x[0]) * (distance - distance[0]) / np.ptp(distance), abs=0.2)
        assert y == pytest.approx(y[0] + (y[-1] - y[0]) * (distance - distance[0]) / np.ptp(distance), abs=0.2)

    def test_a_chart_of_nothing_is_refused(self):
        with pytest.raises(ValueError, match="no method"):
            render_chart(measurement(Row("drake", "SAP", 1e-3, note="lost")))
