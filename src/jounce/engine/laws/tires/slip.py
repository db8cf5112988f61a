"""Slip with relaxation lengths: how a tire builds up its force over a distance, and holds at standstill.

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
    size, sliding = math.hypot(s_x, s_y), math.hypot(v_sx, v_sy)
    excess = max(0.0, size - FREE_SLIP)
    carried = abs(v_x) + sliding * excess * excess
    part = 1.0 / (1.0 + (size / SLIDING_SLIP) ** 2)
    least = MIN_TIME * (abs(v_x) + sliding)
    along, across = math.hypot(sigma_x * part, least), math.hypot(sigma_y * part, least)
    v2 = (v_x / DAMPING_SPEED) ** 2
    d = STANDSTILL_DAMPING / (1.0 + v2 * v2)
    return s_x - d * v_sx, s_y + d * v_sy, (-v_sx - carried * s_x) / along, (v_sy - carried * s_y) / across


@kernel
def decay_rates(s_x, s_y):
    """Rates of the slips in the air."""
    return -s_x / DECAY_TIME, -s_y / DECAY_TIME
