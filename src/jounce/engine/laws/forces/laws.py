"""All force laws along scalar coordinates: their list, the record type they share, and evaluation by kind.

One array holds scalar forces of all kinds, because every array in an argument costs compile time in every function that
it passes through. Its record is a union: after the fields of `jounce.engine.laws.forces.law.HEADER` those of each law
lie at the same places. A field is read only by the laws that declare it.

A new law is one file like `brake.py`, a number and a line in `LAWS`, and a branch in both functions below.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from types import MappingProxyType

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces import (
    brake,
    clutch,
    converter,
    disc,
    engine,
    motor,
    power_steering,
    pressure,
    servo,
    speed_control,
    spring,
)
from jounce.engine.laws.forces.brake import brake_derivatives, brake_torque
from jounce.engine.laws.forces.clutch import clutch_derivatives, clutch_torque
from jounce.engine.laws.forces.converter import converter_derivatives, converter_torque
from jounce.engine.laws.forces.disc import disc_derivatives, disc_heating
from jounce.engine.laws.forces.engine import engine_derivatives, engine_torque
from jounce.engine.laws.forces.law import HEADER, Law
from jounce.engine.laws.forces.motor import motor_derivatives, motor_torque
from jounce.engine.laws.forces.power_steering import power_steering_derivatives, power_steering_force
from jounce.engine.laws.forces.pressure import pressure_derivatives, pressure_rate
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.forces.servo import servo_derivatives, servo_force
from jounce.engine.laws.forces.speed_control import speed_control_derivatives, speed_control_force
from jounce.engine.laws.forces.spring import spring_derivatives, spring_force

SPRING, SERVO, BRAKE, CLUTCH, SPEED_CONTROL, ENGINE, POWER_STEERING, CONVERTER, MOTOR, PRESSURE, DISC = range(11)

LAWS: Mapping[int, Law] = MappingProxyType(
    {
        SPRING: spring.LAW,
        SERVO: servo.LAW,
        BRAKE: brake.LAW,
        CLUTCH: clutch.LAW,
        SPEED_CONTROL: speed_control.LAW,
        ENGINE: engine.LAW,
        POWER_STEERING: power_steering.LAW,
        CONVERTER: converter.LAW,
        MOTOR: motor.LAW,
        PRESSURE: pressure.LAW,
        DISC: disc.LAW,
    }
)


def union_record(laws: Iterable[Law]) -> np.dtype:
    """An aligned record type of HEADER and, overlapping after it, the fields of each law.

    A name that several laws have lies at one place for all. Raises TypeError when they disagree about its type.
    """
    types: dict[str, type] = dict(HEADER)
    places = {name: i for i, name in enumerate(HEADER)}
    for law in laws:
        taken = {places[name] for name in law.fields if name in places}
        free = (i for i in count(len(HEADER)) if i not in taken)
        for name, kind in law.fields.items():
            if types.setdefault(name, kind) is not kind:
                raise TypeError(
                    f"force law {law.name!r}: field {name!r} is {kind.__name__} here, but not in other laws"
                )
            if name not in places:
                places[name] = next(free)
    formats = ["i8" if kind is int else "f8" for kind in types.values()]
    offsets = [8 * places[name] for name in types]
    return np.dtype(
        {"names": list(types), "formats": formats, "offsets": offsets, "itemsize": max(offsets) + 8}, align=True
    )


SCALAR_FORCE = union_record(LAWS.values())
"""A force along a scalar coordinate; which fields it has depends on its kind, see `field_names`."""

SCALAR_FORCE_TERM = record(measure=int, factor=float)
"""A part factor · measure of x or v."""


def law_of(kind: int) -> Law:
    """The law with a number; raises TypeError for a number of no law."""
    if int(kind) not in LAWS:
        raise TypeError(
            f"scalar force: no law of kind {kind}; expected one of {sorted(LAWS)}, see jounce.engine.laws.forces.laws"
        )
    return LAWS[int(kind)]


def kernel_of(record: np.void) -> Callable:
    """The kernel of a scalar force: a variant of its law without branches, or one that serves all of its records."""
    return law_of(record["kind"]).kernel_of(record)


def follows_signal(record: np.void) -> bool:
    """Whether a scalar force has a kernel without branches that reads a signal."""
    found = kernel_of(record)
    return found in law_of(record["kind"]).variants and found not in WITHOUT_SIGNAL


WITHOUT_SIGNAL = (
    spring.plain_spring_force,
    spring.sprung_spring_force,
    spring.damped_spring_force,
    spring.tabulated_spring_force,
    brake.pressed_creeping_brake_torque,
    brake.pressed_holding_brake_torque,
    disc.disc_heating,
)
"""Kernels without branches that read no signal."""


def field_names(kind: int) -> tuple[str, ...]:
    """Fields that a record of a kind has."""
    return (*HEADER, *law_of(kind).fields)


def make_scalar_force(kind: int, **numbers: float) -> np.void:
    """A record from all fields of its kind by name; raises TypeError when one is missing or belongs to another law."""
    wanted = set(field_names(kind)) - {"kind"}
    if numbers.keys() != wanted:
        missing, odd = sorted(wanted - numbers.keys()), sorted(numbers.keys() - wanted)
        raise TypeError(f"{law_of(kind).name}: fields missing {missing}, not of this law {odd}")
    row = np.zeros(1, SCALAR_FORCE)
    row["kind"] = kind
    for name, value in numbers.items():
        row[name] = value
    return row[0]


@kernel
def force_along(law, signals, tables, t, x, rate, state, sensed):
    """Force (or torque) along x [N, N m] at coordinate x [m, rad] and rate ẋ, and the rate of its state.

    sensed: the speed v that a driver sees [m/s], or what else the law senses and hears; 0 for all others.
    """
    kind = law["kind"]
    if kind == SPRING:
        return spring_force(law, signals, tables, t, x, rate, state, sensed)
    if kind == SERVO:
        return servo_force(law, signals, tables, t, x, rate, state, sensed)
    if kind == BRAKE:
        return brake_torque(law, signals, tables, t, x, rate, state, sensed)
    if kind == CLUTCH:
        return clutch_torque(law, signals, tables, t, x, rate, state, sensed)
    if kind == SPEED_CONTROL:
        return speed_control_force(law, signals, tables, t, x, rate, state, sensed)
    if kind == POWER_STEERING:
        return power_steering_force(law, signals, tables, t, x, rate, state, sensed)
    if kind == ENGINE:
        return engine_torque(law, signals, tables, t, x, rate, state, sensed)
    if kind == CONVERTER:
        return converter_torque(law, signals, tables, t, x, rate, state, sensed)
    if kind == MOTOR:
        return motor_torque(law, signals, tables, t, x, rate, state, sensed)
    if kind == PRESSURE:
        return pressure_rate(law, signals, tables, t, x, rate, state, sensed)
    return disc_heating(law, signals, tables, t, x, rate, state, sensed)


@subroutine
def derivatives_along(law, signals, tables, t, x, rate, state, sensed):
    """(∂F/∂x, ∂F/∂ẋ, ∂F/∂z, ∂F/∂v, ∂ż/∂ẋ, ∂ż/∂z, ∂ż/∂v): F force, z state, v what is sensed."""
    kind = law["kind"]
    if kind == SPRING:
        return spring_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == SERVO:
        return servo_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == BRAKE:
        return brake_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == CLUTCH:
        return clutch_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == SPEED_CONTROL:
        return speed_control_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == POWER_STEERING:
        return power_steering_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == ENGINE:
        return engine_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == CONVERTER:
        return converter_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == MOTOR:
        return motor_derivatives(law, signals, tables, t, x, rate, state, sensed)
    if kind == PRESSURE:
        return pressure_derivatives(law, signals, tables, t, x, rate, state, sensed)
    return disc_derivatives(law, signals, tables, t, x, rate, state, sensed)
