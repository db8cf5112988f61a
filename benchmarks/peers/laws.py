"""What acts on the car beside its joints and springs, compiled once for all engines: tires, and travel of the rack.

The tire law is that of tests/data/dw18.json: flat ground z = 0, contact straight below the hub, Magic Formula with the
friction circle, no relaxation and no moments at the contact point.
"""

from __future__ import annotations

import json
import math

from numba import njit

from benchmarks.peers.car import FILE, RACK_TRAVEL, RAMP_END, RAMP_START

_TIRE = json.loads(FILE.read_text())["tire"]
RADIUS, STIFFNESS, DAMPING = _TIRE["radius"], _TIRE["vertical_stiffness"], _TIRE["vertical_damping"]
LATERAL, LONGITUDINAL = tuple(_TIRE["lateral_B_C_DoverFz_E"]), tuple(_TIRE["longitudinal_B_C_DoverFz_E"])
SLOWEST = 0.5
"""Speed below which slip is not divided by the speed [m/s]."""


@njit(cache=True)
def magic_formula(x: float, curve: tuple) -> float:
    """Force over D Fz, at a slip x: sin(C atan(Bx − E(Bx − atan Bx)))."""
    bx = curve[0] * x
    return math.sin(curve[1] * math.atan(bx - curve[3] * (bx - math.atan(bx))))


@njit(cache=True)
def tire_force(z, vx, vy, vz, sx, sy, sz, wx, wy, wz):
    """Force of the ground on a tire, world axes [N], and its moment about the hub (x and y; there is none about z).

    z: height of the hub; v: its velocity; s: unit spin axis, towards +y; w: angular velocity of the wheel.
    """
    h = math.sqrt(sx * sx + sy * sy)
    fz = STIFFNESS * (RADIUS * h - z) - DAMPING * vz
    if RADIUS * h <= z or fz <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    tx, ty = sy / h, -sx / h  # rolling direction s × z / h
    # slip
    omega = wx * sx + wy * sy + wz * sz
    cx, cy = vx - (wy - omega * sy) * z, vy + (wx - omega * sx) * z  # the contact point, without the spin
    v_lon, v_lat = tx * vx + ty * vy, -ty * cx + tx * cy
    a = max(abs(v_lon), SLOWEST)
    f_lon = LONGITUDINAL[2] * magic_formula((omega * z - v_lon) / a, LONGITUDINAL)
    f_lat = LATERAL[2] * magic_formula(-math.atan2(v_lat, a), LATERAL)
    # friction circle
    rho = math.sqrt((f_lon / LONGITUDINAL[2]) ** 2 + (f_lat / LATERAL[2]) ** 2)
    scale = fz / max(rho, 1.0)
    fx, fy = scale * (f_lon * tx - f_lat * ty), scale * (f_lon * ty + f_lat * tx)
    return fx, fy, fz, z * fy, -z * fx


@njit(cache=True)
def rack_motion(t: float) -> tuple:
    """Travel of the rack, its rate and its acceleration: a quintic blend, so that no rate jumps."""
    span = RAMP_END - RAMP_START
    u = min(max((t - RAMP_START) / span, 0.0), 1.0)
    r = u * u * u * (10.0 + u * (-15.0 + 6.0 * u))
    v = 30.0 * u * u * (1.0 - u) * (1.0 - u)
    a = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u)
    return RACK_TRAVEL * r, RACK_TRAVEL * v / span, RACK_TRAVEL * a / (span * span)
