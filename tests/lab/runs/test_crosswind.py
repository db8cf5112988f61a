"""Wind from the side: cars against a linear single-track model, trailers against a balance of their own."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import jounce
from jounce.engine.formulations.synthesis import build
from jounce.engine.simulate import Chord, simulate, simulate_many
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.errors import ModelError
from jounce.lab.drivers.steering_response import cornering_stiffness
from jounce.lab.maneuvers import maneuver
from jounce.lab.runs.driving import adapt_to_car, rolling_in_gear
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, SmoothStep, replace
from jounce.model.vehicle import LinkageParts, Vehicle
from jounce.model.vehicle.statics import wheel_loads
from tests.lab.runs.test_combinations import SPRINGS

pytestmark = pytest.mark.compiled
CARAVAN = load_vehicle("car_caravan")
WIND, SPEED = 1.0, 100.0 / 3.6
RHO = 1.225


def stiff_car() -> Vehicle:
    """The car of car_caravan alone, its springs and rack so stiff that only the tires let it roll and steer.

    It has neither lift nor drag, of air or hubs, which shift loads and with them the neutral steer point.
    """
    alone = replace(CARAVAN, trailers=(), extra=LinkageParts())
    values = {path: 40.0 * alone.value(path) for path in SPRINGS[:2]}
    values |= {"aerodynamics.drag_area": 1e-3, "steering.actuation.stiffness": 1e9}
    return alone.with_values(values | {f"aerodynamics.coefficients.{axle}_lift": 0.0 for axle in ("front", "rear")})


def single_track(car: Vehicle, t: np.ndarray, wind: np.ndarray) -> np.ndarray:
    """Yaw rate, lateral acceleration and yaw angle (n, 3) of a linear single-track model in wind from the side.

    m (v̇ + u r) = F_f + F_r + Y    I ṙ = a F_f − b F_r + x Y + N    σ/u Ḟ + F = −C α
    Y = q A C_Y β, N = q A l C_N β, β = (w − v − x r)/u − ψ w'/u with the wind held in the axes of the world
    """
    mechanism, u, air = car.to_mechanism(), SPEED, car.aerodynamics
    mass = sum(body.mass for body in mechanism.bodies)
    centre = sum(body.mass * np.array(body.centre_of_mass) for body in mechanism.bodies) / mass
    away = [np.array(body.centre_of_mass) - centre for body in mechanism.bodies]
    inertia = sum(b.inertia[2] + b.mass * float(d[:2] @ d[:2]) for b, d in zip(mechanism.bodies, away, strict=True))
    loads = wheel_loads(mechanism, car)
    front, rear = (axle.suspension.wheel_centre[0] - centre[0] for axle in car.axles)
    stiff = [
        sum(cornering_stiffness(tire.law, loads[tire.name]) for tire in mechanism.tires[i : i + 2]) for i in (0, 2)
    ]
    sigma = [axle.tire.relaxation[1] for axle in car.axles]
    push = 0.5 * RHO * u**2 * air.coefficients.area
    side, turn = push * air.coefficients.side, push * air.coefficients.length * air.coefficients.yaw
    x = air.point[0] - centre[0]
    state, found = np.zeros(5), np.zeros((len(t), 3))  # v, r, psi, F_f, F_r

    def rates(s: np.ndarray, w: float) -> np.ndarray:
        v, r, _, ff, fr = s
        beta = (w - v - x * r) / u
        slips = (v + front * r) / u, (v + rear * r) / u
        force = ff + fr + side * beta
        moment = front * ff + rear * fr + (x * side + turn) * beta
        tires = [(-c * a - f) * u / l for c, a, f, l in zip(stiff, slips, (ff, fr), sigma, strict=True)]
        return np.array([force / mass - u * r, moment / inertia, r, *tires])

    h = t[1] - t[0]
    for n, w in enumerate(wind):
        found[n] = state[1], rates(state, w)[0] + u * state[1], state[2]
        k1 = rates(state, w)
        k2 = rates(state + 0.5 * h * k1, w)
        k3 = rates(state + 0.5 * h * k2, w)
        state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + rates(state + h * k3, w))
    return found


@pytest.fixture(scope="module")
def steady_wind():
    """A wind that rises to 1 m/s everywhere and stays, the steering wheel held."""
    plan = maneuver("crosswind", speed=SPEED)
    kept = {name: signal for name, signal in plan.inputs.items() if name not in ("wind_start", "wind_end")}
    rising = SmoothStep(before=0.0, after=WIND, start=0.5, end=0.8)
    plan = dataclasses.replace(plan, inputs=kept | {"wind_speed": rising}, end=3.0, metrics=(), figures=())
    return run(plan, vehicle=stiff_car(), integrator="chord")  # 0.04 m/s²: small beside what auto leaves


def test_response_is_that_of_the_linear_single_track_model(steady_wind):
    """Yaw rate and lateral acceleration to 3 % of their largest values while it rolls on its tires; to 0.3 % where they
    settle."""
    t, wind = steady_wind.time, steady_wind["input.wind_speed"].values
    expected = single_track(stiff_car(), t, wind)
    for name, reference in zip(("yaw_rate", "lateral_acceleration"), expected.T, strict=False):
        seen = steady_wind[f"chassis.{name}"].values
        assert np.abs(seen - reference).max() < 0.03 * np.abs(reference).max()
        assert seen[-1] == pytest.approx(reference[-1], rel=0.003)
    assert expected[-1, 0] > math.radians(0.05)  # to where the wind blows


def test_wind_from_the_other_side_is_the_mirror_image():
    left, right = (jounce.run("crosswind", vehicle=stiff_car(), direction=f"{angle} deg") for angle in (90, -90))
    for name in ("crosswind_deviation", "crosswind_heading"):
        assert left.metrics[name] == pytest.approx(-right.metrics[name], rel=1e-6)
        assert abs(left.metrics[name]) > 1e-3
    for name in ("crosswind_yaw_rate", "crosswind_lateral_acceleration"):
        assert left.metrics[name] == pytest.approx(right.metrics[name], rel=1e-6)


@pytest.fixture(scope="module")
def towing():
    return jounce.run("crosswind", vehicle=CARAVAN, speed="80 km/h", wind="8 m/s", zone="60 m")


def test_the_car_enters_the_wind_before_the_caravan(towing):
    """The caravan's front end is 6.1 m behind that of the car: 0.27 s at 80 km/h."""
    t = towing.time
    starts = [
        t[np.argmax(np.abs(towing[name].values) > 2e-3)] for name in ("chassis.yaw_rate", "trailer.caravan.yaw_rate")
    ]
    assert starts[0] == pytest.approx((40.0 - 2.05) / (80.0 / 3.6), abs=0.1)
    assert starts[1] > starts[0]


