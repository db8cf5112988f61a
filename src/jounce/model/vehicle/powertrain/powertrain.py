"""A powertrain: engine, converter, gearbox, transfer case, driven axles, motors and battery, in any combination.

    engine ─ (converter with lock-up) ─ clutches of the gears ─ (transfer case) ─ differentials ─ half shafts ─ wheels
    motors ─ reduction ─ the shaft of the engine, a differential, or the half shaft of a wheel

Everything turns about axes across the car, fixed in the chassis, forward like its wheels. In a mechanism there are
rotors on the chassis, couplers for differentials and reductions, and force elements for engine, motors, converter,
clutches and half shafts. Every part is one file of this package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding, dotted
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.corners import Corner, Elements
from jounce.model.vehicle.geometry import SIDES
from jounce.model.vehicle.powertrain.converter import TURBINE, TorqueConverter, converter_elements
from jounce.model.vehicle.powertrain.driven_axle import (
    FLANGE,
    DrivenAxle,
    DrivenWheels,
    axle_elements,
    driven_wheels,
)
from jounce.model.vehicle.powertrain.engine import ENGINE, Engine, SpeedController, engine_elements
from jounce.model.vehicle.powertrain.gearbox import Clutch, Gearbox, gear_elements
from jounce.model.vehicle.powertrain.motor import MOTOR, Battery, Motor, electrical_limits, motor_elements
from jounce.model.vehicle.powertrain.transfer import (
    TRANSFER,
    Transfer,
    check_axles,
    transfer_elements,
    transfer_speed,
)
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import items
from jounce.schema.remembered import remembered

MIN_CRUISING_SPEED = 2.0
"""Least engine speed, in idle speeds, that a gear must give to be chosen for a speed."""


def _named_items(value: object) -> Any:
    """A list, also from a mapping of names to the other keys."""
    if isinstance(value, Mapping):
        return tuple({"name": name, **keys} if isinstance(keys, Mapping) else keys for name, keys in value.items())
    return items(value)


class Powertrain(Frozen):
    """What drives the wheels of one axle or more.

    engine: with a gearbox behind it and a clutch for its gears; converter: before the gearbox. driven_axles: those with
    half shafts. transfer: shares the torque of the gearbox among the axles that have a shaft, needed for more than one.
    motors, battery: electric drives. driver: a controller of the engine that holds a speed.
    """

    engine: Engine | None = None
    clutch: Clutch | None = None
    converter: TorqueConverter | None = None
    gearbox: Gearbox | None = None
    transfer: Transfer | None = None
    driven_axles: Annotated[tuple[DrivenAxle, ...], BeforeValidator(_named_items)]
    motors: Annotated[tuple[Motor, ...], BeforeValidator(_named_items)] = ()
    battery: Battery | None = None
    driver: SpeedController | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Powertrain:
        findings = [*self._findings()]
        if not findings and self.transfer is not None:
            check_axles(self.transfer, self.shaft_axles)
        if findings:
            raise ModelError(findings)
        return self

    def _findings(self) -> Iterator[Finding]:
        if self.engine is None and not self.motors:
            yield Finding("engine", "nothing drives", "no engine and no motors", "one of them")
        for key in ("clutch", "gearbox"):
            if self.engine is not None and getattr(self, key) is None:
                yield Finding(key, "missing", "none", f"a {key} for the engine")
        for key in ("clutch", "converter", "gearbox", "transfer", "driver"):
            if self.engine is None and getattr(self, key) is not None:
                yield Finding(key, "no engine to go with it", key, "an engine, or none of it")
        reached = self.shaft_axles
        if self.engine is not None and not reached:
            yield Finding("driven_axles", "the engine drives nothing", "no axle with a shaft", "one or more")
        if len(reached) > 1 and self.transfer is None:
            got = " and ".join(axle.name for axle in reached)
            yield Finding("transfer", "missing", f"shafts to {got}", "a transfer case: differential, locked, coupling")
        if len(reached) < 2 and self.transfer is not None:
            yield Finding("transfer", "nothing to share", f"{len(reached)} axles with a shaft", "two or more")
        names = [axle.name for axle in self.driven_axles]
        for i, axle in enumerate(self.driven_axles):
            where = dotted("driven_axles", i)
            if axle.name in names[:i]:
                yield Finding(where, "driven twice", repr(axle.name), "one entry for each axle")
            turned = [motor for motor in self.motors if motor.axle == axle.name]
            if axle in reached and axle.differential is None:
                yield Finding(dotted(where, "differential"), "missing", "none", "a differential, which the shaft turns")
            if axle not in reached and not turned:
                yield Finding(where, "nothing drives it", repr(axle.name), "a shaft from the engine, or a motor")
            if axle.differential is None and any(not motor.per_wheel for motor in turned):
                yield Finding(dotted(where, "differential"), "missing", "none", "a differential for the axle's motor")
        yield from self._motor_findings(names)

    def _motor_findings(self, axles: Sequence[str]) -> Iterator[Finding]:
        names = [motor.name for motor in self.motors]
        for i, motor in enumerate(self.motors):
            where = dotted("motors", i)
            if motor.name in names[:i]:
                yield Finding(dotted(where, "name"), "two motors of one name", repr(motor.name), hint="rename one")
            if motor.axle is None and self.engine is None:
                yield Finding(dotted(where, "axle"), "missing", "no engine whose shaft it could turn", "a driven axle")
            if motor.axle is not None and motor.axle not in axles:
                yield Finding(dotted(where, "axle"), "no such driven axle", repr(motor.axle), ", ".join(axles))
        if self.battery is not None and not self.motors:
            yield Finding("battery", "feeds nothing", "no motors", "one motor or more")

    @property
    def axle_names(self) -> tuple[str, ...]:
        """Names of the axles that are driven, by whatever."""
        return tuple(axle.name for axle in self.driven_axles)

    @property
    def shaft_axles(self) -> tuple[DrivenAxle, ...]:
        """Axles that a shaft from the gearbox reaches."""
        return tuple(axle for axle in self.driven_axles if axle.shaft) if self.engine is not None else ()

    @property
    def input(self) -> str:
        """Joint before the gears: the turbine of a converter, or the engine."""
        return TURBINE if self.converter is not None else ENGINE

    @property
    def output(self) -> str:
        """Joint behind the gears: the transfer case, or the differential of the only axle with a shaft."""
        return TRANSFER if self.transfer is not None else self.shaft_axles[0].input

    @property
    def gears(self) -> dict[int, float]:
        """Number of a gear → turns of `input` per turn of `output`; −1 is reverse. Nothing without an engine."""
        if self.gearbox is None:
            return {}
        last = 1.0 if self.transfer is not None else self.shaft_axles[0].ratio
        return {number: ratio * last for number, ratio in self.gearbox.gears.items()}

    @property
    def gear_numbers(self) -> tuple[int, ...]:
        """Gears that can be asked for; motors alone have 1 and −1."""
        return tuple(self.gears) if self.engine is not None else (-1, 1)

    @property
    def input_inertia(self) -> float:
        """Inertia that turns with `input` [kg m²]."""
        rotor = self.converter.turbine if self.converter is not None else self.engine.rotor if self.engine else None
        own = rotor.spin_inertia if rotor is not None else 0.0
        geared = (m.reduction**2 * m.rotor.spin_inertia for m in self.motors if m.axle is None and not self.converter)
        return own + sum(geared)

    @property
    def output_inertia(self) -> float:
        """Inertia that turns with `output`, as far as the half shafts, while all driven wheels turn alike [kg m²]."""
        spins = self.spins(0, dict.fromkeys(self.axle_names, 1.0))
        output, total = self.output_speed(dict.fromkeys(self.axle_names, 1.0)), 0.0
        if self.transfer is not None:
            total += self.transfer.rotor.spin_inertia
        for axle in self.shaft_axles:
            turning = 2.0 * axle.half_shafts.flange.spin_inertia
            turning += axle.differential.case.spin_inertia if axle.differential is not None else 0.0
            motors = [motor for motor in self.motors if motor.axle == axle.name]
            turning += sum(motor.count * motor.reduction**2 * motor.rotor.spin_inertia for motor in motors)
            total += turning * (spins[axle.input] / output) ** 2
        return total

    def output_speed(self, wheel_speeds: Mapping[str, float]) -> float:
        """Speed of `output` [rad/s], for the spin of the wheels of each driven axle [rad/s]."""
        spins = [wheel_speeds[axle.name] for axle in self.shaft_axles]
        return spins[0] if self.transfer is None else transfer_speed(self.transfer, self.shaft_axles, spins)

    def gear_for(self, wheel_speeds: Mapping[str, float]) -> int:
        """The highest gear in which the engine turns twice as fast as it idles, for the spins of the wheels of each
        driven axle [rad/s]; first gear if there is none, or without an engine; and neutral at standstill."""
        if max(wheel_speeds.values()) <= 0.0:
            return 0
        if self.engine is None:
            return 1
        spin, least = self.output_speed(wheel_speeds), MIN_CRUISING_SPEED * self.engine.idle_speed
        return max((n for n, ratio in self.gears.items() if n > 0 and ratio * spin >= least), default=1)

    def spins(self, gear: float, wheel_speeds: Mapping[str, float]) -> dict[str, float]:
        """Body → its spin [rad/s] in a gear, for the spins of the wheels of each driven axle; an engine that no gear
        turns idles, and so does one behind a converter that would turn more slowly than that."""
        found: dict[str, float] = {}
        for axle in self.driven_axles:
            spin = wheel_speeds[axle.name]
            found |= {Corner(axle.name, side).name(FLANGE): spin for side in SIDES}
            found |= {axle.input: spin} if axle.differential is not None else {}
        if self.engine is not None:
            found |= self._engine_spins(self.engine, gear, self.output_speed(wheel_speeds))
        for motor in self.motors:
            found |= {f"{MOTOR}_{suffix}": motor.reduction * found[joint] for suffix, joint, _ in motor.places}
        return found

    def _engine_spins(self, engine: Engine, gear: float, output: float) -> dict[str, float]:
        ratio = self.gears.get(int(gear)) if float(gear).is_integer() else None
        turned = engine.idle_speed if ratio is None else ratio * output
        found = {TRANSFER: output} if self.transfer is not None else {}
        if self.converter is None:
            return found | {ENGINE: turned}
        return found | {TURBINE: turned, ENGINE: max(turned, engine.idle_speed)}

    def throttle_for(self, torque: float, gear: float, wheel_speeds: Mapping[str, float]) -> float:
        """The throttle, 0 … 1, that gives a torque [N m], the sum at all driven wheels; 0 in neutral. A converter
        counts as closed, and an engine's overrun counts in full."""
        least, most = self.torque_range(gear, wheel_speeds)
        return min(max((torque - least) / (most - least), 0.0), 1.0) if most > least else 0.0

    def torque_range(self, gear: float, wheel_speeds: Mapping[str, float]) -> tuple[float, float]:
        """Torques at all driven wheels together with the throttle released and at full throttle [N m]."""
        least = most = behind = 0.0
        ratio = self.gears.get(int(gear)) if float(gear).is_integer() else None
        if self.engine is not None and ratio is not None:
            output = self.output_speed(wheel_speeds)
            spin = max(abs(ratio * output), self.engine.idle_speed if self.converter is not None else 0.0)
            behind = ratio if self.transfer is None else ratio * self.output_speed(dict.fromkeys(wheel_speeds, 1.0))
            most += behind * self.engine.full_load.y_at(spin)
            least += behind * self.engine.overrun.y_at(spin)
        sense = min(max(gear, -1.0), 1.0)
        speeds = self.spins(gear, wheel_speeds)
        for motor in self.motors:
            for suffix, joint, _ in motor.places:
                lever = motor.reduction * (behind if joint == ENGINE else sense)
                most += lever * motor.driving_torque(speeds[f"{MOTOR}_{suffix}"], self.limits(motor)[0])
        return least, most

    def limits(self, motor: Motor) -> tuple[float, float]:
        """Electrical powers that one such motor may draw and give back at most [W]."""
        return electrical_limits(motor, self.motors, self.battery)

    def braking_torques(self, wheel_speeds: Mapping[str, float]) -> dict[str, float]:
        """Axle → torque with which motors can brake its wheels, both together [N m], for the spins of the wheels."""
        found = dict.fromkeys(self.axle_names, 0.0)
        for motor in self.motors:
            if motor.axle is not None:
                speed = motor.reduction * wheel_speeds[motor.axle]
                torque = motor.braking_torque(speed, self.limits(motor)[1])
                found[motor.axle] += motor.count * motor.reduction * torque
        return found


