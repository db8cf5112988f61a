"""The sheet as a whole: symmetry, JSON, tables, notebooks, ends of linkages, and what is refused."""

import json
import math

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.lab.kinematics_compliance import kc
from jounce.lab.kinematics_compliance.car import describe_car
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle.parameters import with_parameters
from jounce.output.reports.kc.charts import travel_charts

WHEEL = (
    "camber",
    "toe",
    "caster",
    "scrub_radius",
    "mechanical_trail",
    "centre_x",
    "centre_y",
    "wheel_load",
    "wheel_rate",
)


@pytest.fixture(scope="module")
def sheet():
    return kc("sedan", axle="front", travel="40 mm")


@pytest.fixture(scope="module")
def beam():
    return kc("hatchback", axle="rear", travel="40 mm").axle("rear")


def test_wheels_are_mirror_images_in_parallel_travel_and_change_places_in_opposite_travel(sheet, beam):
    for axle in (sheet.axle("front"), beam):
        for key in WHEEL:
            left, right = (getattr(wheel, key) for wheel in (axle.parallel.left, axle.parallel.right))
            np.testing.assert_allclose(right, left, rtol=1e-6, atol=1e-8)
            left, right = (getattr(wheel, key) for wheel in (axle.opposite.left, axle.opposite.right))
            np.testing.assert_allclose(right[::-1], left, rtol=1e-6, atol=1e-8)


def test_slopes_are_those_of_the_curves(sheet, beam):
    """Exact slopes against differences of the table, whose error is that of 5 mm between positions."""
    for sweep in (sheet.axle("front").parallel, beam.parallel, beam.opposite):
        inside = slice(1, -1)
        for key, slope in (("camber", "camber_gradient"), ("toe", "toe_gradient"), ("centre_x", "centre_slope_x")):
            differences = np.gradient(getattr(sweep.left, key), sweep.travel)
            np.testing.assert_allclose(getattr(sweep.left, slope)[inside], differences[inside], rtol=2e-3, atol=2e-4)
        loads = np.gradient(sweep.left.wheel_load, sweep.travel)
        np.testing.assert_allclose(sweep.left.wheel_rate[inside], loads[inside], rtol=2e-3)


def test_travel_of_the_wheel_centre_stands_beside_that_of_the_contact_point(sheet):
    """The contact point is the lowest of the circle: z_c = z_w − R cos γ, and R cos γ is z_w at the design position."""
    for axle in sheet.axles:
        sweep = axle.parallel
        camber, design = sweep.left.camber, sweep.design
        height = load_vehicle(sheet.vehicle).axle(axle.name).suspension.wheel_centre[2]
        lower = height * (1.0 - np.cos(camber) / np.cos(camber[design]))
        np.testing.assert_allclose(sweep.centre_travel - sweep.travel, -lower, atol=1e-9)
        assert np.ptp(sweep.centre_travel - sweep.travel) > 1e-6
        assert (sweep.over("contact") == sweep.travel).all()
        assert (sweep.over("centre") == sweep.left.centre_z).all()
    assert "centre_z" in sheet.to_table().column_names
    charts = [travel_charts(sheet.axles[0], over)[0] for over in ("contact", "centre")]
    assert [chart.across.split(",")[0] for chart in charts] == [
        "travel of the contact point",
        "travel of the wheel centre",
    ]
    assert charts[0].curves[0].x != charts[1].curves[0].x


def test_a_wheel_to_the_left_and_the_right_steers_alike(sheet):
    steer = sheet.axle("front").steer
    assert np.all(np.diff(steer.steering_wheel_angle) > 0.0)
    assert np.all(np.diff(steer.mean_steer) > 0.0)  # a turn to the left turns the wheels to the left
    np.testing.assert_allclose(steer.left.steer, -steer.right.steer[::-1], atol=1e-9)
    assert np.isnan(steer.ackermann[steer.design])
    assert np.nanmin(steer.turning_radius) == pytest.approx(5.35, abs=0.02)


def test_everything_goes_into_json_and_tables(sheet):
    data = json.loads(json.dumps(sheet.data(), allow_nan=False))
    (axle,) = data["axles"]
    assert axle["parallel"]["left"]["camber"][0] == float(sheet.axle("front").parallel.left.camber[0])
    assert axle["parallel"]["left"]["damper_ratio"][0] is None
    assert axle["steer"]["ackermann"][sheet.axle("front").steer.design] is None
    table = sheet.to_table()
    front = sheet.axle("front")
    count = 2 * len(front.parallel.travel) + len(front.steer.rack_travel)
    assert table.num_rows == 2 * (count + sum(len(sweep.load) for sweep in front.loads.values()))
    rows = table.to_pylist()
    pushed = [row for row in rows if row["sweep"] == "lateral_parallel"]
    sweep = front.loads["lateral_parallel"]
    assert axle["loads"]["lateral_parallel"]["right"]["camber"] == sweep.right.camber.tolist()
    assert [row["load"] for row in pushed] == 2 * sweep.load.tolist()
    assert [row["toe"] for row in pushed] == [*sweep.left.toe, *sweep.right.toe]
    assert {row["travel"] for row in pushed} == {0.0}
    down = next(row for row in rows if row["sweep"] == "opposite" and row["wheel"] == "right")
    assert down["travel"] == pytest.approx(0.04)
    assert down["steering_wheel_angle"] is None
    html = sheet._repr_html_()
    assert "<th>front</th>" in html
    assert "roll centre height" in html
    with pytest.raises(KeyError, match="known: front"):
        sheet.axle("rear")


