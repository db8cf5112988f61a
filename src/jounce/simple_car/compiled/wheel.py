"""A wheel of the smooth law: its own normal, a load, and grip that is a slip angle at speed and a spring at rest."""

import math

from jounce.algebra.vec3 import axpy, cross, dot, load, scale, store, unit
from jounce.ground.blend import smoothstep
from jounce.kernel import kernel, part
from jounce.simple_car.compiled.grip import within_strip
from jounce.simple_car.compiled.load import wheel_load

SLOW = 1.0
"""Speed at which half of the bristles' damping is left [m/s]; at speed, carrying away is what damps."""
LIES, LYING = 0.7, 0.95
"""|n · axle| from which a wheel rolls less and less freely, and from which not at all."""
LOCKS, LOCKED = 0.9, 1.1
"""Braking force as a share of μ F_n from which tread is no longer carried through the contact, and where none is."""


@kernel
def fade(x, first, last):
    """1 up to `first`, 0 from `last` on, smooth between."""
    return 1.0 - smoothstep(min(1.0, max(0.0, (x - first) / (last - first))))[0]


@kernel
def drive_request(number, throttle, speed):
    """Force of the whole drive [N] (S12): throttle × min(F_max, P / |v|)."""
    most = number["drive_force"]
    if most * abs(speed) > number["drive_power"]:
        most = number["drive_power"] / abs(speed)
    return throttle * most


@part
def smooth_wheel(number, corner, wheel, control, drive, v, n, axle, depth, friction, soft, h):
    """Force [N] on the car at the contact of a wheel; its bristle and load are written to `wheel`.

    v: velocity of the car's point there against the surface; drive: what this wheel is asked for [N]; soft: stiffness
    and damping [N/m], [N s/m] of a light object that the wheel stands on, infinite otherwise.
    """
    stiffness, damping = min(number["stiffness"], soft[0]), min(number["damping"], soft[1])
    k, c = min(corner["grip"], soft[0]), min(corner["grip_damping"], soft[1])
    pressed = wheel_load(number, depth, -dot(v, n), stiffness, damping)
    limit = number["friction"] * friction * pressed
    # the axes of the contact
    tilt = abs(dot(axle, n))
    t = unit(cross(axle, n))
    s = cross(n, t)
    u = load(wheel["bristle"], 0)
    along, across, v_t, v_s = dot(u, t), dot(u, s), dot(v, t), dot(v, s)
    # how far force along the heading may go: brakes, rolling resistance, and all if the wheel lies on its side
    free = fade(tilt, LIES, LYING)
    brakes = control["brake"] * corner["brake"] * number["brake_force"]
    brakes += control["handbrake"] * corner["hand"] * number["hand_force"]
    strip = brakes + number["rolling"] * pressed + (1.0 - free) * limit
    carried = free * fade(strip, LOCKS * limit, LOCKED * limit) if limit > 0.0 else 0.0
    # bristles (S10): follow the sliding, are carried away by rolling, stay in the set (S11)
    along += h * v_t
    across = (across + h * v_s) / (1.0 + h * carried * abs(v_t) / number["relaxation"])
    along, across = within_strip(k * along, k * across, strip, limit)
    slow = (v_t / SLOW) ** 2
    c /= 1.0 + slow * slow
    f_t, f_s = within_strip(-along - c * v_t, -across - c * v_s, strip, limit)
    store(wheel["bristle"], 0, axpy(along / k, t, scale(across / k, s)))
    # drive (S12), and both together in the circle
    f_t += min(max(drive, -limit), limit)
    size = math.sqrt(f_t * f_t + f_s * f_s)
    if size > limit:
        f_t, f_s = f_t * limit / size, f_s * limit / size
    wheel["load"] = pressed
    return axpy(pressed, n, axpy(f_t, t, scale(f_s, s)))
