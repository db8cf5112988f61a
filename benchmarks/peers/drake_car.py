"""dw18 in Drake: a discrete MultibodyPlant with loop constraints in the SAP solver.

Constraints exist only in Drake's discrete mode, whose steps are of first order: forces of the step's start, velocities
of its end. (CENIC, the error-controlled integrator, refuses ball and distance constraints.) Springs are force elements:
as distance constraints with a stiffness, which SAP integrates implicitly, they cost more and were no more precise. The
rack has a rotor inertia so large that the force it is given prescribes its travel; the force is internal to chassis and
rack. The force of a step is computed in Python: the engine's calls and the law are timed, what is between is not.
"""

from __future__ import annotations

import time
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np
from pydrake.common.value import Value
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialForce
from pydrake.multibody.plant import DiscreteContactApproximation, ExternallyAppliedSpatialForce, MultibodyPlant
from pydrake.multibody.tree import (
    BallRpyJoint,
    FixedOffsetFrame,
    LinearSpringDamper,
    PrismaticJoint,
    RevoluteJoint,
    RotationalInertia,
    SpatialInertia,
)

from benchmarks.peers.car import CORNERS, END, SAMPLE, Car, Joint, load_car
from benchmarks.peers.laws import rack_motion, tire_force
from benchmarks.peers.run import Clock, Run

VERSION = version("drake")
METHODS = ("SAP",)
ARMATURE, RACK_RATE = 1e7, 200.0
FRAME_VELOCITY = np.array([load_car().speed, 0.0, 0.0])
"""The world moves with the car's speed at the start: SAP's tolerance, which cannot be set from Python, seems to
be relative to momentum; without this heights are off by 3 % of their range at 1 ms, with it by 0.5 %."""
NEAR_RIGID = 0.0
"""Constraints as rigid as SAP makes them."""


def run(method: str, step: float) -> Run:
    """The J-turn; raises FloatingPointError when the car is lost."""
    plant = _plant(step)
    context = plant.CreateDefaultContext()
    _start(plant, context)
    return _steps(plant, context, step)


