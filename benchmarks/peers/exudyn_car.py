"""dw18 in Exudyn: rigid bodies in redundant coordinates, joints as constraints, implicit integration.

Tires are connectors between the ground and the wheels whose law is a symbolic user function: Exudyn records it once and
evaluates it in C++. Wheel frames have the spin axis as z, so that the two Tait–Bryan angles that the law needs are free
of the spin; the ground's frame is turned so that the angles stay far from their singularity while the car turns.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

sys.exudynFast = True  # type: ignore[attr-defined]  # the build without range checks
import exudyn as exu
import exudyn.itemInterface as items
from exudyn.advancedUtilities import CreateSymbolicUserFunction
from exudyn.rigidBodyUtilities import RigidBodyInertia, RotationMatrixZ

from benchmarks.peers import laws
from benchmarks.peers.car import CORNERS, END, RACK_TRAVEL, RAMP_END, RAMP_START, SAMPLE, Car, load_car
from benchmarks.peers.run import Run

VERSION = exu.config.Version() if hasattr(exu, "config") else exu.GetVersionString()
symbol = exu.symbolic
WHEEL_AXES = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""Axes of a wheel's frame in the world, by columns: z is the spin axis."""
GROUND_TURN = 0.6
"""Heading of the ground's frame [rad], about half the heading at the end."""


@dataclass(frozen=True)
class Variant:
    """How Exudyn integrates."""

    spectral_radius: float
    index_2: bool


VARIANTS = {"generalized-alpha": Variant(0.9, index_2=False), "trapezoidal": Variant(1.0, index_2=True)}


def run(variant: str, step: float) -> Run:
    """The J-turn with one of the methods; raises FloatingPointError when the solver gives up."""
    system, sensors = _build(load_car())
    settings = _settings(VARIANTS[variant], step)
    solver = exu.MainSolverImplicitSecondOrder()
    begun = time.perf_counter()
    solver.InitializeSolver(system, settings)
    before = time.perf_counter()
    done = solver.SolveSteps(system, settings)
    seconds = time.perf_counter() - before
    solver.FinalizeSolver(system, settings)
    total = time.perf_counter() - begun
    if not done:
        raise FloatingPointError("Newton iterations did not converge")
    position, spin, forward = (system.GetSensorStoredData(number) for number in sensors)
    return Run(spin[:, 3], position[:, 3], float(forward[-1, 1]), seconds, total)


def _settings(variant: Variant, step: float) -> Any:
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps, integration.endTime = round(END / step), END
    integration.verboseMode, integration.adaptiveStep = 0, False
    integration.generalizedAlpha.spectralRadius = variant.spectral_radius
    integration.generalizedAlpha.useIndex2Constraints = variant.index_2
    integration.generalizedAlpha.useNewmark = variant.index_2
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
        _add_tire(system, ground, numbers[f"wheel_{corner}"])
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


NODE = exu.NodeType.RotationRxyz
"""Six coordinates a body; none of the bodies comes near the singularity of its angles in this maneuver."""


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


def _add_tire(system: Any, ground: Any, wheel: Any) -> None:
    markers = [_marker(system, ground, np.zeros(3)), _marker(system, wheel, np.zeros(3))]
    turned = RotationMatrixZ(GROUND_TURN)
    connector = system.AddObject(
        items.ObjectConnectorRigidBodySpringDamper(markerNumbers=markers, rotationMarker0=turned)
    )
    name = "springForceTorqueUserFunction"
    system.SetObjectParameter(connector, name, _recorded(system, tire_law, name, connector))


def tire_law(
    mbs: Any, t: Any, item: Any, place: Any, angles: Any, v: Any, w: Any, k: Any, d: Any, j0: Any, j1: Any, offset: Any
) -> list[Any]:
    """The law of `laws.tire_force`, negative because a connector pulls its second marker back."""
    a, b = angles[0], angles[1]
    sx, sy, sz = symbol.sin(b), -symbol.sin(a) * symbol.cos(b), symbol.cos(a) * symbol.cos(b)
    z, h = place[2], symbol.sqrt(sx * sx + sy * sy)
    fz = laws.STIFFNESS * (laws.RADIUS * h - z) - laws.DAMPING * v[2]
    fz = symbol.max(fz, symbol.Real(0.0)) * 1.0
    tx, ty = sy / h, -sx / h
    omega = w[0] * sx + w[1] * sy + w[2] * sz
    cx, cy = v[0] - (w[1] - omega * sy) * z, v[1] + (w[0] - omega * sx) * z
    v_lon, v_lat = tx * v[0] + ty * v[1], tx * cy - ty * cx
    speed = symbol.max(symbol.abs(v_lon), symbol.Real(laws.SLOWEST))
    f_lon = laws.LONGITUDINAL[2] * _magic_formula((omega * z - v_lon) / speed, laws.LONGITUDINAL)
    f_lat = laws.LATERAL[2] * _magic_formula(-symbol.atan(v_lat / speed), laws.LATERAL)
    x, y = f_lon / laws.LONGITUDINAL[2], f_lat / laws.LATERAL[2]
    scale = fz / symbol.max(symbol.sqrt(x * x + y * y), symbol.Real(1.0))
    fx, fy = scale * (f_lon * tx - f_lat * ty), scale * (f_lon * ty + f_lat * tx)
    return [-fx, -fy, -fz, -z * fy, z * fx, 0.0]


def _magic_formula(x: Any, curve: tuple) -> Any:
    bx = curve[0] * x
    return symbol.sin(curve[1] * symbol.atan(bx - curve[3] * (bx - symbol.atan(bx))))


def _add_sensors(system: Any, chassis: Any) -> list[Any]:
    kinds = exu.OutputVariableType
    return [
        system.AddSensor(items.SensorBody(bodyNumber=chassis, storeInternal=True, outputVariableType=kind))
        for kind in (kinds.Position, kinds.AngularVelocity, kinds.VelocityLocal)
    ]
