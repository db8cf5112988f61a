"""Force laws along a coordinate: derivatives against differences, energy accounts that balance, records that keep to
their own fields."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.assembly.signals import SignalTable
from jounce.engine.compiler import kernel
from jounce.engine.laws.forces import laws as registry
from jounce.engine.laws.forces.law import HEADER, Account, Law, book_drive
from jounce.engine.laws.forces.laws import (
    BRAKE,
    CLUTCH,
    CONVERTER,
    DISC,
    ENGINE,
    LAWS,
    MOTOR,
    POWER_STEERING,
    PRESSURE,
    SCALAR_FORCE,
    SERVO,
    SPEED_CONTROL,
    SPRING,
    derivatives_along,
    field_names,
    force_along,
    law_of,
    make_scalar_force,
    union_record,
)
from jounce.model.mechanism import Constant, Curve

NUMBERS = {"half": 0.5, "two": 2.0, "away": -1.0, "none": 0.0}
FRICTION_LAWS = ("brake", "clutch", "pressure", "disc", "impeller", "turbine")
FRICTION = ("friction_table", "friction_points")
NO_TERMS = {"start": 0, "stop": 0, "sense_start": 0, "sense_stop": 0}
NO_STOPS = {
    **{f"bump_{name}": value for name, value in (("at", -np.inf), ("stiffness", 0.0), ("cubic", 0.0))},
    **{f"rebound_{name}": value for name, value in (("at", np.inf), ("stiffness", 0.0), ("cubic", 0.0))},
}
STOPS = {
    **{f"bump_{name}": value for name, value in (("at", 0.1), ("stiffness", 300.0), ("cubic", 7e3))},
    **{f"rebound_{name}": value for name, value in (("at", 0.3), ("stiffness", 200.0), ("cubic", 5e3))},
}
NO_CURVES = {"spring_table": -1, "spring_points": 0, "damper_table": -1, "damper_points": 0}


class Case:
    """Records of all kinds with their signals and tables."""

    def __init__(self) -> None:
        table = SignalTable({})
        signal = {name: table.add(Constant(value=value)) for name, value in NUMBERS.items()}
        spring = table.add_curve(Curve(x=(-0.2, 0.0, 0.1, 0.4), y=(-90.0, 0.0, 30.0, 300.0)))
        damper = table.add_curve(Curve(x=(-3.0, -1.0, 0.0, 2.0), y=(-20.0, -9.0, 0.0, 30.0)))
        full = table.add_smooth_curve(Curve(x=(0.0, 2.0, 5.0), y=(100.0, 180.0, 90.0)))
        overrun = table.add_smooth_curve(Curve(x=(0.0, 2.0, 5.0), y=(20.0, 0.0, -40.0)))
        curves = dict(zip(NO_CURVES, (*spring, *damper), strict=True))
        names = ("full_table", "full_points", "overrun_table", "overrun_points")
        engine = dict(zip(names, (*full, *overrun), strict=True)) | {"throttle": signal["half"]}
        driver = {"gain": 0.2, "integral_gain": 0.3, "reset_time": 0.25}
        spring_damper = {"stiffness": 400.0, "damping": 12.0, "free": 0.25, "square": 0.0, "cube": 0.0, "actuator": -1}
        grip = {"torque": signal["two"], "full_speed": 0.7, "grip_angle": 0.02, "full_torque": 30.0}
        clutch = {"damping": 0.4, "engagement": signal["half"], "capacity": 80.0, "slip_speed": 0.6, "number": 1.8}
        pressure = {"pressure": signal["two"], "full_pressure": 3.0, "lag": 0.2, "state": 0}
        friction = table.add_smooth_curve(Curve(x=(0.0, 100.0, 500.0), y=(1.0, 0.9, 0.4)))
        disc = {"full_torque": 30.0, "heat_capacity": 4.0, "cooling": 0.3, "cooling_by_speed": 0.2}
        capacity = table.add_smooth_curve(Curve(x=(0.0, 0.6, 1.0), y=(2.0, 2.5, 0.0)))
        ratio = table.add_smooth_curve(Curve(x=(0.0, 0.8, 1.0), y=(2.0, 1.0, 0.98)))
        places = ("lambda_table", "lambda_points", "ratio_table", "ratio_points")
        converter = dict(zip(places, (*capacity, *ratio), strict=True))
        motor = {"full_table": full[0], "full_points": full[1], "throttle": signal["half"], "gear": -1}
        motor |= dict.fromkeys(("regeneration", "discharge", "charge"), signal["half"])
        motor |= {"give": 1e4, "take": 1e4, "efficiency": 0.8, "share": 0.7, "lift_off": 0.2}
        motor |= {"fade_speed": 1.5, "energy": 50.0}
        given = {
            "spring": (SPRING, spring_damper | NO_STOPS | NO_CURVES),
            "polynomial": (SPRING, spring_damper | {"square": 700.0, "cube": -900.0} | NO_STOPS | NO_CURVES),
            "stops": (SPRING, spring_damper | STOPS | NO_CURVES),
            "curves": (SPRING, spring_damper | {"stiffness": 0.0, "damping": 0.0} | STOPS | curves),
            "actuator": (SPRING, spring_damper | {"actuator": signal["two"]} | NO_STOPS | NO_CURVES),
            "servo": (SERVO, {"stiffness": 500.0, "damping": 20.0, "free": 0.1, "target": signal["half"]}),
            "brake": (BRAKE, grip),
            "brake that holds": (BRAKE, grip | {"state": 0}),
            "clutch": (CLUTCH, clutch | {"gear": -1}),
            "clutch of a gear": (CLUTCH, clutch | {"gear": signal["two"]}),
            "clutch of another gear": (CLUTCH, clutch | {"gear": signal["half"]}),
            "speed control": (
                SPEED_CONTROL,
                {"target": signal["two"], "gain": 30.0, "derivative_gain": 1.5, "filter_time": 0.1, "limit": 60.0}
                | {"state": 0},
            ),
            "brake of a pressure": (BRAKE, grip | {"torque": -1, "heard": 1}),
            "brake of a pressure that holds": (BRAKE, grip | {"torque": -1, "state": 0, "heard": 1}),
            "pressure": (PRESSURE, pressure | {"friction_table": -1, "friction_points": 0}),
            "pressure with a disc": (PRESSURE, pressure | dict(zip(FRICTION, friction, strict=True)) | {"heard": 1}),
            "disc": (DISC, disc | {"state": 0, "heard": 1}),
            "impeller": (CONVERTER, converter | {"turbine": 0}),
            "turbine": (CONVERTER, converter | {"turbine": 1}),
            "motor": (MOTOR, motor),
            "motor at its limits": (MOTOR, motor | {"give": 90.0, "take": 40.0, "state": 0}),
            "motor that brakes": (MOTOR, motor | {"throttle": signal["none"], "take": 60.0, "state": 0}),
            "motor in reverse": (MOTOR, motor | {"gear": signal["away"], "give": 90.0, "take": 40.0}),
            "engine": (ENGINE, engine | driver | {"target": -1}),
            "engine with a driver": (ENGINE, engine | driver | {"target": signal["two"], "state": 0}),
            "engine with a driver away": (ENGINE, engine | driver | {"target": signal["away"], "state": 0}),
        }
        grid = table.add_map(
            (0.5, 2.0, 3.5), (0.0, 20.0, 60.0), ((0.0, 30.0, 90.0), (0.0, 12.0, 70.0), (0.0, 5.0, 9.0))
        )
        steering = {"stiffness": 500.0, "damping": 20.0, "free": 0.1, "target": signal["half"], "ratio": -0.4}
        steering |= {"speed_table": grid, "speed_points": 3, "bar_points": 3}
        given["power steering"] = POWER_STEERING, steering
        self.names = tuple(given)
        self.forces = np.zeros(len(given), SCALAR_FORCE)
        for i, (kind, numbers) in enumerate(given.values()):
            self.forces[i] = make_scalar_force(kind, **NO_TERMS, **{"state": -1, "heard": -1} | numbers)
        self.signals, self.tables = table.arrays()


CASE = Case()
EACH = pytest.mark.parametrize("name", CASE.names)


@kernel
def force_of(forces, i, signals, tables, x, rate, state, sensed):
    return force_along(forces[i], signals, tables, 0.0, x, rate, state, sensed)


@kernel
def derivatives_of(forces, i, signals, tables, x, rate, state, sensed):
    return derivatives_along(forces[i], signals, tables, 0.0, x, rate, state, sensed)


def evaluate(name, *state, forces=CASE.forces):
    return np.array(force_of(forces, CASE.names.index(name), CASE.signals, CASE.tables, *state))


def differentiate(name, *state, forces=CASE.forces):
    return np.array(derivatives_of(forces, CASE.names.index(name), CASE.signals, CASE.tables, *state))


def states(n: int = 40) -> np.ndarray:
    """x, ẋ, z and v, away from corners by more than a difference reaches (none of the draws is that near)."""
    rng = np.random.default_rng(7)
    return rng.uniform([-0.1, 0.2, -0.3, 0.0], [0.5, 4.0, 0.9, 4.0], (n, 4))


@EACH
def test_derivatives_are_those_of_the_force(name):
    """Central differences of h = 1e-6: their error is h² times third derivatives (of tanh(ẋ/0.6) some 10 × 80 N m), and
    rounding 1e-16 × 1e3 N / h."""
    h = 1e-6
    for state in states():
        for sign in (1.0, -1.0):
            at = state * [1.0, sign, 1.0, 1.0]
            slopes = np.zeros((4, 2))
            for i in range(4):
                shift = h * np.eye(4)[i]
                slopes[i] = (evaluate(name, *(at + shift)) - evaluate(name, *(at - shift))) / (2.0 * h)
            f_x, f_v, f_z, f_s, z_v, z_z, z_s = differentiate(name, *at)
            assert [f_x, f_v, f_z, f_s] == pytest.approx(slopes[:, 0], rel=1e-6, abs=1e-5)
            assert [0.0, z_v, z_z, z_s] == pytest.approx(slopes[:, 1], rel=1e-6, abs=1e-5)


@EACH
def test_accounts_balance(name):
    """F ẋ = drive − damping − braking − ẋ dU/dx, U what is stored."""
    law = CASE.forces[CASE.names.index(name)]
    x, rate = states()[:, 0], np.concatenate([states()[:20, 1], -states()[20:, 1]])
    force = np.array([evaluate(name, *at, 0.3, 1.0)[0] for at in zip(x, rate, strict=True)])

    def book(where: np.ndarray) -> dict[str, np.ndarray]:
        account = law_of(law["kind"]).account(law, CASE.tables, where, rate, force)
        return {column: 0.0 * x if part is None else part for column, part in vars(account).items()}

    h, books = 1e-6, book(x)
    stored_rate = rate * (book(x + h)["stored"] - book(x - h)["stored"]) / (2.0 * h)
    lost = books["damping"] + books["braking"]
    assert force * rate == pytest.approx(books["drive"] - lost - stored_rate, rel=1e-6, abs=1e-5)


def test_where_each_kind_is_booked():
    """Only springs and dampers store and damp; what follows a signal drives, friction brakes."""
    wanted = {name: {"stored", "damping"} for name in ("spring", "polynomial", "stops", "curves")}
    wanted |= {name: {"braking"} for name in CASE.names if name.startswith(FRICTION_LAWS)}
    for name, law in zip(CASE.names, CASE.forces, strict=True):
        account = law_of(law["kind"]).account(law, CASE.tables, np.ones(3), np.ones(3), np.ones(3))
        booked = {column for column, part in vars(account).items() if part is not None}
        assert booked == wanted.get(name, {"drive"}), name


def test_a_law_without_an_account_is_refused():
    """A new law, say an electric motor, cannot be booked as damping because somebody forgot to say what it does."""
    parts = {"fields": {"torque": int}, "force": force_along, "derivatives": derivatives_along}
    with pytest.raises(TypeError, match="account"):
        Law(name="motor", **parts)
    with pytest.raises(TypeError, match="force law 'motor': no account"):
        Law(name="motor", **parts, account=None)
    with pytest.raises(TypeError, match="force law 'motor': no derivatives"):
        Law(name="motor", **parts | {"derivatives": None}, account=book_drive)
    with pytest.raises(TypeError, match="nothing is booked"):
        Account()
    assert Law(name="motor", **parts, account=book_drive).account is book_drive
    with pytest.raises(TypeError, match="no law of kind 99"):
        law_of(99)


def test_fields_of_laws():
    """Header first, a shared name at one place, no two fields of a law at the same place, types that agree."""
    motor = Law(
        name="motor", fields={"damping": int}, force=force_along, derivatives=derivatives_along, account=book_drive
    )
    with pytest.raises(TypeError, match="'motor': field 'damping' is int here"):
        union_record([*LAWS.values(), motor])
    with pytest.raises(TypeError, match="no name of HEADER"):
        Law(name="motor", fields={"kind": int}, force=len, derivatives=len, account=book_drive)
    places = {name: SCALAR_FORCE.fields[name][1] for name in SCALAR_FORCE.names}
    assert [places[name] for name in HEADER] == [8 * i for i in range(len(HEADER))]
    for kind in LAWS:
        assert len({places[name] for name in field_names(kind)}) == len(field_names(kind))
    assert SCALAR_FORCE.isalignedstruct
    assert SCALAR_FORCE.itemsize == 8 * max(len(field_names(kind)) for kind in LAWS)


def test_a_record_has_all_fields_of_its_law_and_no_other():
    numbers = NO_TERMS | {"state": -1, "heard": -1, "stiffness": 1.0, "damping": 1.0, "free": 0.0}
    with pytest.raises(TypeError, match=r"servo: fields missing \['target'\], not of this law \['limit'\]"):
        make_scalar_force(SERVO, **numbers, limit=1.0)


@EACH
def test_a_law_reads_its_own_fields_only(name):
    """Every place that belongs to other laws is filled with NaN, which whole numbers read as some 1e19."""
    i = CASE.names.index(name)
    own = {SCALAR_FORCE.fields[field][1] // 8 for field in field_names(CASE.forces["kind"][i])}
    strange = CASE.forces.copy()
    for place in range(SCALAR_FORCE.itemsize // 8):
        if place not in own:
            strange.view("f8").reshape(len(strange), -1)[i, place] = np.nan
    for at in states(5):
        assert np.array_equal(evaluate(name, *at, forces=strange), evaluate(name, *at))
        assert np.array_equal(differentiate(name, *at, forces=strange), differentiate(name, *at))


def calling(force):
    """A law on the first record of an array."""

    @kernel
    def call(forces, signals, tables, x, rate, state, sensed):
        return force(forces[0], signals, tables, 0.0, x, rate, state, sensed)

    return call


def test_mixed_records_are_each_law_alone():
    """The switch by kind leads every record of a mixed array to its own law, and forwards and backwards alike."""
    back = CASE.forces[::-1].copy()
    alone = {kind: calling(law.force) for kind, law in LAWS.items()}
    for i, name in enumerate(CASE.names):
        kind = int(CASE.forces["kind"][i])
        for at in states(5):
            there = force_of(back, len(back) - 1 - i, CASE.signals, CASE.tables, *at)
            assert there == force_of(CASE.forces, i, CASE.signals, CASE.tables, *at)
            plain = alone[kind](CASE.forces[i : i + 1], CASE.signals, CASE.tables, *at)
            assert there == pytest.approx(plain, rel=1e-13, abs=1e-13), name


def test_every_law_is_dispatched():
    assert {int(kind) for kind in CASE.forces["kind"]} == set(LAWS)
    assert len({law.name for law in LAWS.values()}) == len(LAWS)
    assert all(hasattr(registry, law.force.__name__) for law in LAWS.values())