def _steps(plant: Any, context: Any, step: float) -> Run:
    now, rack = time.perf_counter, plant.GetJointByName("rack")
    wheels = [plant.GetBodyByName(f"wheel_{corner}") for corner in CORNERS]
    chassis, rack_index = plant.GetBodyByName("chassis"), rack.velocity_start()
    spatial, general = plant.get_applied_spatial_force_input_port(), plant.get_applied_generalized_force_input_port()
    forces, effort, seconds = [_force(wheel) for wheel in wheels], np.zeros(plant.num_velocities()), 0.0
    samples, each = round(END / SAMPLE), round(SAMPLE / step)
    yaw, height = np.empty(samples + 1), np.empty(samples + 1)
    yaw[0], height[0] = _channels(plant, context, chassis)
    clock = Clock.start()
    for i in range(samples * each):
        before = now()
        plant.EvalBodySpatialVelocityInWorld(context, chassis)  # kinematics, which the tires need
        seconds += now() - before
        for wheel, force in zip(wheels, forces, strict=True):
            seconds += _apply(plant, context, wheel, force)
        travel, rate, acceleration = rack_motion(i * step)
        gap, slip = travel - rack.get_translation(context), rate - rack.get_translation_rate(context)
        effort[rack_index] = ARMATURE * (acceleration + 2.0 * RACK_RATE * slip + RACK_RATE**2 * gap)
        spatial.FixValue(context, Value[list[ExternallyAppliedSpatialForce]](forces))
        general.FixValue(context, effort)
        before = now()
        context.SetDiscreteState(plant.EvalUniquePeriodicDiscreteUpdate(context))
        seconds += now() - before
        context.SetTime((i + 1) * step)
        if (i + 1) % each == 0:
            yaw[(i + 1) // each], height[(i + 1) // each] = _channels(plant, context, chassis)
            if not abs(height[(i + 1) // each]) < 10.0:
                raise FloatingPointError(f"the car is lost at {(i + 1) * step:.2f} s")
    seconds, total = clock.stop(seconds)
    pose, motion = chassis.EvalPoseInWorld(context), chassis.EvalSpatialVelocityInWorld(context)
    forward = float(pose.rotation().matrix()[:, 0] @ (motion.translational() + FRAME_VELOCITY))
    return Run(yaw, height, forward, seconds, total)


def _apply(plant: Any, context: Any, wheel: Any, force: Any) -> float:
    """Put the force of a tire into `force`; returns the time of the law alone."""
    pose, motion = plant.EvalBodyPoseInWorld(context, wheel), plant.EvalBodySpatialVelocityInWorld(context, wheel)
    z, axis = pose.translation()[2], pose.rotation().matrix()[:, 1]
    v, w = motion.translational() + FRAME_VELOCITY, motion.rotational()
    begun = time.perf_counter()
    fx, fy, fz, mx, my = tire_force(z, v[0], v[1], v[2], axis[0], axis[1], axis[2], w[0], w[1], w[2])
    seconds = time.perf_counter() - begun
    force.F_Bq_W = SpatialForce(tau=[mx, my, 0.0], f=[fx, fy, fz])
    return seconds


def _force(wheel: Any) -> Any:
    found = ExternallyAppliedSpatialForce()
    found.body_index, found.p_BoBq_B = wheel.index(), np.zeros(3)
    return found


def _channels(plant: Any, context: Any, chassis: Any) -> tuple[float, float]:
    motion = plant.EvalBodySpatialVelocityInWorld(context, chassis)
    return motion.rotational()[2], plant.EvalBodyPoseInWorld(context, chassis).translation()[2]


def _start(plant: Any, context: Any) -> None:
    car, chassis = load_car(), plant.GetBodyByName("chassis")
    plant.SetFreeBodyPose(context, chassis, RigidTransform(car.bodies["chassis"].centre))
    speeds = np.zeros(plant.num_velocities())
    for corner in CORNERS:
        speeds[plant.GetJointByName(f"wheel_{corner}").velocity_start()] = car.spin
    plant.SetVelocities(context, speeds)


@cache
def _plant(step: float) -> Any:
    car = load_car()
    plant = MultibodyPlant(step)
    plant.set_discrete_contact_approximation(DiscreteContactApproximation.kSap)
    plant.SetUseSampledOutputPorts(False)
    plant.set_sap_near_rigid_threshold(NEAR_RIGID)
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -car.gravity])
    for name, body in car.bodies.items():
        offset = body.centre - _origin(car, name)
        inertia = SpatialInertia.MakeFromCentralInertia(body.mass, offset, RotationalInertia(*body.inertia))
        plant.AddRigidBody(name, inertia)
    for joint in car.joints:
        _add_joint(plant, car, joint)
    actuator = plant.AddJointActuator("rack", plant.GetJointByName("rack"))
    actuator.set_default_rotor_inertia(ARMATURE)
    actuator.set_default_gear_ratio(1.0)
    for link in car.balls:
        plant.AddBallConstraint(*_ends(plant, car, link))
    for link in car.rods:
        plant.AddDistanceConstraint(*_ends(plant, car, link), link.length)
    for link in car.springs:
        ends = _ends(plant, car, link)
        plant.AddForceElement(LinearSpringDamper(*ends, link.free_length, link.stiffness, link.damping))
    plant.Finalize()
    return plant


def _add_joint(plant: Any, car: Car, joint: Joint) -> None:
    parent, child = plant.GetBodyByName(joint.parent), plant.GetBodyByName(joint.child)
    place = RigidTransform(joint.point - _origin(car, joint.parent))
    frame = plant.AddFrame(FixedOffsetFrame(f"{joint.child}_joint", parent.body_frame(), place))
    if joint.axis is None:
        plant.AddJoint(BallRpyJoint(joint.child, frame, child.body_frame()))
        return
    kind = PrismaticJoint if joint.kind == "prismatic" else RevoluteJoint
    plant.AddJoint(kind(joint.child, frame, child.body_frame(), joint.axis))


def _ends(plant: Any, car: Car, link: Any) -> tuple[Any, np.ndarray, Any, np.ndarray]:
    """The two bodies with the points in their frames."""
    a, b = plant.GetBodyByName(link.body_a), plant.GetBodyByName(link.body_b)
    return a, link.point_a - _origin(car, link.body_a), b, link.point_b - _origin(car, link.body_b)


def _origin(car: Car, name: str) -> np.ndarray:
    """Where the frame of a body is: at the joint that carries it, or at the centre of mass of the chassis."""
    return next((joint.point for joint in car.joints if joint.child == name), car.bodies[name].centre)
