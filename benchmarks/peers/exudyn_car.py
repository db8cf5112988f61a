"""dw18 in Exudyn: rigid bodies in redundant coordinates, joints as constraints, implicit integration.

Tires are connectors between the ground and the wheels whose law is a user function in Python around a compiled one;
what Python adds is measured apart and taken off. (Symbolic user functions, which Exudyn evaluates without Python,
compute every shared term of an expression again and were slower.) Wheel frames have the spin axis as z, so that the two
Tait–Bryan angles that the law needs are free of the spin; the ground's frame is turned so that the angles stay far from
their singularity while the car turns.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

from benchmarks.peers.car import CORNERS, END, RACK_TRAVEL, RAMP_END, RAMP_START, SAMPLE, Car, load_car
from benchmarks.peers.exudyn_build import (
    CreateSymbolicUserFunction,
    RigidBodyInertia,
    RotationMatrixZ,
    exu,
    items,
)
from benchmarks.peers.exudyn_tires import calls, repeat_law, tire_law
from benchmarks.peers.run import Run

VERSION = exu.__version__
symbol = exu.symbolic
WHEEL_AXES = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""Axes of a wheel's frame in the world, by columns: z is the spin axis."""
NODE = exu.NodeType.RotationRxyz
"""Six coordinates a body; none of the bodies comes near the singularity of its angles in this maneuver."""
GROUND_TURN = 0.6
"""Heading of the ground's frame [rad], about half the heading at the end."""
METHODS = {"generalized-alpha": 0.9}
"""Name → spectral radius at infinity. Index 3: a travel prescribed in time is not implemented for index 2."""


def run(method: str, step: float) -> Run:
    """The J-turn with one of the methods; raises FloatingPointError when the solver gives up."""
    system, sensors = _build(load_car())
    settings = _settings(METHODS[method], step)
    solver = exu.MainSolverImplicitSecondOrder()
    python = python_seconds()
    solver.InitializeSolver(system, settings)
    begun, calls.count = time.process_time(), 0
    done = solver.SolveSteps(system, settings)
    total = time.process_time() - begun
    solver.FinalizeSolver(system, settings)
    if not done:
        raise FloatingPointError("Newton iterations did not converge")
    position, spin, forward = (system.GetSensorStoredData(number) for number in sensors)
    return Run(spin[:, 3], position[:, 3], float(forward[-1, 1]), total - calls.count * python, total)


def _settings(spectral_radius: float, step: float) -> Any:
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps, integration.endTime = round(END / step), END
    integration.verboseMode, integration.adaptiveStep = 0, False
    integration.generalizedAlpha.spectralRadius = spectral_radius
    integration.newton.useModifiedNewton = True
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = SAMPLE
    settings.displayComputationTime = settings.displayStatistics = False
    settings.parallel.numberOfThreads = 1
    return settings


def _build(car: Car) -> tuple[Any, list[Any]]:
    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    numbers = {name: _add_body(system, car, name) for name in car.bodies}
    for joint in car.joints:
        bodies = [numbers[joint.parent], numbers[joint.child]]
        if joint.kind == "revolute":
            system.CreateRevoluteJoint(bodyNumbers=bodies, position=joint.point, axis=joint.axis, show=False)
        elif joint.kind == "ball":
            system.CreateSphericalJoint(bodyNumbers=bodies, position=joint.point, show=False)
    _add_rack(system, car, numbers)
    for ball in car.balls:
        bodies = [numbers[ball.body_a], numbers[ball.body_b]]
        system.CreateSphericalJoint(bodyNumbers=bodies, position=ball.point_a, show=False)
    for rod in car.rods:
        markers = _markers(system, car, numbers, rod)
        system.AddObject(items.ObjectConnectorDistance(markerNumbers=markers, distance=rod.length))
    for spring in car.springs:
        markers = _markers(system, car, numbers, spring)
        system.AddObject(
            items.ObjectConnectorSpringDamper(
                markerNumbers=markers,
                referenceLength=spring.free_length,
                stiffness=spring.stiffness,
                damping=spring.damping,
            )
        )
    for corner in CORNERS:
        _add_tire(system, ground, numbers[f"wheel_{corner}"], tire_law)
    sensors = _add_sensors(system, numbers["chassis"])
    system.Assemble()
    return system, sensors


def _add_body(system: Any, car: Car, name: str) -> Any:
    body, is_wheel = car.bodies[name], name.startswith("wheel_")
    axes = WHEEL_AXES if is_wheel else np.eye(3)
    spin = np.array([0.0, car.spin if is_wheel else 0.0, 0.0])
    return system.CreateRigidBody(
        name=name,
        nodeType=NODE,
        referencePosition=body.centre,
        referenceRotationMatrix=axes,
        initialVelocity=[car.speed, 0.0, 0.0],
        initialAngularVelocity=spin,
        inertia=RigidBodyInertia(mass=body.mass, inertiaTensor=axes.T @ np.diag(body.inertia) @ axes),
        gravity=[0.0, 0.0, -car.gravity],
        show=False,
    )


