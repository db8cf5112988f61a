"""Powertrains of any layout on a bench: speeds, torque split, reflected inertia and power against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import ModelError
from jounce.model.mechanism import AppliedTorque, Constant
from jounce.model.vehicle import Powertrain, rolling
from tests.model.vehicle.layouts import (
    CASES,
    CONVERTER,
    FLANGE,
    ROTOR,
    TRANSFER,
    TURBINE,
    all_wheel_drive,
    bench,
    driven_axle,
    electric,
    motor,
    with_powertrain,
)

AXLE = {name: case + 2.0 * FLANGE for name, case in CASES.items()}
"""Inertia that turns with the differential of an axle whose sides turn alike [kg m²]."""
TORQUE = 120.0
ROUNDING = 1e-9


def pushed(body: str, torque: float = TORQUE) -> AppliedTorque:
    """A torque on a body of the bench."""
    return AppliedTorque(
        name="push", body=body, axis=(0.0, 1.0, 0.0), magnitude=Constant(value=torque), reaction="chassis"
    )


def bench_run(powertrain: Powertrain, *forces, spins=None, inputs=None):
    """System and state of a bench, bodies spinning at `spins` [rad/s]."""
    system = build(bench(powertrain, *forces), inputs=inputs)
    y = system.start_state()
    for body, spin in (spins or {}).items():
        y[system.twist(body).start + 4] = spin
    return system, y


def accelerations(powertrain: Powertrain, *forces, spins=None, inputs=None) -> dict[str, float]:
    """Body → angular acceleration about its axis [rad/s²] on the bench, shafts slack."""
    system, y = bench_run(powertrain, *forces, spins=spins, inputs=inputs)
    found = observe(system, np.r_[0.0, y][None, :]).acceleration[0]
    return {body: float(found[i, 4]) for i, body in enumerate(system.layout.bodies)}


@pytest.mark.parametrize("shares", [None, {"front": 0.4, "rear": 0.6}])
def test_a_centre_differential_splits_torque_by_its_shares(shares):
    """(diag J + J_t b bᵀ) θ̈ = T b with bᵢ = sᵢ rᵢ: what its input gets, axles share, whatever their speeds."""
    ratios = {"front": 3.1, "rear": 3.4}
    found = accelerations(all_wheel_drive({"kind": "differential", "shares": shares}, **ratios), pushed("transfer"))
    b = np.array([(shares or {"front": 0.5, "rear": 0.5})[name] * ratios[name] for name in CASES])
    mass = np.diag([AXLE[name] for name in CASES]) + TRANSFER * np.outer(b, b)
    expected = np.linalg.solve(mass, TORQUE * b)
    assert [found[f"differential_{name}"] for name in CASES] == pytest.approx(expected, rel=ROUNDING)
    assert found["transfer"] == pytest.approx(b @ expected, rel=ROUNDING)
    given = {name: AXLE[name] * found[f"differential_{name}"] for name in CASES}
    assert given["front"] / given["rear"] == pytest.approx(b[0] / b[1], rel=ROUNDING)


def test_a_locked_transfer_turns_all_axles_alike():
    ratios = {"front": 3.1, "rear": 3.4}
    found = accelerations(all_wheel_drive({"kind": "locked"}, **ratios), pushed("transfer"))
    inertia = TRANSFER + sum(AXLE[name] / ratios[name] ** 2 for name in CASES)
    assert found["transfer"] == pytest.approx(TORQUE / inertia, rel=ROUNDING)
    for name, ratio in ratios.items():
        assert found[f"differential_{name}"] == pytest.approx(TORQUE / inertia / ratio, rel=ROUNDING)


def test_a_coupling_drives_the_other_axle_by_its_clutch():
    """A slip of 4 rad/s at slip_speed 3 rad/s: the clutch carries torque × engagement × tanh(4/3) forward."""
    transfer = {"kind": "coupling", "direct": "front", "torque": 200.0, "slip_speed": 3.0}
    spins = {"transfer": 4.0, "differential_front": 4.0, "flange_fl": 4.0, "flange_fr": 4.0}
    half = {"transfer_clutch": Constant(value=0.5)}
    found = accelerations(all_wheel_drive(transfer), spins=spins, inputs=half)
    damping = 10.0 * 2.0 * 4.0  # of two half shafts, whose wheels stand
    carried = 200.0 * 0.5 * np.tanh(4.0 / 3.0)
    assert found["differential_rear"] == pytest.approx(carried / AXLE["rear"], rel=1e-6)
    assert found["transfer"] == pytest.approx(-(carried + damping) / (TRANSFER + AXLE["front"]), rel=1e-3)


def test_a_locked_differential_turns_both_wheels_alike_and_an_open_one_shares_equally():
    """A push on one flange alone: the other one follows a locked case, and turns against it where it is free."""
    free = electric(motor("front", axle="front"), axles=("front",))
    keys = driven_axle("front")
    keys["differential"] = keys["differential"] | {"locked": True}
    locked = Powertrain(driven_axles=[keys], motors=free.motors)
    turning = CASES["front"] + 81.0 * ROTOR
    found = accelerations(locked, pushed("flange_fl"))
    assert found["flange_fr"] == pytest.approx(TORQUE / (turning + 2.0 * FLANGE), rel=ROUNDING)
    found = accelerations(free, pushed("flange_fl"))
    mean = TORQUE / (turning + 2.0 * FLANGE)  # of the mean m and half the difference d: T (ṁ + ḋ), no inertia couples
    assert found["differential_front"] == pytest.approx(mean, rel=ROUNDING)
    assert found["flange_fl"] + found["flange_fr"] == pytest.approx(2.0 * mean, rel=ROUNDING)
    assert found["flange_fl"] - found["flange_fr"] == pytest.approx(TORQUE / FLANGE, rel=ROUNDING)


def test_limited_slip_takes_from_the_faster_side():
    lock = {"preload": 80.0, "damping": 2.0, "slip_speed": 1.0}
    keys = driven_axle("front")
    keys["differential"] = keys["differential"] | {"limited_slip": lock}
    slipping = Powertrain(driven_axles=[keys], motors=[motor("front", axle="front")])
    spins = {"flange_fl": 3.0, "flange_fr": -3.0, "wheel_fl": 3.0, "wheel_fr": -3.0}
    found = accelerations(slipping, spins=spins)
    torque = 80.0 * np.tanh(6.0) + 2.0 * 6.0
    assert found["flange_fl"] == pytest.approx(-torque / FLANGE, rel=1e-3)  # the wheels' axes lean by half a degree
    assert found["flange_fr"] == pytest.approx(torque / FLANGE, rel=1e-3)


def test_a_motor_feels_its_rotor_by_the_square_of_its_reduction():
    full = {"throttle": Constant(value=2.0), "gear": Constant(value=1.0)}
    found = accelerations(electric(motor("rear", axle="rear"), axles=("rear",)), inputs=full)
    assert found["differential_rear"] == pytest.approx(250.0 * 9.0 / (AXLE["rear"] + 81.0 * ROTOR), rel=ROUNDING)
    assert found["motor_rear"] == pytest.approx(9.0 * found["differential_rear"], rel=ROUNDING)
    wheels = motor("rear", axle="rear", per_wheel=True)
    wheels["rotor"] = wheels["rotor"] | {"centre_of_mass": [-1.6, 0.3, 0.3]}
    keys = driven_axle("rear") | {"differential": None}
    found = accelerations(Powertrain(driven_axles=[keys], motors=[wheels]), inputs=full)
    assert found["flange_rl"] == pytest.approx(250.0 * 9.0 / (FLANGE + 81.0 * ROTOR), rel=ROUNDING)
    assert found["motor_rr"] == pytest.approx(9.0 * found["flange_rr"], rel=ROUNDING)


def test_a_motor_on_the_engines_shaft_helps_it():
    given = all_wheel_drive({"kind": "locked"})
    keys = {name: getattr(given, name) for name in ("engine", "clutch", "gearbox", "transfer", "driven_axles")}
    hybrid = Powertrain(**keys, motors=[motor("starter", reduction=2.5)])
    inputs = {"throttle": Constant(value=2.0)}
    spins = {"engine": 200.0, "motor_starter": 500.0}
    found = accelerations(hybrid, spins=spins, inputs=inputs)
    alone = accelerations(given, spins={"engine": 200.0}, inputs=inputs)
    engine = given.engine.rotor.spin_inertia
    torque = alone["engine"] * engine
    strongest = min(hybrid.motors[0].torque.y_at(500.0), 0.9 * 90e3 / 500.0)
    expected = (torque + 2.5 * strongest) / (engine + 2.5**2 * ROTOR)
    assert found["engine"] == pytest.approx(expected, rel=0.02)  # torque curves are smooth, not straight


def test_a_converter_multiplies_the_torque_of_the_engine():
    """Turbine standing: T₁ = λ(0) ω₁² from the engine, twice as much on the turbine."""
    given = all_wheel_drive({"kind": "locked"})
    keys = {name: getattr(given, name) for name in ("engine", "clutch", "gearbox", "transfer", "driven_axles")}
    automatic = Powertrain(**keys, converter=CONVERTER)
    spins = {"engine": 200.0}
    found, alone = (accelerations(p, spins=spins) for p in (automatic, given))
    assert found["turbine"] == pytest.approx(2.0 * 2.5e-3 * 200.0**2 / TURBINE, rel=ROUNDING)
    taken = (alone["engine"] - found["engine"]) * given.engine.rotor.spin_inertia
    assert taken == pytest.approx(2.5e-3 * 200.0**2, rel=ROUNDING)
    locked = accelerations(automatic, spins=spins, inputs={"lock_up": Constant(value=1.0)})
    assert (locked["turbine"] - found["turbine"]) * TURBINE == pytest.approx(400.0 * np.tanh(100.0), rel=ROUNDING)


@pytest.mark.parametrize("transfer", [{"kind": "differential"}, {"kind": "locked"}])
def test_power_is_balanced(transfer):
    """What a torque on the transfer case does becomes kinetic energy, and heat in the half shafts' dampers."""
    powertrain = all_wheel_drive(transfer, front=3.0, rear=3.0)
    spins = {f"differential_{name}": 10.0 for name in CASES} | {"transfer": 30.0}
    spins |= {f"{part}_{c}": 10.0 for part in ("flange", "wheel") for c in ("fl", "fr", "rl", "rr")}
    found = accelerations(powertrain, pushed("transfer"), spins=spins)
    power = TRANSFER * found["transfer"] * 30.0
    power += sum(CASES[name] * found[f"differential_{name}"] * 10.0 for name in CASES)
    power += sum(FLANGE * found[f"flange_{corner}"] * 10.0 for corner in ("fl", "fr", "rl", "rr"))
    assert power == pytest.approx(TORQUE * 30.0, rel=1e-2)  # wheels whose axes lean take the rest


