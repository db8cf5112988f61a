"""The linear model of a car against its simulation, the world frame, and closed forms."""

from __future__ import annotations

import sys
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.linalg import expm

from jounce.engine.analysis import linearise as linearise_in_world_frame
from jounce.engine.analysis.joint_chart import JointChart, independent_rates
from jounce.engine.formulations.synthesis.parameter_derivatives import CENTRAL
from jounce.engine.formulations.synthesis.start import evaluate
from jounce.engine.formulations.synthesis.system import build
from jounce.engine.formulations.world_frame.entries import value_at
from jounce.engine.laws.forces.signal import CONSTANT, VALUE
from jounce.engine.laws.ground.kept_patch import derivatives_address
from jounce.engine.simulate.observer import to_world_frame
from jounce.engine.terrain import iso8608, split, tandem_cam
from jounce.errors import InputError, ModelError
from jounce.lab.simulation import LinearModel, Simulation
from jounce.lab.simulation.linear_files import load
from jounce.lab.simulation.linear_states import state_labels
from jounce.lab.simulation.linearise import Look, continuous_inputs, exact_matrices, jumping_inputs, linearise_car
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant
from jounce.model.vehicle import RACK_TRAVEL, to_mechanism
from jounce.model.vehicle.variants import with_prescribed_rack

INPUTS = ["steering_wheel_angle", "drive_torque_rl"]
OUTPUTS = ["chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle"]
HANDLING = ["chassis.lateral_velocity", "chassis.yaw_rate"]


@pytest.fixture(scope="module")
def straight() -> Simulation:
    """A car that has come to roll steadily straight ahead."""
    sim = Simulation("dw18", speed="20 m/s", record=False, initial="settled")
    sim.step(5.0)
    return sim


@pytest.fixture(scope="module")
def model(straight: Simulation) -> LinearModel:
    return straight.linearise(inputs=INPUTS, outputs=OUTPUTS)


@pytest.fixture(scope="module")
def sedan() -> LinearModel:
    """A car with powertrain, tires and brakes that have states, rolling with its clutch engaged."""
    sim = Simulation("sedan", speed="20 m/s", record=False, initial="settled")
    sim.step(1.0)
    return sim.linearise(inputs=["steering_wheel_angle", "throttle"], outputs=OUTPUTS[:2])


def linear_response(model: LinearModel, change: float, interval: float, count: int) -> np.ndarray:
    """Outputs after a step of the first input, exactly, by the exponential of [A, B; 0, 0]."""
    A, B, C, D = model
    n = len(A)
    both = np.zeros((n + 1, n + 1))
    both[:n, :n], both[:n, n] = A, change * B[:, 0]
    step = expm(interval * both)
    x = np.eye(n + 1)[n]
    found = []
    for _ in range(count):
        x = step @ x
        found.append(C @ x[:n] + change * D[:, 0])
    return np.array(found)


def simulated_response(sim: Simulation, before: float, change: float, interval: float, count: int) -> np.ndarray:
    """Outputs after a step of the steering wheel, less those without one; the simulation is put back."""
    kept, runs = sim.snapshot(), []
    for angle in (before + change, before):
        sim.restore(kept)
        sim.step(interval, steering_wheel_angle=angle)
        rows = [sim.observe(OUTPUTS)]
        for _ in range(count - 1):
            sim.step(interval)
            rows.append(sim.observe(OUTPUTS))
        runs.append(np.array(rows))
    sim.restore(kept)
    return runs[0] - runs[1]


def transfer(model: LinearModel, s: complex) -> np.ndarray:
    A, B, C, D = model
    return C @ np.linalg.solve(s * np.eye(len(A)) - A, B) + D


def test_eigenvalues_are_those_of_the_world_frame(straight, model):
    """Other coordinates, other code, same motions; both by differences, which leave about six digits. The eigenvalue 0
    is multiple, and its errors are roots of those: it is left out, once it has been counted."""
    system = straight._ready.system
    world = linearise_in_world_frame(to_world_frame(system), system.to_world(straight._y)[0])
    ours, theirs = (np.sort_complex(np.linalg.eigvals(A)) for A in (model.A, world.A))
    assert len(ours) == len(theirs)
    ours, theirs = (values[np.abs(values) > 0.1] for values in (ours, theirs))
    np.testing.assert_allclose(ours, theirs, rtol=5e-6)


def test_a_small_step_of_the_steering_gives_the_response_of_the_simulation(straight, model):
    """The integrator feels a jump of its input within one step h, so that its response comes up to h later."""
    linear = linear_response(model, 0.01, 0.02, 50)
    simulated = simulated_response(straight, 0.0, 0.01, 0.02, 50)
    late = straight.step_size * np.abs(np.diff(linear, axis=0, prepend=0.0)).max(axis=0) / 0.02
    assert (np.abs(linear - simulated).max(axis=0) < 1.1 * late).all()
    assert (np.abs(linear - simulated).max(axis=0) < 0.01 * np.abs(linear).max(axis=0)).all()