def test_hitch_force_is_that_of_a_balance_with_the_wind(towing):
    """m a = tires − hitch + air, with the air by the caravan's own motion, while all of it is in the wind."""
    drawn = sum(body.mass for body in CARAVAN.to_mechanism().bodies if "caravan" in body.name)
    part = (towing.time > 2.3) & (towing.time < 4.2)
    seen = {name: towing[f"trailer.caravan.{name}"].values[part] for name in (
        "yaw_angle", "yaw_rate", "speed", "side_slip_angle", "lateral_acceleration", "hitch_force_y")}  # fmt: skip
    tires = sum(towing[f"tire.caravan_{side}.lateral_force"].values[part] for side in "lr")
    air = CARAVAN.trailers[0].aerodynamics
    centre = CARAVAN.trailers[0].laden_chassis.centre_of_mass
    u = seen["speed"] * np.cos(seen["side_slip_angle"]) - 8.0 * np.sin(seen["yaw_angle"])
    v = seen["speed"] * np.sin(seen["side_slip_angle"]) - 8.0 * np.cos(seen["yaw_angle"])
    v = v + (air.point[0] - centre[0]) * seen["yaw_rate"]
    push = 0.5 * RHO * np.hypot(u, v) * -v * air.coefficients.area * air.coefficients.side
    assert push.mean() > 1000.0
    expected = tires + push - drawn * seen["lateral_acceleration"]
    assert seen["hitch_force_y"] == pytest.approx(expected, abs=0.02 * push.max())


def test_a_driver_keeps_the_lane():
    held, steered = (jounce.run("crosswind", vehicle="electric2", with_driver=driver) for driver in (False, True))
    away = np.abs(steered["chassis.position_y"].values).max()
    assert away < 0.5 * np.abs(held["chassis.position_y"].values).max()


def test_energy_accounts_close_in_wind(towing):
    """Samples of 10 ms leave less than a hundredth of the work."""
    assert np.abs(towing["energy.residual"].values).max() < 1e-2 * towing["energy.dissipated"].values.max()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["car_caravan", "tractor_semitrailer", "electric4"])
def test_energy_accounts_close_to_a_ten_thousandth_in_wind(name):
    plan = dataclasses.replace(maneuver("crosswind"), sample=1e-3)
    found = run(plan, vehicle=load_vehicle(name))
    work = max(np.abs(found["energy.supplied"].values).max(), found["energy.dissipated"].values.max())
    assert work > 5e4
    assert np.abs(found["energy.residual"].values).max() < 1e-4 * work


def test_bits_in_lanes_are_those_alone():
    """Eight cars that meet wind of other speeds, together and one by one."""
    plan, car = adapt_to_car(maneuver("crosswind", before="5 m"), CARAVAN), CARAVAN
    mechanism = rolling_in_gear(plan, car)
    winds = [{**plan.inputs, "wind_speed": Constant(value=2.0 * k)} for k in range(8)]
    systems = [build(mechanism, inputs=inputs) for inputs in winds]
    starts = [rolling_start(systems[0], "design")] * 8
    method = Chord(step=1e-3)
    together = simulate_many(systems, starts, end=0.5, sample=0.1, integrator=method)
    assert not together.failures
    for k, found in enumerate(together.trajectories):
        alone = simulate(systems[k], starts[k], end=0.5, sample=0.1, integrator=method)
        assert found.samples.tobytes() == alone.samples.tobytes()
    assert np.ptp([found.samples[-1, 2] for found in together.trajectories]) > 1e-4


def test_cars_without_coefficients_are_refused():
    with pytest.raises(ModelError) as refusal:
        jounce.run("crosswind", vehicle="sedan")
    assert "air: the maneuver crosswind needs it; got nothing; give the vehicle aerodynamics with coefficients" in str(
        refusal.value
    )


def test_units_in_a_zone_need_an_outline():
    car = replace(load_vehicle("electric2"), outline=None)
    with pytest.raises(jounce.InputError, match="wind_start: no outline; got unit 'electric2'; give it an outline"):
        jounce.run("crosswind", vehicle=car)


def test_wind_needs_something_that_feels_it():
    plan = dataclasses.replace(maneuver("braking"), inputs={"wind_speed": Constant(value=3.0)})
    with pytest.raises(jounce.InputError, match="wind_speed: no aerodynamics; got vehicle 'dw18'"):
        run(plan, vehicle=load_vehicle("dw18"))