def test_axles_have_load_sweeps_where_something_gives_way(sheet, beam):
    front = sheet.axle("front")
    assert list(front.loads) == [answer.name for answer in front.compliance]
    assert front.loads["braking"].load[-1] == 3000.0
    assert (beam.elastic, beam.loads, beam.notes) == ((), {}, ())


def test_pictures_have_the_points_that_were_written(sheet, beam):
    suspension = load_vehicle("sedan").axle("front").suspension
    links = sheet.axle("front").linkage.links
    (spring,) = (link for link in links if link.kind == "spring")
    assert (spring.start, spring.end) == (suspension.spring.upper, suspension.spring.lower)
    (rod,) = (link for link in links if link.kind == "rod")
    assert (rod.start, rod.end) == (suspension.tie_rod.inner, suspension.tie_rod.outer)
    (pin,) = (link for link in links if link.kind == "kingpin")
    assert pin.start[2] == pytest.approx(0.0, abs=1e-9)
    arms = [(link.start, link.end) for link in links if link.kind == "part"]
    wanted = [
        (arm.ball_joint, pivot)
        for arm in (suspension.lower_arm, suspension.upper_arm)
        for pivot in (arm.front_pivot, arm.rear_pivot)
    ]
    assert np.array(arms) == pytest.approx(np.array(wanted))
    shear_centre = (-1.24, 0.0, 0.305)  # of the twist beam
    assert any(shear_centre in (link.start, link.end) for link in beam.linkage.links)


def test_a_sweep_ends_where_the_linkage_ends():
    axle = kc("rover6", axle="front", travel="450 mm").axle("front")
    sweep = axle.parallel
    assert sweep.travel[-1] == pytest.approx(0.45)  # hinge 0.112 m above the wheel: it can rise by 0.4 + 0.112 m
    assert -0.288 < sweep.travel[0] < -0.2  # and fall by 0.288 m
    x, z = 0.384 - sweep.left.centre_x, 0.112 - sweep.travel
    np.testing.assert_allclose(np.hypot(x, z), 0.4, rtol=1e-9)  # on its circle all the way
    assert np.all(x > 0.0)  # and never past the dead point
    assert any("of rebound of 450 mm: the linkage ends there" in note for note in axle.notes)


def test_a_rack_with_short_levers_ends_at_a_toggle():
    """Tie rods that hold the knuckle 30 mm behind its kingpin pull it into line long before the lock of 35°."""
    car = with_parameters(load_vehicle("dw18"), {"axles.front.suspension.tie_rod.outer": (1.21, 0.55, 0.22)})
    axle = kc(car, axle="front", travel="5 mm").axle("front")
    assert any(note.startswith("steering to the left ends at") for note in axle.notes)
    assert np.max(np.abs(axle.steer.mean_steer)) < math.radians(35.0)


def test_the_brake_share_is_that_of_the_static_loads_unless_it_is_given(sheet):
    car = load_vehicle("sedan")
    front, slope = car.axle("front"), sheet.axle("front").parallel.left.contact_slope_x
    assert sheet.axle("front").elastic == ("the servo of the rack",)
    assert sheet.car.braked[0] == pytest.approx((sheet.car.centre_of_mass[0] + 1.6) / 2.75)
    np.testing.assert_allclose(sheet.axle("front").parallel.braking_support, sheet.car.braking_support(front, slope))
    given = describe_car(car, 0.4)
    assert given.braked == (0.4, 0.6)
    np.testing.assert_allclose(given.braking_support(front, slope), 0.4 * slope * 2.75 / sheet.car.centre_of_mass[2])
    np.testing.assert_allclose(
        given.braking_support(car.axle("rear"), slope), -1.5 * given.braking_support(front, slope)
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"axle": "fron"}, "axle: no such axle; got 'fron'; expected one of front, rear; did you mean 'front'?"),
        ({"travel": float("nan")}, "not a finite number"),
        ({"travel": "-3 mm"}, "travel: not a wheel travel; got '-3 mm'"),
        ({"travel": "3 deg"}, "wrong unit"),
        ({"travel": 3.0}, "at most 0.5 m"),
        ({"brake_share": 1.5}, "brake_share: not a share; got 1.5"),
        ({"brake_share": float("nan")}, "not a finite number"),
    ],
)
def test_what_has_no_meaning_is_refused(options, words):
    with pytest.raises(InputError) as refused:
        kc("dw18", **options)
    assert words in str(refused.value)


def test_a_brake_share_needs_two_braked_axles():
    car = load_vehicle("dw18")
    car = replace(car, axles=(car.axles[0], replace(car.axles[1], brake=None)))
    with pytest.raises(InputError, match="a brake share that is not used"):
        kc(car, brake_share=0.5)
    with pytest.raises(InputError, match="unknown vehicle"):
        kc("dw19")
