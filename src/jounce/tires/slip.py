"""Slip with relaxation lengths: how a tire builds up its force over a distance, and holds at standstill.

The contact patch is carried along by the tread at the speed V_t and drawn from its place by the slip velocity; its
deflections e_x, e_y are states, with relaxation lengths σ:

    ė_x = −V_sx − V_t e_x / σ_x,   ė_y = V_sy − V_t e_y / σ_y                                       (T42)
    κ = e_x / σ_x − d V_sx,        tan α = e_y / σ_y + d V_sy,        d = d₀ / (1 + (V_x / V₀)⁴)    (T43)
    V_t = |V_x| + |V_s| max(0, s − s₀)²,   s = |(e_x / σ_x, e_y / σ_y)|                             (T44)

Rolling steadily, (T42) gives the usual slips −V_sx / |V_x| and V_sy / |V_x|. At standstill it is a spring of stiffness
C / σ, so that a parked car leans on its tires and does not creep; d damps its swinging and fades with speed. The last
term of (T44) bounds the slip of a wheel that spins or slides on the spot; up to s₀ it is zero.
"""

import math

from jounce.kernel import kernel

DAMPING = 0.05
"""d₀: additional slip per slip velocity at standstill [s/m]."""
SLOW = 1.0
"""V₀: speed at which half of it is left [m/s]."""
LARGE = 1.5
"""s₀: slip up to which (T42) is left alone."""
FORGETTING = 0.05
"""Time in which deflections vanish in the air [s]."""


@kernel
def relaxed_slip(v_x, v_sx, v_sy, e_x, e_y, sigma_x, sigma_y):
    """(κ, tan α, ė_x, ė_y)."""
    k, a = e_x / sigma_x, e_y / sigma_y
    excess = max(0.0, math.hypot(k, a) - LARGE)
    carried = abs(v_x) + math.hypot(v_sx, v_sy) * excess * excess
    v2 = (v_x / SLOW) ** 2
    d = DAMPING / (1.0 + v2 * v2)
    return k - d * v_sx, a + d * v_sy, -v_sx - carried * k, v_sy - carried * a


@kernel
def forgotten(e_x, e_y):
    """Rates of the deflections in the air."""
    return -e_x / FORGETTING, -e_y / FORGETTING