@pytest.mark.parametrize(
    "powertrain",
    [
        all_wheel_drive({"kind": "differential", "shares": {"front": 0.35, "rear": 0.65}}, front=1.1, rear=1.2),
        electric(motor("front", axle="front"), motor("rear", axle="rear", reduction=8.0)),
    ],
    ids=["all-wheel drive", "electric"],
)
def test_everything_turns_with_the_wheels_without_straining_a_joint(powertrain):
    """Rolling at 20 m/s, speeds obey all couplers: Φ̇ = 0."""
    mechanism = rolling(with_powertrain(powertrain), 20.0)
    system = build(mechanism)
    y = np.concatenate(
        [
            *([*body.centre_of_mass, 1.0, 0.0, 0.0, 0.0] for body in mechanism.bodies),
            *([*body.velocity, *body.angular_velocity] for body in mechanism.bodies),
            np.zeros(system.size - 13 * len(mechanism.bodies)),
        ]
    )
    rows = [row for name, place in system.layout.joints.items() for row in place.rows if _is_coupler(mechanism, name)]
    rates = system_rates(system, y)
    assert np.abs(rates[rows]).max() < 1e-10
    assert len(rows) > 2


def _is_coupler(mechanism, name: str) -> bool:
    return next(joint for joint in mechanism.joints if joint.name == name).kind == "coupler"


