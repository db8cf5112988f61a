"""What a page may choose, and what a choice does to a vehicle."""

import math

import numpy as np
import pytest

from jounce.engine.single_body import EXAMPLES
from jounce.engine.terrain import ground_of
from jounce.engine.terrain.ground_spec import NAMED_GROUNDS
from jounce.errors import JounceError
from jounce.live.realtime.loop_config import SIMPLE_CARS
from jounce.live.realtime.tuning import TUNING, apply_tuning
from jounce.live.viewer.choices import Choice, available_choices
from jounce.model import library
from jounce.model.mechanism import AntiRollBar, RotationalSpringDamper, SpringDamper
from jounce.model.vehicle import to_mechanism


@pytest.fixture(scope="module")
def choices():
    return available_choices("sedan", "flat")


def test_every_vehicle_of_the_library_and_the_simplified_car_are_on_offer(choices):
    words = choices.to_message(choices.complete(Choice()))
    assert {v["name"] for v in words["choices"]["vehicles"]} == {*library.names(), *EXAMPLES}
    assert words["chosen"]["engine"] == "chord"
    assert words["chosen"]["parameters"] == {name: knob.default for name, knob in TUNING.items()}


@pytest.mark.parametrize(
    "name",
    [n for n in NAMED_GROUNDS if "iso8608" not in NAMED_GROUNDS[n][0] and "generated" not in NAMED_GROUNDS[n][0]],
)
def test_grounds_of_the_page_can_be_made(name):
    text = Choice(ground=name, parameters={"friction": 0.5}).ground_spec
    assert ground_of(text).friction == 0.5


def test_the_names_of_simplified_cars_are_known():
    assert set(SIMPLE_CARS) == set(EXAMPLES)


def test_another_vehicle_gets_an_engine_that_it_has(choices):
    sedan = choices.complete(Choice())
    simple = choices.apply_message(sedan, {"vehicle": "simple"})
    assert simple.engine == "smooth"
    assert choices.apply_message(simple, {"vehicle": "rover6"}).engine == "chord"
    assert choices.apply_message(sedan, {"engine": "midpoint"}).engine == "midpoint"


@pytest.mark.parametrize(
    "message",
    [
        {"vehicle": "tank"},
        {"vehicle": 3},
        {"ground": "../../etc/passwd"},
        {"ground": "hills.asc"},
        {"engine": "magic"},
        {"vehicle": "simple", "engine": "chord"},
        {"parameters": {"friction": math.nan}},
        {"parameters": {"friction": "0.5"}},
        {"parameters": {"friction": True}},
        {"parameters": {"colour": 1.0}},
        {"parameters": [1.0]},
    ],
)
def test_a_page_may_choose_only_what_is_on_offer(choices, message):
    with pytest.raises(JounceError):
        choices.apply_message(choices.complete(Choice()), message)


def test_parameters_are_kept_within_their_limits(choices):
    chosen = choices.apply_message(choices.complete(Choice()), {"parameters": {"friction": 99.0, "load": -5.0}})
    assert chosen.parameters == {"friction": TUNING["friction"].high, "load": 0.0}


@pytest.mark.parametrize("name", library.names())
def test_tuning_changes_what_it_says_and_nothing_else(name):
    car = library.vehicle(name)
    assert apply_tuning(car, {}) is car
    assert apply_tuning(car, {"friction": 0.5}) is car
    tuned = apply_tuning(car, {"springs": 2.0, "anti_roll_bars": 3.0, "load": 100.0})
    before, after = to_mechanism(car), to_mechanism(tuned)
    assert after.bodies[0].mass == before.bodies[0].mass + 100.0
    assert after.joints == before.joints
    changed = 0
    for a, b in zip(before.forces, after.forces, strict=True):
        if isinstance(a, SpringDamper):
            assert b.stiffness == 2.0 * a.stiffness
            assert _push(b) == pytest.approx(_push(a) if a.spring_curve is None else 2.0 * _push(a), abs=1e-6)
            assert b.damping == a.damping
            changed += 1
        elif isinstance(a, RotationalSpringDamper) and not a.name.startswith("twist"):
            assert b.stiffness == pytest.approx(2.0 * a.stiffness)
            assert b.stiffness * b.free_angle == pytest.approx(a.stiffness * a.free_angle)
            changed += 1
        elif isinstance(a, AntiRollBar):
            assert b.stiffness == 3.0 * a.stiffness
        else:
            assert a == b
    assert changed


def _push(spring):
    """Force of a spring at its design length [N]."""
    if spring.preload is not None:
        return spring.preload
    if spring.free_length is None:
        return 0.0
    return spring.stiffness * (spring.free_length - np.linalg.norm(np.subtract(spring.point_a, spring.point_b)))


def test_dampers_are_multiplied_curves_included():
    before, after = (
        to_mechanism(v) for v in (library.vehicle("sedan"), apply_tuning(library.vehicle("sedan"), {"dampers": 0.5}))
    )
    curves = [
        (a.damper_curve, b.damper_curve)
        for a, b in zip(before.forces, after.forces, strict=True)
        if isinstance(a, SpringDamper)
    ]
    assert curves
    for a, b in curves:
        np.testing.assert_allclose(b.y, 0.5 * np.array(a.y))