def test_in_a_turn_the_error_of_the_response_shrinks_with_the_step_of_the_steering(straight):
    """About a turn, left and right differ, and what the linear model leaves out is of second order: relative errors are
    proportional to the amplitude."""
    kept = straight.snapshot()
    straight.step(5.0, steering_wheel_angle=0.4)
    turning = straight.linearise(inputs=INPUTS[:1], outputs=OUTPUTS)
    assert turning.output_values[1] > 2.5  # m/s²
    errors = []
    for change in (0.2, 0.1):
        linear = linear_response(turning, change, 0.02, 50)
        simulated = simulated_response(straight, 0.4, change, 0.02, 50)
        errors.append(np.abs(linear - simulated).max(axis=0) / np.abs(simulated).max(axis=0))
    straight.restore(kept)
    assert (errors[1] < 0.03).all()
    np.testing.assert_allclose(errors[0] / errors[1], 2.0, atol=0.3)


def test_steady_gains_of_two_states_are_those_of_the_simulation(straight, model):
    """Held for 5 s, which is 25 time constants; the amplitude 1 mrad leaves 1e-6 of nonlinearity."""
    handling = model.reduce(HANDLING)
    simulated = simulated_response(straight, 0.0, 1e-3, 5.0, 1)[0] / 1e-3
    assert handling.states == tuple(HANDLING)
    np.testing.assert_allclose(handling.dc_gain()[:, 0], simulated, rtol=1e-5)


def test_the_column_of_a_torque_is_the_difference_of_two_evaluations(straight, model):
    """Torques act linearly: 1 N m changes the rates by the column of B, up to rounding."""
    system, y = straight._ready.system, straight._y
    (row,) = system.layout.inputs["drive_torque_rl"]
    slopes = np.zeros((2, y.size))
    for torque, dy in enumerate(slopes):
        system.model.signals[row, VALUE] = torque
        evaluate(system.derivative, system.model, system.work, straight.time, y, dy)
    system.model.signals[row, VALUE] = 0.0
    change = slopes[1] - slopes[0]
    own = [i for i, name in enumerate(model.states) if name.endswith(("angle_rate", "travel_rate"))]
    np.testing.assert_allclose(model.B[own, 1], change[system.independent[6:]], atol=1e-8 * np.abs(change).max())


def rough_road() -> tuple:
    """Two tracks as tires with a contact patch feel them, the left one slippery."""
    road = tandem_cam(iso8608("C", length=60.0, track=1.5, seed=3), 0.3).ground()
    return road._replace(x=-20.013, friction=split(0.6, 1.0, width=5.0))


@pytest.mark.parametrize(
    ("car", "ground", "integrator"),
    [("dw18", None, "chord"), ("sedan", None, "chord"), ("dw18", rough_road(), "midpoint")],
    ids=["dw18", "sedan", "rough road"],
)
def test_derivatives_by_all_states_are_exact(car, ground, integrator):
    """Against differences of order four, in a turn that builds up: nothing stands on a kink. Entries of wheels and
    clutches are up to 1e5, so errors are relative to the largest entry of each row."""
    sim = Simulation(car, speed="20 m/s", record=False, initial="settled", ground=ground, integrator=integrator)
    sim.step(0.3, steering_wheel_angle=0.8)
    chart = JointChart(sim._ready.system, sim._y.copy(), sim.time)
    exact, rough = chart.exact_rates(), np.zeros((chart.size, chart.size))
    for i, (x, step) in enumerate(zip(np.eye(chart.size), 4.0 * chart.steps(), strict=True)):
        step = min(step, 1e-4)  # on one side of every kink
        for distance, weight in ((1, 8.0 / 12.0), (2, -1.0 / 12.0)):
            ahead, behind = (chart.rates_at(chart.state_at(s * distance * step * x)) for s in (1.0, -1.0))
            rough[:, i] += weight * (ahead - behind) / step
    size = np.maximum(np.abs(rough).max(axis=1, keepdims=True), 1.0)
    assert (np.abs(exact - rough) / size).max() < 1e-5
    assert np.abs(exact).max() > 100.0
    # an explicit method needs no derivatives of the ground: they are loaded for the linear model
    assert bool(derivatives_address(chart.system.model.ground.box)) == (ground is not None)


