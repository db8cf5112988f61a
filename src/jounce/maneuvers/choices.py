"""Names of formulations and integrators as people write them. No numerics here: listing them must be quick."""

from __future__ import annotations

from collections.abc import Mapping

from jounce.errors import Refusal
from jounce.findings import suggestion

FORMULATIONS: Mapping[str, str] = {
    "synthesis": "subsystem synthesis in relative joint coordinates, on generated kernels (Song 2005); the default",
    "cartesian": "world-frame Cartesian coordinates and Lagrange multipliers (alias: world-frame)",
    "chassis-frame": "Cartesian coordinates in the frame of the chassis, with the integrator tangent (Kang 2014)",
    "null-space": "joint coordinates of a tree, constraint forces removed by a null space (Kim 1997)",
}
BASES: Mapping[str, str] = {
    "projection": "the null space of the last step, projected; all velocities integrated (the default)",
    "projection-printed": "the same with the independent velocities integrated, as the paper prints it: of order 1",
    "qr": "QR of the constraints' Jacobian; all velocities integrated",
    "qr-held": "QR, its tangent frame held and the velocities along it integrated (Kim & Vanderploeg 1986)",
    "svd": "singular values; all velocities integrated",
    "partitioning": "dependent and independent coordinates, chosen anew when need be (Wehage & Haug 1982)",
    "augmented": "no null space: accelerations and multipliers from one dense system",
}
INTEGRATORS: Mapping[str, str] = {
    "euler": "semi-implicit Euler of order 1, fixed step",
    "midpoint": "explicit midpoint rule of order 2, fixed step",
    "ab2": "Adams–Bashforth of order 2, fixed step",
    "rk4": "classical Runge–Kutta of order 4, fixed step",
    "dormand-prince": "Dormand–Prince 5(4), step chosen by the local error",
    "abm": "Adams–Bashforth–Moulton of orders 1 … 12 (PECE), step and order chosen by the local error",
    "chord": "implicit trapezoid of order 2 with a kept matrix, fixed step",
    "rosenbrock": "ROS2 of order 2 with a kept matrix and no iteration, fixed step",
    "tangent": "implicit trapezoid of order 2 on all bodies and multipliers at once, with a kept matrix, fixed step",
}
RACKS: Mapping[str, str] = {
    "servo": "a stiff spring and damper pull the rack to the input: one degree of freedom more",
    "prescribed": "the travel of the rack is the input, as a constraint",
}
INITIALS: Mapping[str, str] = {
    "design": "at the design position, as the definition of the vehicle says",
    "settled": "at static equilibrium, found first",
}
DEFAULT_INTEGRATOR: Mapping[str, str] = {
    "synthesis": "chord",
    "cartesian": "rk4",
    "chassis-frame": "tangent",
    "null-space": "abm",
}
"""For each formulation, when none is asked for."""
ALIASES: Mapping[str, str] = {
    "world-frame": "cartesian",
    "world_frame": "cartesian",
    "chassis_frame": "chassis-frame",
    "null_space": "null-space",
    "dopri": "dormand-prince",
    "adams": "abm",
}


def chosen(kind: str, name: str, known: Mapping[str, str]) -> str:
    """The name itself, or what it is an alias of; raises Refusal with the known names."""
    if name in known:
        return name
    if ALIASES.get(name) in known:
        return ALIASES[name]
    raise Refusal(f"unknown {kind}", repr(name), f"one of {', '.join(known)}", suggestion(str(name), known))