def _markers(system: Any, car: Car, numbers: dict[str, Any], link: Any) -> list[Any]:
    ends = ((link.body_a, link.point_a), (link.body_b, link.point_b))
    return [_marker(system, numbers[name], point - car.bodies[name].centre) for name, point in ends]


def _marker(system: Any, body: Any, place: np.ndarray) -> Any:
    return system.AddMarker(items.MarkerBodyRigid(bodyNumber=body, localPosition=list(place)))


def _add_rack(system: Any, car: Car, numbers: dict[str, Any]) -> None:
    """The rack has a place in the chassis, which moves in time."""
    place = car.bodies["rack"].centre
    markers = [_marker(system, numbers[name], place - car.bodies[name].centre) for name in ("chassis", "rack")]
    system.AddObject(items.ObjectJointGeneric(markerNumbers=markers, constrainedAxes=[1, 0, 1, 1, 1, 1]))
    joint = system.AddObject(items.ObjectJointGeneric(markerNumbers=markers, constrainedAxes=[0, 1, 0, 0, 0, 0]))
    for name, law in (("offsetUserFunction", rack_travel), ("offsetUserFunction_t", rack_rate)):
        system.SetObjectParameter(joint, name, _recorded(system, law, name, joint))


def rack_travel(mbs: Any, t: Any, item: Any, parameters: Any) -> list[Any]:
    """Travel of the rack along y: the quintic blend of `laws.rack_motion`."""
    u = _ramp(t)
    return [0.0, RACK_TRAVEL * (u * u * u * (10.0 + u * (-15.0 + 6.0 * u))), 0.0, 0.0, 0.0, 0.0]


def rack_rate(mbs: Any, t: Any, item: Any, parameters: Any) -> list[Any]:
    """Rate of the travel."""
    u = _ramp(t)
    return [0.0, (30.0 * RACK_TRAVEL / (RAMP_END - RAMP_START)) * (u * u * (1.0 - u) * (1.0 - u)), 0.0, 0.0, 0.0, 0.0]


def _ramp(t: Any) -> Any:
    """How much of the ramp is done, 0 to 1."""
    return symbol.min(symbol.max((t - RAMP_START) / (RAMP_END - RAMP_START), symbol.Real(0.0)), symbol.Real(1.0))


def _recorded(system: Any, law: Any, name: str, item: Any) -> Any:
    """A law as a symbolic user function; kept by the system, which only refers to it."""
    found = CreateSymbolicUserFunction(system, law, name, item)
    system.variables.setdefault("laws", []).append(found)
    return found


def _add_tire(system: Any, ground: Any, wheel: Any, law: Any) -> None:
    markers = [_marker(system, ground, np.zeros(3)), _marker(system, wheel, np.zeros(3))]
    system.AddObject(
        items.ObjectConnectorRigidBodySpringDamper(
            markerNumbers=markers,
            rotationMarker0=RotationMatrixZ(GROUND_TURN),
            springForceTorqueUserFunction=law or 0,
        )
    )


@cache
def python_seconds() -> float:
    """What a call of the user function costs beyond the compiled law.

    Measured on a system of one body with many such connectors, beside the same connectors without a user function.
    """
    times = {law: min(_idle_run(law) for _ in range(5)) for law in (tire_law, None)}
    calls.count = 0
    _idle_run(tire_law)
    place, angles, v, w = (np.full(3, value) for value in (0.3, 0.1, 10.0, 1.0))
    repeat_law(1, place, angles, v, w)  # compiles
    begun, count = time.process_time(), 20_000
    repeat_law(count, place, angles, v, w)
    law = (time.process_time() - begun) / count
    return max(0.0, (times[tire_law] - times[None]) / calls.count - law)


def _idle_run(law: Any) -> float:
    """Seconds for some steps of a wheel in the air with 50 tire connectors."""
    car, container = load_car(), exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    wheel = _add_body(system, car, "wheel_fl")
    for _ in range(50):
        _add_tire(system, ground, wheel, law)
    system.Assemble()
    settings = _settings(METHODS["generalized-alpha"], 1e-4)
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 100, 0.01
    solver = exu.MainSolverImplicitSecondOrder()
    solver.InitializeSolver(system, settings)
    begun = time.process_time()
    solver.SolveSteps(system, settings)
    return time.process_time() - begun


def _add_sensors(system: Any, chassis: Any) -> list[Any]:
    kinds = exu.OutputVariableType
    return [
        system.AddSensor(items.SensorBody(bodyNumber=chassis, storeInternal=True, outputVariableType=kind))
        for kind in (kinds.Position, kinds.AngularVelocity, kinds.VelocityLocal)
    ]
