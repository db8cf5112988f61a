"""Where a tire meets the ground.

The ground is asked below the hub, and again where the rim comes nearest to the plane found there; the tangent plane at
that place, normal n, is what the tire stands on. With the unit spin axis s, the unloaded radius R and the hub at p:

    h = |n − (n·s) s|,   r̂ = (n − (n·s) s) / h        up from the contact point, in the wheel plane             (T38)
    r = (p − q)·n / h                                  loaded radius; q: the place where the ground was asked   (T39)
    ρ = R − r                                          deflection in the wheel plane                            (T40)
    t = s × n / h,   l = n × t,   sin γ = s·n          forward, left, camber: top towards the right → positive  (T41)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground.placed import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.laws.tires.slip import decay_rates
from jounce.engine.linalg.vec3 import axpy, cross, dot, scale, store, sub

MIN_TILT = 1e-3
"""Least h: a wheel that lies on its side has no rolling direction."""


@kernel
def touch(ground, memory, hub, s, R):
    """n, h, r̂, r, the contact point, the height of the ground at it and the friction factor."""
    _, zx, zy, _ = look(ground, memory, hub[0], hub[1])
    _, up, _ = upward(unit_normal(zx, zy), s)
    rim = axpy(-R, up, hub)
    height, zx, zy, friction = look(ground, memory, rim[0], rim[1])
    n = unit_normal(zx, zy)
    h, up, _ = upward(n, s)
    r = dot(sub(hub, (rim[0], rim[1], height)), n) / h
    return n, h, up, r, axpy(-r, up, hub), height, friction


@kernel
def upward(n, s):
    """h, r̂ and s·n of (T38)."""
    sn = dot(s, n)
    h = math.sqrt(max(1.0 - sn * sn, MIN_TILT * MIN_TILT))
    return h, scale(1.0 / h, axpy(-sn, s, n)), sn


@kernel
def directions(n, h, s):
    """t and l of (T41)."""
    t = scale(1.0 / h, cross(s, n))
    return t, cross(n, t)


@kernel
def lift_off(contact, s_x, s_y):
    """A wheel in the air: no force; its slips vanish."""
    zero = (0.0, 0.0, 0.0)
    store(contact["force"], 0, zero)
    store(contact["torque"], 0, zero)
    contact["rates"][0], contact["rates"][1] = decay_rates(s_x, s_y)
    contact["fx"], contact["fy"], contact["fz"], contact["kappa"], contact["alpha"] = 0.0, 0.0, 0.0, 0.0, 0.0
    contact["mx"], contact["my"], contact["mz"] = 0.0, 0.0, 0.0


@kernel
def spoil(contact):
    """A contact that must not be used: its force, torque and rates are not a number."""
    nothing = (math.nan, math.nan, math.nan)
    store(contact["force"], 0, nothing)
    store(contact["torque"], 0, nothing)
    contact["rates"][0], contact["rates"][1] = math.nan, math.nan
    contact["fx"], contact["fy"], contact["fz"] = nothing
