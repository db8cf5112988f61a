"""Maneuvers: the defaults are the definition, options are checked, names are unique."""

import inspect
import json
from pathlib import Path

import numpy as np
import pytest

from jounce.engine.integrators.registry import INTEGRATORS
from jounce.errors import InputError, ModelError
from jounce.lab import maneuvers
from jounce.lab.maneuvers.maneuver import check_needs
from jounce.lab.runs.prepare import fitted_step
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace

DEFINITION = json.loads((Path(__file__).parents[1] / "data" / "dw18.json").read_text())["maneuver"]


def test_the_defaults_of_the_j_turn_are_the_definition_of_dw18():
    plan = maneuvers.maneuver("j-turn")
    ramp = plan.inputs["rack_travel"]
    assert plan.speed == DEFINITION["speed"]
    assert plan.end == DEFINITION["t_end"]
    assert plan.step == DEFINITION["step"]
    assert (ramp.times, ramp.values, ramp.interpolation) == ((2.0, 2.5), (0.0, -0.010), "linear")


def test_options_have_units_and_are_checked_together():
    plan = maneuvers.maneuver("j-turn", speed="72 km/h", rack_travel="5 mm")
    assert plan.speed == pytest.approx(20.0)
    assert plan.inputs["rack_travel"].values[-1] == 0.005
    with pytest.raises(ModelError) as caught:
        maneuvers.maneuver("j-turn", speed="3 kg", ramp_time=0.0, color="red")
    assert len(caught.value.findings) == 3


def test_a_car_without_steering_cannot_turn():
    car = replace(load_vehicle("dw18"), steering=None)
    with pytest.raises(ModelError, match="the maneuver j-turn needs it"):
        check_needs(maneuvers.maneuver("j-turn"), car)


def test_options_beside_a_maneuver_are_refused():
    with pytest.raises(InputError, match="options beside a Maneuver"):
        run(maneuvers.maneuver("j-turn"), vehicle="dw18", speed=3.0)


def test_options_never_share_a_name_with_the_arguments_of_run():
    arguments = set(inspect.signature(run).parameters)
    for name, entry in maneuvers.MANEUVERS.items():
        assert not arguments & set(entry.options.model_fields), name
        assert all(field.description for field in entry.options.model_fields.values()), name
        assert entry.build(entry.options()).name == name


def test_every_integrator_is_known_to_the_command_line(jounce):
    told = json.loads(jounce("list", "--json").stdout)["integrators"]
    assert told == {name: integrator.help for name, integrator in INTEGRATORS.items()}


@pytest.mark.parametrize(
    ("end", "step", "expected"),
    [
        (5.0, 1e-3, (1e-3, 0.01)),
        (5.0, 3e-3, (5.0 / 1668, 5.0 / 556)),
        (5.0, 0.02, (0.02, 0.02)),
        (1.0, 7.0, (1.0, 1.0)),
    ],
)
def test_steps_fit_the_run(end, step, expected):
    # steps are multiples of 2⁻³⁸ s
    assert fitted_step(end, step, 0.01) == pytest.approx(expected, abs=10 * 2.0**-38)


def test_a_lane_change_is_one_sine_of_the_rack():
    plan = maneuvers.maneuver("lane-change")
    sine = plan.inputs["rack_travel"]
    assert (sine.amplitude, sine.frequency, sine.phase, sine.offset) == (-0.010, 0.25, 0.0, 0.0)
    assert (sine.start, sine.cycles, plan.end) == (4.0, 1.0, 10.0)
    assert plan.speed == pytest.approx(40.0 / 3.6)
    assert maneuvers.maneuver("lane-change", rack_travel="8 mm", period="2 s").inputs["rack_travel"].frequency == 0.5
    with pytest.raises(ModelError, match="the run ends before the steering begins"):
        maneuvers.maneuver("lane-change", duration="3 s")


def test_a_bump_is_met_by_default_after_a_second():
    plan = maneuvers.maneuver("bump")
    assert (plan.ground.height, plan.ground.length) == (0.06, 1.0)
    assert (plan.ground.start - 1.2) / plan.speed == pytest.approx(1.0, abs=0.05)
    assert maneuvers.maneuver("bump", height="-50 mm").ground.height == -0.05
    with pytest.raises(ModelError, match="the run ends before the bump"):
        maneuvers.maneuver("bump", distance="40 m")


def test_a_maneuver_with_its_own_ground_takes_no_other():
    with pytest.raises(InputError, match="two grounds"):
        run("bump", vehicle="dw18", ground="flat")


def test_a_car_drives_over_the_bump():
    """Both sides alike, first the front wheels, then the rear ones, 2.7 m behind."""
    result = run("bump", vehicle="dw18", duration=1.6)
    front, left, rear = (result[f"tire.{wheel}.vertical_force"].values for wheel in ("fr", "fl", "rl"))
    assert front == pytest.approx(left, abs=1e-6)
    assert front.max() > 1.5 * front[50]
    first, second = (result.time[np.argmax(force > 1.2 * force[50])] for force in (front, rear))
    assert second - first == pytest.approx(2.7 / result["chassis.speed"].values.mean(), abs=0.03)
    assert result.metadata.ground == "Bump"
