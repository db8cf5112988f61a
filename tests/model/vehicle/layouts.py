"""Layouts of powertrains for tests: the sedan's engine, gearbox and shafts put together in other ways."""

from __future__ import annotations

from typing import Any

from jounce.model.library import load_vehicle
from jounce.model.mechanism import Body, Fixed, Mechanism, Revolute
from jounce.model.vehicle import Corner, Powertrain, Vehicle
from jounce.model.vehicle.geometry import SIDES
from jounce.model.vehicle.powertrain import powertrain_elements

CASES = {"front": 0.6, "rear": 0.8}
"""Spin inertia of the differential's case of each axle [kg m²]."""
FLANGE, TRANSFER, ROTOR, TURBINE = 0.01, 0.05, 0.03, 0.06
"""Spin inertias of a flange, the transfer case, a motor's rotor and a turbine [kg m²]."""
PLACES = {"front": 1.15, "rear": -1.60}
"""Where the axles of the sedan are [m]."""
MOTOR_TORQUE = {"x": [0.0, 300.0, 1500.0], "y": [250.0, 250.0, 50.0]}
CONVERTER = {
    "turbine": {"mass": 5.0, "centre_of_mass": [0.5, 0.0, 0.4], "spin_inertia": TURBINE, "transverse_inertia": 0.1},
    "capacity": {"x": [0.0, 0.7, 0.9, 1.0], "y": [2.5e-3, 2.6e-3, 1.5e-3, 0.0]},
    "torque_ratio": {"x": [0.0, 0.85, 1.0], "y": [2.0, 1.0, 0.98]},
    "lock_up": {"torque": 400.0, "slip_speed": 2.0},
}


def rotor(inertia: float, x: float, y: float = 0.0) -> dict[str, Any]:
    return {"mass": 5.0, "centre_of_mass": [x, y, 0.3], "spin_inertia": inertia, "transverse_inertia": inertia}


def driven_axle(name: str, **keys: Any) -> dict[str, Any]:
    """An axle with an open differential, unless keys say otherwise."""
    differential = {"case": rotor(CASES[name], PLACES[name])}
    shafts = {"flange": rotor(FLANGE, PLACES[name], 0.2), "stiffness": 8000.0, "damping": 10.0}
    return {"name": name, "differential": differential, "half_shafts": shafts} | keys


def motor(name: str, **keys: Any) -> dict[str, Any]:
    place = {"rotor": rotor(ROTOR, PLACES.get(keys.get("axle"), 1.3)), "torque": MOTOR_TORQUE}
    return {"name": name, "power": 90e3, "regenerative_power": 50e3, "reduction": 9.0} | place | keys


def all_wheel_drive(transfer: dict[str, Any], **ratios: float) -> Powertrain:
    """The sedan's engine and gearbox before a transfer case; ratios: of the axles."""
    given = load_vehicle("sedan").powertrain
    axles = [driven_axle(name, ratio=ratios.get(name, 1.0)) for name in CASES]
    turning = {"rotor": rotor(TRANSFER, 0.5)}
    engine = {"engine": given.engine, "clutch": given.clutch, "gearbox": given.gearbox, "driver": given.driver}
    return Powertrain(**engine, transfer=transfer | turning, driven_axles=axles)


def electric(*motors: dict[str, Any], axles: tuple[str, ...] = ("front", "rear"), **keys: Any) -> Powertrain:
    """Motors alone."""
    return Powertrain(driven_axles=[driven_axle(name) for name in axles], motors=motors, **keys)


def with_powertrain(powertrain: Powertrain) -> Vehicle:
    """The sedan with another powertrain."""
    return load_vehicle("sedan").with_values({"powertrain": powertrain})


def bench(powertrain: Powertrain, *forces: Any) -> Mechanism:
    """A powertrain on a chassis that is held, its half shafts turning wheels that nothing else touches."""
    car = load_vehicle("sedan")
    found = powertrain_elements(powertrain, {axle.name: axle for axle in car.axles})
    bodies = [Body(name="chassis", mass=1000.0, inertia=(400.0, 1000.0, 1000.0), centre_of_mass=(0.0, 0.0, 0.5))]
    joints: list[Any] = [Fixed(name="held", body_b="chassis", point=(0.0, 0.0, 0.5))]
    for corner in (Corner(name, side) for name in powertrain.axle_names for side in SIDES):
        axle, name = car.axle(corner.axle), corner.name("wheel")
        centre = corner.side.point(axle.suspension.wheel_centre)
        axis = corner.side.rotation(axle.suspension.wheel_axis)
        wheel = axle.wheel
        bodies.append(Body(name=name, mass=wheel.mass, inertia=wheel.inertia(axis), centre_of_mass=centre))
        joints.append(Revolute(name=corner.name("hub"), body_a="chassis", body_b=name, point=centre, axis=axis))
    return Mechanism(bodies=(*bodies, *found.bodies), joints=(*joints, *found.joints), forces=(*found.forces, *forces))
