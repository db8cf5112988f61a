"""dw18 as MuJoCo's XML."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.peers.car import Car, Joint

ARMATURE = 1e7
"""Of the rack [kg]."""
IMPEDANCE = "0.9999 0.9999 0.001 0.5 2"
"""Constraints as rigid as MuJoCo makes them."""


@dataclass(frozen=True)
class Method:
    """An integrator, and the time constant of the constraints in steps."""

    integrator: str
    constraint_steps: float


def mjcf(car: Car, method: Method, step: float) -> str:
    """The car as MuJoCo's XML."""
    below: dict[str, list[Joint]] = {}
    for joint in car.joints:
        below.setdefault(joint.parent, []).append(joint)
    sites: dict[str, list[str]] = {name: [] for name in car.bodies}
    for link in (*car.balls, *car.rods, *car.springs):
        for body, end, point in ((link.body_a, "a", link.point_a), (link.body_b, "b", link.point_b)):
            place = point - _origin(car, body)
            sites[body].append(f'<site name="{link.name}_{end}" pos="{_words(place)}"/>')
    tendons = [
        f'<spatial name="{link.name}" stiffness="{link.stiffness}" damping="{link.damping}"'
        f' springlength="{link.free_length or link.length}">'
        f'<site site="{link.name}_a"/><site site="{link.name}_b"/></spatial>'
        for link in (*car.rods, *car.springs)
    ]
    how = f'solref="{method.constraint_steps * step!r} 1" solimp="{IMPEDANCE}"'
    loops = [f'<connect site1="{ball.name}_a" site2="{ball.name}_b" {how}/>' for ball in car.balls]
    loops += [f'<tendon tendon1="{rod.name}" {how}/>' for rod in car.rods]
    return f"""<mujoco>
      <compiler autolimits="false" boundmass="0"/>
      <option timestep="{step!r}" gravity="0 0 {-car.gravity}" integrator="{method.integrator}" solver="Newton"
              iterations="2" tolerance="0" jacobian="dense">
        <flag contact="disable" frictionloss="disable" limit="disable" refsafe="disable" eulerdamp="disable"/>
      </option>
      <worldbody>{_body(car, "chassis", "<freejoint/>", np.zeros(3), below, sites)}</worldbody>
      <tendon>{"".join(tendons)}</tendon><equality>{"".join(loops)}</equality></mujoco>"""


def _body(
    car: Car, name: str, joint: str, parent: np.ndarray, below: dict[str, list[Joint]], sites: dict[str, list[str]]
) -> str:
    body, origin = car.bodies[name], _origin(car, name)
    children = "".join(_body(car, j.child, _joint(j), origin, below, sites) for j in below.get(name, ()))
    return (
        f'<body name="{name}" pos="{_words(origin - parent)}">{joint}<inertial pos="{_words(body.centre - origin)}"'
        f' mass="{body.mass}" diaginertia="{_words(body.inertia)}"/>{"".join(sites[name])}{children}</body>'
    )


def _joint(joint: Joint) -> str:
    if joint.axis is None:
        return f'<joint name="{joint.child}" type="ball"/>'
    kind, armature = ("slide", ARMATURE) if joint.kind == "prismatic" else ("hinge", 0.0)
    return f'<joint name="{joint.child}" type="{kind}" axis="{_words(joint.axis)}" armature="{armature}"/>'


def _origin(car: Car, name: str) -> np.ndarray:
    """Where the frame of a body is: at the joint that carries it, or at the centre of mass of the chassis."""
    return next((joint.point for joint in car.joints if joint.child == name), car.bodies[name].centre)


def _words(values: np.ndarray) -> str:
    return " ".join(repr(float(value)) for value in values)