@pytest.mark.parametrize("car", ["dw18", "sedan"])
def test_derivatives_of_all_channels_and_by_all_inputs_are_exact(car):
    """Against differences of order four of everything that can be seen, in a turn that builds up. The largest errors
    are those of differences of spins of the wheels, 80 rad/s over a step of 1e-4: 2e-8 of the largest entry."""
    sim = Simulation(car, speed="20 m/s", record=False, initial="settled")
    sim.step(0.3, steering_wheel_angle=0.8)
    channels, system = sim._channels, sim._ready.system
    outputs = [name for name in channels.index if name != "time"]
    known = continuous_inputs(sim.vehicle, system)
    chart = JointChart(system, channels.y, sim.time)
    look = Look(chart, channels, [channels.index[name] for name in outputs])
    look.at(chart.y)
    (_, C), (B, D) = exact_matrices(look, outputs, list(known.values()))
    steps = np.minimum(4.0 * chart.steps(), 1e-4)
    rough_C = np.column_stack([order_four(partial(look.along, i), step)[1] for i, step in enumerate(steps)])
    by_inputs = [order_four(partial(changed_input, look, *one), 1e-3) for one in known.values()]
    rough_B, rough_D = (np.column_stack(one) for one in zip(*by_inputs, strict=True))
    for exact, rough, close in ((B, rough_B, 1e-9), (C, rough_C, 1e-7), (D, rough_D, 1e-10)):
        size = np.maximum(np.abs(rough).max(axis=1, keepdims=True), 1.0)
        assert (np.abs(exact - rough) / size).max() < close
    assert min(np.abs(one).max() for one in (B, C, D)) > 0.5
    assert len(outputs) > 70


