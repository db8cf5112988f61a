"""Where a tire meets the ground, and how slip builds up there.

The ground is asked below the hub, and again where the rim comes nearest to the plane found there; the tangent plane at
that place, normal n, is what the tire stands on. With the unit spin axis s, the unloaded radius R and the hub at p:

    h = |n − (n·s) s|,   r̂ = (n − (n·s) s) / h        up from the contact point, in the wheel plane             (T38)
    r = (p − q)·n / h                                  loaded radius; q: the place where the ground was asked   (T39)
    ρ = R − r                                          deflection in the wheel plane                            (T40)
    t = s × n / h,   l = n × t,   sin γ = s·n          forward, left, camber: top towards the right → positive  (T41)

Slip with relaxation lengths: a tire builds up its force over a distance, and holds at standstill.

The slips s_x, s_y that the contact patch has got are states. Tread carried through the patch at the speed V_t takes
them away, the slip velocity brings them; both over a relaxation length, which gets shorter as the tire begins to slide:

    σ_x' ṡ_x = −V_sx − V_t s_x,   σ_y' ṡ_y = V_sy − V_t s_y                                          (T42)
    κ = s_x − d V_sx,   tan α = s_y + d V_sy,   d = d₀ / (1 + (V_x / V₀)⁴)                           (T43)
    V_t = |V_x| + |V_s| max(0, s − s₀)²,   s = |(s_x, s_y)|                                          (T44)
    σ' = √((σ / (1 + (s / s_g)²))² + (τ (|V_x| + |V_s|))²)                                           (T45)

Rolling steadily, (T42) gives the usual slips −V_sx / |V_x| and V_sy / |V_x|. At standstill it is a spring of stiffness
C / σ, so that a parked car leans on its tires and does not creep; d damps its swinging and fades with speed. A tire
that slides has hardly more deflection than one about to slide, which is what (T45) says: stopped on locked wheels, a
car swings back by a few centimetres and not by σ. τ bounds how fast slips change. The last term of (T44) bounds the
slip of a wheel that spins or slides on the spot; up to s₀ it is zero.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.linalg.vec3 import axpy, cross, dot, scale, store, sub

STANDSTILL_DAMPING = 0.05
"""d₀: additional slip per slip velocity at standstill [s/m]."""
DAMPING_SPEED = 1.0
"""V₀: speed at which half of it is left [m/s]."""
FREE_SLIP = 1.5
"""s₀: slip up to which nothing but V_x carries it away."""
SLIDING_SLIP = 0.06
"""s_g: slip at which a tire gives way half as far; about the ratio of its peak to its slip stiffness."""
MIN_TIME = 2e-3
"""Time that bounds how fast slips change, τ [s]."""
DECAY_TIME = 0.05
"""Time in which slips vanish in the air [s]."""


@kernel
def relaxed_slip(v_x, v_sx, v_sy, s_x, s_y, sigma_x, sigma_y):
    """(κ, tan α, ṡ_x, ṡ_y)."""
    square = s_x * s_x + s_y * s_y
    size, sliding = math.sqrt(square), length(v_sx, v_sy)
    excess = max(0.0, size - FREE_SLIP)
    carried = abs(v_x) + sliding * excess * excess
    part = 1.0 / (1.0 + square / (SLIDING_SLIP * SLIDING_SLIP))
    least = MIN_TIME * (abs(v_x) + sliding)
    along, across = length(sigma_x * part, least), length(sigma_y * part, least)
    v2 = v_x * v_x / (DAMPING_SPEED * DAMPING_SPEED)
    d = STANDSTILL_DAMPING / (1.0 + v2 * v2)
    return s_x - d * v_sx, s_y + d * v_sy, (-v_sx - carried * s_x) / along, (v_sy - carried * s_y) / across


@kernel
def length(x, y):
    """√(x² + y²), for numbers whose squares are in the range of doubles."""
    return math.sqrt(x * x + y * y)


@kernel
def decay_rates(s_x, s_y):
    """Rates of the slips in the air."""
    return -s_x / DECAY_TIME, -s_y / DECAY_TIME


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
def spoil(contact):
    """A contact that must not be used: its force, torque and rates are not a number."""
    nothing = (math.nan, math.nan, math.nan)
    store(contact["force"], 0, nothing)
    store(contact["torque"], 0, nothing)
    contact["rates"][0], contact["rates"][1] = math.nan, math.nan
    contact["fx"], contact["fy"], contact["fz"] = nothing
