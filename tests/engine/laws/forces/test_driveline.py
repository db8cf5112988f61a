"""Engine, driver, clutches and differential against what their laws say, on rigs without a car."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.synthesis.start import evaluate as rates
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, design_state
from jounce.engine.simulate import DormandPrince, simulate
from jounce.engine.simulate.energy import bookkeeping
from jounce.model.mechanism import (
    Body,
    Clutch,
    Constant,
    Coupler,
    Curve,
    Engine,
    HalfShaft,
    Input,
    Mechanism,
    Revolute,
    SpeedHolder,
)

FULL = Curve(x=(0.0, 100.0, 300.0, 600.0), y=(0.0, 160.0, 200.0, 120.0))
OVERRUN = Curve(x=(0.0, 40.0, 80.0, 160.0, 600.0), y=(0.0, 30.0, 0.0, -20.0, -60.0))
IDLE, INERTIA, CASE, WHEEL = 80.0, 0.2, 0.3, 1.1
DRIVER = {"joint": "case", "radius": 0.3, "gain": 0.5, "integral_gain": 0.2, "reset_time": 0.25}
TIGHT = DormandPrince(relative=1e-9, absolute=1e-11)


def rotor(name: str, inertia: float, axis=(0, 1, 0)) -> tuple[Body, Revolute]:
    body = Body(name=name, mass=1.0, inertia=(inertia, inertia, inertia))
    return body, Revolute(name=name, body_b=name, point=(0, 0, 0), axis=axis)


def rig(*forces, more=(), extra=()) -> Mechanism:
    """Rotors on the ground: an engine, the case of a differential, and others."""
    parts = [rotor("engine", INERTIA), rotor("case", CASE), *more]
    bodies, joints = ([p[i] for p in parts] for i in (0, 1))
    return Mechanism(bodies=bodies, joints=[*joints, *extra], forces=list(forces), gravity=(0.0, 0.0, 0.0))


def engine(driver: dict | None = None, **fields) -> Engine:
    holder = None if driver is None else SpeedHolder(**DRIVER | driver)
    return Engine(name="torque", joint="engine", full_load=FULL, overrun=OVERRUN, driver=holder, **fields)


def torque_at(system, spins: dict[str, float], z: float | None = None) -> tuple[float, float]:
    """Of the first force, with rotors about y at these rates, and the rate of its state."""
    y = design_state(system)
    for name, rate in spins.items():
        y[system.twist(name).start + 4] = rate
    law = system.model.elements.scalar_forces[0]
    place = 13 * len(system.layout.bodies) + law["state"]
    if z is not None:
        y[place] = z
    evaluate(system.model, system.work, 0.0, y)
    force, dy = float(system.work.scalar_forces[0, 1]), np.zeros_like(y)
    rates(system.derivative, system.model, system.work, 0.0, y, dy)
    return force, float(dy[place]) if law["state"] >= 0 else 0.0


@pytest.mark.parametrize("throttle", [0.1, 0.5, 0.9])
def test_torque_lies_between_overrun_and_full_load(throttle):
    system = build(rig(engine(throttle=throttle)))
    released = build(rig(engine(throttle=-1.0)))
    assert torque_at(released, {"engine": 600.0})[0] == pytest.approx(-60.0)
    for speed, most in ((100.0, 160.0), (300.0, 200.0), (600.0, 120.0), (700.0, 120.0)):
        closed = torque_at(released, {"engine": speed})[0]
        assert torque_at(system, {"engine": speed})[0] == pytest.approx(closed + throttle * (most - closed), abs=1e-9)


def test_curves_are_smooth_and_do_not_overshoot():
    system = build(rig(engine(throttle=2.0)))
    speeds = np.linspace(-20.0, 650.0, 400)
    torques = np.array([torque_at(system, {"engine": s})[0] for s in speeds])
    assert torques.min() >= 0.0
    assert torques.max() <= 200.0 + 1e-9
    slopes = np.diff(torques) / np.diff(speeds)
    assert np.abs(np.diff(slopes)).max() < 0.2  # straight lines would jump by 1.6 at 0 and 1.4 at 100 rad/s
    assert torques[0] == 0.0


def test_an_engine_left_alone_idles():
    for start in (50.0, 200.0):
        system = build(rig(engine()))
        run = simulate(system, assemble(system, rates={"engine": start}), end=8.0, integrator=TIGHT, sample=1.0)
        # a released pedal gives S(0) = 0.5 % of the way to full load, which is 0.7 N m here
        assert run.angular_velocity("engine")[-1, 1] == pytest.approx(IDLE, abs=2.5)


def test_an_engine_at_rest_stays_so():
    assert torque_at(build(rig(engine(throttle=0.7))), {"engine": 0.0})[0] == 0.0


def test_the_driver_pushes_in_proportion():
    """300 rad/s: between overrun D and 200 N m; v = 0.3 m × 60 rad/s = 18 m/s."""
    released = torque_at(build(rig(engine(throttle=-1.0))), {"engine": 300.0})[0]
    spins = {"engine": 300.0, "case": 60.0}
    torque, rate = torque_at(build(rig(engine({"target": 18.4}))), spins, z=0.3)
    assert torque == pytest.approx(released + (0.3 + 0.5 * 0.4) * (200.0 - released), rel=1e-9)
    assert rate == pytest.approx(0.2 * 0.4, rel=1e-9)
    away, forgets = torque_at(build(rig(engine({"target": -1.0}, throttle=0.2))), spins, z=0.3)
    assert away == pytest.approx(released + 0.5 * (200.0 - released), rel=1e-9)
    assert forgets == pytest.approx(-0.3 / 0.25, rel=1e-12)


def test_a_pedal_at_its_end_winds_nothing_up():
    spins = {"engine": 300.0, "case": 60.0}
    slow, fast = (build(rig(engine({"target": v}))) for v in (28.0, 8.0))
    assert torque_at(slow, spins, z=0.4) == pytest.approx((200.0, 0.0), abs=1e-12)
    z = 0.0
    for _ in range(400):  # far too fast for 20 s: what is remembered stays within a pedal's travel
        z += 0.05 * torque_at(fast, spins, z)[1]
        assert -1.0 < z <= 0.01
    assert z == pytest.approx(0.2 * -10.0 * 0.25, abs=1e-6)


def gears(*ratios: float, **fields) -> list[Clutch]:
    common = {"joints": ("engine", "case"), "torque": 250.0, "slip_speed": 12.0}
    common |= {"engagement": Input(name="clutch", default=1.0), "gear": Input(name="gear")} | fields
    return [Clutch(name=f"gear_{i}", coefficients=(1.0, -r), number=i, **common) for i, r in enumerate(ratios, start=1)]


SHARES = {0.0: (0, 0), 1.0: (1, 0), 1.3: (0.7, 0.3), 2.0: (0, 1), 3.0: (0, 0)}


@pytest.mark.parametrize(("gear", "shares"), SHARES.items())
def test_clutches_share_between_gears(gear, shares):
    inputs = {"gear": Constant(value=gear), "clutch": Constant(value=0.8)}
    system = build(rig(*gears(12.0, 6.0)), inputs=inputs)
    y = assemble(system, rates={"engine": 100.0, "case": 10.0})
    evaluate(system.model, system.work, 0.0, y)
    slips = 100.0 - np.array([12.0, 6.0]) * 10.0
    wanted = -0.8 * 250.0 * np.array(shares) * np.tanh(slips / 12.0)
    assert system.work.scalar_forces[:, 1] == pytest.approx(wanted, abs=1e-9)
    on_engine, on_case = system.work.bodies["torque"][:2, 1]
    assert on_engine == pytest.approx(wanted.sum(), abs=1e-9)
    assert on_case == pytest.approx(-(wanted * [12.0, 6.0]).sum(), abs=1e-9)


TILTED = (0.2, 0.97, -0.1)


def axle_rig(lock: float = 0.0) -> Mechanism:
    """Engine, clutch, differential, two half shafts at an angle, two flywheels of different inertia."""
    more = [rotor("left", 0.01), rotor("right", 0.01), rotor("big", 2.0 * WHEEL, TILTED), rotor("small", WHEEL, TILTED)]
    mean = Coupler(name="mean", joints=("case", "left", "right"), coefficients=(1.0, -0.5, -0.5))
    shafts = [
        HalfShaft(name=f"to_{b}", body_a=a, body_b=b, axis_a=(0, 1, 0), axis_b=TILTED, stiffness=9000.0, damping=6.0)
        for a, b in (("left", "big"), ("right", "small"))
    ]
    slip = Clutch(name="lock", joints=("left", "right"), coefficients=(1.0, -1.0), torque=lock, slip_speed=1.0)
    clutch = gears(4.0, gear=None)
    return rig(engine(throttle=0.6), *clutch, *shafts, slip, more=more, extra=[mean])


def spun_up(lock: float = 0.0, end: float = 1.0):
    system = build(axle_rig(lock))
    names = {"engine": 120.0, "case": 30.0, "left": 30.0, "right": 30.0, "big": 30.0, "small": 30.0}
    return simulate(system, assemble(system, rates=names), end=end, integrator=TIGHT, sample=2e-3)


@pytest.fixture(scope="module")
def opened():
    return spun_up()


def axle_speeds(run):
    tilted = np.array(TILTED) / np.linalg.norm(TILTED)
    axes = dict.fromkeys(run.layout.bodies, np.array([0.0, 1.0, 0.0])) | {"big": tilted, "small": tilted}
    return {body: run.angular_velocity(body) @ axis for body, axis in axes.items()}


def test_open_differential_halves_the_torque_and_averages_the_speed(opened):
    """Torques differ by what turns the flanges, 0.01 kg m², while the wheels part."""
    spin, late = axle_speeds(opened), opened.time > 0.4
    left, right = opened.spring_force("to_big"), opened.spring_force("to_small")
    assert spin["case"] == pytest.approx(0.5 * (spin["left"] + spin["right"]), abs=1e-9)
    assert spin["small"][-1] > spin["big"][-1] + 10.0
    assert left[late] == pytest.approx(right[late], rel=5e-3)
    taken = left[late] + right[late]
    given = -opened.spring_force("gear_1")[late] * 4.0
    geared = (CASE + 0.02) * np.gradient(spin["case"], opened.time)[late]  # with the flanges
    assert taken == pytest.approx(given - geared, rel=1e-4)


def test_limited_slip_moves_torque_to_the_slower_side():
    run = spun_up(lock=50.0, end=0.6)
    late = run.time > 0.5
    difference = (run.spring_force("to_big") - run.spring_force("to_small"))[late]
    slip = axle_speeds(run)["right"][late] - axle_speeds(run)["left"][late]
    assert difference == pytest.approx(2.0 * 50.0 * np.tanh(slip), rel=2e-2)


def test_books_close(opened):
    """Engine in, flywheels and clutch out; trapezoids over 2 ms leave some thousandths."""
    books = bookkeeping(opened)
    assert books.drive[-1] > 5e3
    assert books.brakes[-1] > 10.0
    assert np.abs(books.residual).max() < 2e-3 * books.drive[-1]