def order_four(f, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Central differences of a pair of vectors."""
    first, second = 0.0, 0.0
    for multiple, weight in CENTRAL.items():
        a, b = f(multiple * step)
        first, second = first + weight / step * a, second + weight / step * b
    return first, second


def changed_input(look: Look, rows: tuple[int, ...], factor: float, change: float) -> tuple[np.ndarray, np.ndarray]:
    """At the reference, with one input changed."""
    system, places = look.chart.system, list(rows)
    before = system.model.signals[places].copy()
    values = np.array([value_at(system, row, look.chart.t) for row in rows])
    system.model.signals[places, 0], system.model.signals[places, VALUE] = CONSTANT, values + factor * change
    try:
        return look.at(look.chart.y)
    finally:
        system.model.signals[places] = before


def test_a_turn_of_the_steering_wheel_is_a_travel_of_the_rack(straight):
    both = straight.linearise(inputs=["steering_wheel_angle", "rack_travel"], outputs=OUTPUTS)
    np.testing.assert_allclose(both.B[:, 0], straight.vehicle.steering.ratio * both.B[:, 1], atol=1e-9)


def test_states_that_are_channels_are_read_as_they_are(straight):
    """Motion of the chassis counts in the axes of its channels: their rows of C are rows of the unit matrix."""
    names = [f"chassis.{name}" for name in ("roll_angle", "pitch_angle", "yaw_angle", "vertical_velocity")]
    names += [f"chassis.{name}" for name in ("roll_rate", "pitch_rate", "yaw_rate")] + ["rack.travel"]
    seen = straight.linearise(inputs=[], outputs=names)
    expected = np.eye(len(seen.states))[[seen.states.index(name) for name in names]]
    np.testing.assert_allclose(seen.C, expected, atol=1e-13)


def test_names_are_unique_and_have_units(model, sedan):
    for one in (model, sedan):
        assert len(set(one.states)) == len(one.states) == len(one.A) == len(one.state_units)
        assert set(one.state_units) <= {"m", "rad", "m/s", "rad/s", "1", "N"}
    assert model.input_units == ("rad", "N*m")
    assert model.output_units == ("rad/s", "m/s^2", "rad")
    assert {"tire_fl.lateral_slip", "brake_rr.grip", "engine_torque.pedal_integral"} <= set(sedan.states)


@pytest.mark.parametrize("car", ["model", "sedan"])
def test_without_positions_inputs_act_on_outputs_as_before(car, request):
    """Same transfer matrix away from the poles; of driven wheels only the turning of all together is dropped."""
    full = request.getfixturevalue(car)
    less = full.without_positions()
    assert len(full.states) - len(less.states) == {"model": 7, "sedan": 8}[car]
    assert not {"chassis.lateral_displacement", "chassis.yaw_angle", "hub_rl.angle"} & set(less.states)
    for s in (3j, 1.0 + 20j):
        np.testing.assert_allclose(transfer(less, s), transfer(full, s), rtol=1e-6, atol=1e-9)


def test_a_position_that_an_output_shows_stays(straight):
    less = straight.linearise(inputs=INPUTS[:1], outputs=["chassis.position_y"]).without_positions()
    assert {"chassis.lateral_displacement", "chassis.yaw_angle"} <= set(less.states)
    assert "chassis.longitudinal_displacement" not in less.states


@pytest.mark.parametrize("order", [0, 1, 2])
def test_fewer_states_have_the_steady_gain_of_all_at_constant_speed(sedan, order):
    held = sedan.without_positions().hold(["chassis.longitudinal_velocity"])
    small = sedan.reduce(HANDLING, order=order)
    np.testing.assert_allclose(small.dc_gain()[:, 0], held.dc_gain()[:, 0], rtol=1e-6)


def test_a_small_model_can_be_made_smaller(model):
    two = model.reduce(HANDLING)
    one = two.reduce(["chassis.yaw_rate"])
    assert one.A.shape == (1, 1)
    np.testing.assert_allclose(one.dc_gain(), two.dc_gain(), rtol=1e-12)


def test_few_states_have_modes_of_all_the_nearer_the_higher_the_order(model):
    """Lateral motion, yaw and roll of this car are slow against all that they are coupled with."""
    all_modes = np.linalg.eigvals(model.A)
    errors = []
    for order in (0, 1, 2, 8):
        few = np.linalg.eigvals(model.reduce([*HANDLING, "chassis.roll_angle", "chassis.roll_rate"], order=order).A)
        errors.append(max(np.abs(all_modes - value).min() / abs(value) for value in few))
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 0.1  # wishbones without velocities: next to no damping in roll
    assert errors[1] < 0.05
    assert errors[-1] < 1e-3


def test_modes_are_named_by_the_states_that_take_part(model):
    modes = model.without_positions().modes()
    rack = min(modes, key=lambda mode: abs(mode.frequency - 24.4))
    assert next(iter(rack.states)) == "rack.travel"
    assert rack.oscillates
    assert sum(rack.states.values()) == pytest.approx(1.0)
    assert [mode.frequency for mode in modes] == sorted(mode.frequency for mode in modes)


def test_a_simulation_goes_on_to_the_same_bits(straight):
    kept, ends = straight.snapshot(), []
    for linearises in (False, True):
        straight.restore(kept)
        if linearises:
            straight.linearise(inputs=INPUTS, outputs=OUTPUTS)
        straight.step(0.1, steering_wheel_angle=0.1)
        ends.append((straight._y.copy(), straight.observe()))
    straight.restore(kept)
    assert np.array_equal(ends[0][0], ends[1][0])
    assert np.array_equal(ends[0][1], ends[1][1])


def test_all_unknown_names_are_refused_at_once_with_suggestions(straight, model):
    with pytest.raises(ModelError) as refused:
        straight.linearise(inputs=["steering_weel_angle", "gear"], outputs=["chassis.yaw_rte"])
    text = str(refused.value)
    assert len(refused.value.findings) == 3
    assert "'steering_wheel_angle'" in text
    assert "'chassis.yaw_rate'" in text
    with pytest.raises(ModelError, match=r"chassis\.yaw_rate"):
        model.reduce(["chassis.yawrate"])


def test_a_formulation_without_independent_coordinates_is_refused(straight):
    world = to_world_frame(straight._ready.system)
    with pytest.raises(InputError, match="synthesis"):
        linearise_car(straight.vehicle, world, straight._channels, 0.0, INPUTS, OUTPUTS)


def test_a_rack_without_a_lag_is_no_input_and_one_with_a_lag_has_two_states():
    """The mechanism is written, not compiled: labels need no motion."""
    car = load_vehicle("dw18")
    at_once, lagging = (
        build(to_mechanism(with_prescribed_rack(car, smoothing=lag)), inputs={RACK_TRAVEL: Constant(value=0.0)})
        for lag in (0.0, 0.02)
    )
    assert jumping_inputs(at_once) == {"rack_travel", "steering_wheel_angle"}
    assert jumping_inputs(lagging) == set()
    chart = SimpleNamespace(system=lagging, base=None, rates=independent_rates(lagging))
    assert state_labels(chart)[-2:] == [("rack_travel.position", "m"), ("rack_travel.position_rate", "m/s")]


def test_a_model_that_does_not_settle_has_no_steady_gain(model):
    with pytest.raises(InputError, match="without_positions"):
        model.dc_gain()


def test_a_matlab_file_holds_the_model(model, tmp_path):
    again = load(model.save(tmp_path / "car.mat"))
    assert (again.states, again.inputs, again.outputs) == (model.states, model.inputs, model.outputs)
    assert again.state_units == model.state_units
    for ours, theirs in zip(model, again, strict=True):
        assert np.array_equal(ours, theirs)
    with pytest.raises(InputError, match=r"\.mat"):
        model.save(tmp_path / "car.txt")


def test_python_control_is_asked_for_by_name_when_it_is_missing(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(InputError, match="pip install"):
        model.to_control()