def system_rates(system, y: np.ndarray) -> np.ndarray:
    """Φ̇ of all constraint rows, by differences of Φ along the motion; none of these has a second derivative."""
    spins = {body: y[system.twist(body)][4] for body in system.layout.bodies}
    rates = np.zeros(system.model.rows.size)
    joints = {joint.name: joint for joint in system.mechanism.joints}
    for name, place in system.layout.joints.items():
        joint = joints[name]
        if joint.kind == "coupler":
            rates[place.rows] = sum(c * spins[j] for c, j in zip(joint.coefficients, joint.joints, strict=True))
    return rates


WRONG = {
    "no transfer": (lambda: _without("transfer"), "transfer: missing"),
    "nothing drives": (lambda: electric(), "nothing drives"),
    "no gearbox": (lambda: _without("gearbox"), "gearbox: missing"),
    "shares": (lambda: all_wheel_drive({"kind": "differential", "shares": {"front": 0.5, "rear": 0.6}}), "sum of 1"),
    "other axles": (lambda: all_wheel_drive({"kind": "differential", "shares": {"front": 1.0}}), "shares of other"),
    "direct": (lambda: all_wheel_drive({"kind": "coupling", "direct": "mid", "torque": 9.0}), "no such driven axle"),
    "motor's axle": (lambda: electric(motor("m", axle="middle")), "no such driven axle"),
    "twins": (lambda: electric(motor("m", axle="front"), motor("m", axle="rear")), "two motors of one name"),
    "no engine": (lambda: electric(motor("m")), "no engine whose shaft"),
    "idle axle": (lambda: electric(motor("m", axle="front")), "nothing drives it"),
    "efficiency": (lambda: motor_of(efficiency=1.2), "more than the whole"),
    "converter": (lambda: converter_of(y=[2.5e-3, 2.6e-3, 1.5e-3, 1e-3]), "no coupling range"),
}


def _without(key: str) -> Powertrain:
    given = all_wheel_drive({"kind": "locked"})
    return Powertrain(**{name: getattr(given, name) for name in Powertrain.model_fields if name != key})


def motor_of(**keys) -> Powertrain:
    return electric(motor("m", axle="front", **keys), axles=("front",))


def converter_of(y) -> Powertrain:
    given = all_wheel_drive({"kind": "locked"})
    keys = {name: getattr(given, name) for name in ("engine", "clutch", "gearbox", "transfer", "driven_axles")}
    return Powertrain(**keys, converter=CONVERTER | {"capacity": CONVERTER["capacity"] | {"y": y}})


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_together_is_said(case):
    make, what = WRONG[case]
    with pytest.raises(ModelError, match=what):
        make()
