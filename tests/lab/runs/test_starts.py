"""How runs begin: settled by default, with a note where a car is still moving, and within the range of its steering."""

from dataclasses import replace as replace_plan

import numpy as np
import pytest

import jounce
from jounce.engine.compiler.cache import when_compiling
from jounce.engine.simulate import simulate
from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.registry import MANEUVERS, maneuver
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.many import Run, run_many
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.run import RunError
from jounce.lab.runs.unsettled_start import describe_unsettled
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, Table, replace
from jounce.model.vehicle import RACK_TRAVEL

SHORT = {"start": 0.3, "ramp_time": 0.05, "duration": 0.4}


@pytest.fixture(scope="module")
def laden():
    car = load_vehicle("dw18")
    return replace(car, chassis=replace(car.chassis, mass=1800.0))


def test_runs_start_settled_unless_told_otherwise(laden):
    """Toe at the ride height of the load lifts the car by less than a millimetre."""
    result = jounce.run("j-turn", vehicle=laden, **SHORT)
    before = result["chassis.position_z"].values[result.time < 0.3]
    assert RunSettings().initial == result.metadata.initial == "settled"
    assert np.ptp(before) < 1e-3
    assert result.metadata.warnings == ()


def test_a_run_that_starts_in_mid_air_says_so(laden):
    result = jounce.run("j-turn", vehicle=laden, initial="design", **SHORT)
    (note,) = result.metadata.warnings
    assert note.startswith("the car sinks by ")
    assert note.endswith("initial=settled starts at rest")
    assert result.summary["warnings"] == [note]


def test_the_note_counts_what_happens_before_the_first_input():
    time = np.linspace(0.0, 1.0, 11)
    steer = {
        "speed": Constant(value=3.0),
        "rack_travel": Table(times=(0.0, 0.5, 0.6), values=(0.0, 0.0, 1.0), interpolation="linear"),
    }
    falling, later = 0.5 - 0.02 * time, 0.5 - 0.1 * np.maximum(0.0, time - 0.5)
    assert "sinks by 10 mm before rack_travel changes at 0.5 s" in describe_unsettled(time, falling, steer)
    assert "rises by 10 mm" in describe_unsettled(time, 1.0 - falling, steer)
    assert describe_unsettled(time, later, steer) is None
    assert "although no input changes" in describe_unsettled(time, falling, {})
    assert "in the first 0.5 s" in describe_unsettled(time, falling, {}, has_driver=True)
    assert describe_unsettled(time, later, {}, has_driver=True) is None


def test_a_driver_does_not_hide_a_car_that_is_not_at_rest(laden):
    plan = maneuver("split-mu-braking", speed="40 km/h", start=0.6, duration=0.7, left=1.0, right=1.0)
    steered = maneuver("split-mu-braking", **{**plan.options, "steering": "driver"})
    noted = jounce.run(replace_plan(steered, ground=None), vehicle=laden, initial="design")
    assert any("in the first 0.5 s: initial=settled" in note for note in noted.metadata.warnings), noted.metadata
    quiet = jounce.run(replace_plan(steered, ground=None), vehicle=laden)
    assert not quiet.metadata.warnings


@pytest.mark.parametrize(
    ("name", "options"), [("j-turn", {"rack_travel": "0.2 m"}), ("step-steer", {"steering_wheel_angle": "9000 deg"})]
)
def test_steering_beyond_the_linkage_is_refused_with_its_range(name, options):
    """dw18: its tie rods come to a toggle position beyond 84.6 mm; a tenth of that is kept away."""
    with pytest.raises(
        InputError, match=r"range of the steering linkage.*at most .*(deg of the steering wheel|mm of the rack)"
    ):
        jounce.run(name, vehicle="dw18", **options)


@pytest.mark.parametrize("formulation", ["world-frame", "chassis-frame", "null-space"])
def test_every_formulation_refuses_steering_beyond_the_linkage(formulation):
    settings = RunSettings(formulation=formulation)
    plan = maneuver("j-turn", rack_travel="0.2 m")
    with pytest.raises(InputError, match=r"range of the steering linkage; got 200 mm; expected at most 84"):
        prepare(plan, "dw18", settings)
    assert prepare(maneuver("j-turn", rack_travel="30 mm"), "dw18", settings).system.size > 0


def circle(rack_travel):
    """dw18 has no rebound stops: this lifts its inner rear wheel until the links are stretched out."""
    steering = Table(times=(0.0, 0.3), values=(0.0, rack_travel))
    return Maneuver(name="circle", about="", speed=20.0, end=1.0, inputs={RACK_TRAVEL: steering})


def test_a_run_that_comes_to_a_toggle_position_ends_with_the_name_of_the_joint():
    compiled = []
    with when_compiling(compiled.append), pytest.raises(RunError, match=r"toggle position.*joint ubj_rl") as caught:
        jounce.run(circle(-0.05), vehicle="dw18")
    assert compiled == []
    assert 0.3 < caught.value.time < 1.0
    assert caught.value.result.time[-1] == pytest.approx(caught.value.time, abs=0.02)


def test_a_study_goes_on_beside_a_run_that_comes_to_a_toggle_position():
    compiled = []
    with when_compiling(compiled.append):
        ended, whole = run_many([Run(circle(travel), load_vehicle("dw18")) for travel in (-0.05, -0.01)])
    assert compiled == []
    assert isinstance(ended, RunError)
    assert "toggle position" in str(ended)
    assert "ubj_rl" in str(ended)
    assert whole.time[-1] == 1.0


def test_the_world_frame_passes_the_toggle_position_of_other_formulations():
    result = jounce.run(circle(-0.05), vehicle="dw18", formulation="world-frame", integrator="rk4")
    assert result.time[-1] == 1.0


def test_a_run_of_a_vehicle_never_writes_new_equations(monkeypatch):
    asked = []

    def spy(*given, **keywords):
        asked.append(keywords["rewrite_equations"])
        return simulate(*given, **keywords)

    monkeypatch.setattr("jounce.lab.runs.run.simulate", spy)
    jounce.run(Maneuver(name="roll", about="", speed=10.0, end=0.02), vehicle="dw18")
    assert asked == [False, False]


@pytest.mark.parametrize("name", [name for name, entry in MANEUVERS.items() if "speed" in entry.options.model_fields])
def test_a_speed_without_a_unit_that_looks_like_km_h_is_asked_back(name):
    with pytest.raises(
        ValueError, match=r"speed: a speed without a unit; got 80, which is 288 km/h.*'80 km/h' or '80 m/s'"
    ):
        maneuver(name, speed=80)
    with pytest.raises(ValueError, match=r"speed: too fast.*at most 500 km/h"):
        maneuver(name, speed="3000 km/h")


def test_a_unit_says_what_is_meant():
    assert maneuver("j-turn", speed="80 m/s").speed == 80.0
    with pytest.raises(ValueError, match=r"unknown unit 'kmh'.*did you mean 'km/h'\?"):
        maneuver("j-turn", speed="80 kmh")


@pytest.mark.parametrize("form", ["j-turn", maneuver("j-turn")], ids=["name", "Maneuver"])
def test_a_misspelt_setting_is_told_from_an_option(form):
    with pytest.raises(ValueError, match=r"integrater.*did you mean 'integrator'"):
        jounce.run(form, vehicle="dw18", integrater="rk4")