def powertrain_elements(powertrain: Powertrain, axles: Mapping[str, Axle]) -> Elements:
    """Everything between engine or motors and the wheels; axles: those of the car by name."""
    return _elements(powertrain, tuple(driven_wheels(axles[name]) for name in powertrain.axle_names))


@remembered
def _elements(powertrain: Powertrain, wheels: tuple[DrivenWheels, ...]) -> Elements:
    """All elements of a powertrain; wheels: those of its axles, in the order of their names."""
    elements, driven = Elements(), powertrain.shaft_axles
    of_axle = dict(zip(powertrain.axle_names, wheels, strict=True))
    if powertrain.engine is not None:
        speeds = dict.fromkeys(powertrain.axle_names, 1.0)
        radius = of_axle[driven[0].name].height / powertrain.output_speed(speeds)
        elements += engine_elements(powertrain.engine, powertrain.driver, powertrain.output, radius)
    if powertrain.converter is not None:
        elements += converter_elements(powertrain.converter)
    for axle in powertrain.driven_axles:
        elements += axle_elements(axle, of_axle[axle.name])
    if powertrain.transfer is not None:
        elements += transfer_elements(powertrain.transfer, driven)
    if powertrain.clutch is not None:
        opens = powertrain.converter is None
        joints = powertrain.input, powertrain.output
        elements += gear_elements(powertrain.clutch, powertrain.gears, *joints, pedal=opens)
    for motor in powertrain.motors:
        elements += motor_elements(motor, powertrain.motors, powertrain.battery)
    return elements
