"""A torque converter: what its impeller takes and its turbine gives, two laws along the angles of the two.

With the speeds ω₁ of the impeller and ω₂ of the turbine, and ν = ω₂/ω₁ ≤ 1,

    T₁ = λ(ν) |ω₁| ω₁,   T₂ = μ(ν) T₁,   F = −T₁ along the impeller, F = T₂ along the turbine

and on overrun, ω₂ beyond ω₁, T₁ = T₂ = −λ(ω₁/ω₂) |ω₂| ω₂. λ and μ are smooth, and held where ν < 0. Each law senses the
speed of the other.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_brake
from jounce.engine.laws.forces.signal import spline_table

FIELDS = {"turbine": int, "lambda_table": int, "lambda_points": int, "ratio_table": int, "ratio_points": int}
"""1 for the turbine, 0 for the impeller; places of λ and μ in the tables."""


@kernel
def converter_torque(law, signals, tables, t, x, rate, state, sensed):
    """F [N m] at the speed of its own side, sensing the other's [rad/s]; no state."""
    first, second = (sensed, rate) if law["turbine"] else (rate, sensed)
    sense = math.copysign(1.0, first)
    if second * sense > abs(first):
        torque = spline_table(tables, law["lambda_table"], law["lambda_points"], first / second)[0] * second * second
        return (-sense * torque if law["turbine"] else sense * torque), 0.0
    ratio = second / first if first != 0.0 else 0.0
    torque = sense * spline_table(tables, law["lambda_table"], law["lambda_points"], ratio)[0] * first * first
    if law["turbine"]:
        return spline_table(tables, law["ratio_table"], law["ratio_points"], ratio)[0] * torque, 0.0
    return -torque, 0.0


@subroutine
def converter_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of F by the speeds of both sides."""
    first, second = (sensed, rate) if law["turbine"] else (rate, sensed)
    sense = math.copysign(1.0, first)
    if second * sense > abs(first):
        load, slope, _ = spline_table(tables, law["lambda_table"], law["lambda_points"], first / second)
        by_first, by_second = -sense * slope * second, -sense * (2.0 * load * second - slope * first)
        if not law["turbine"]:
            by_first, by_second = -by_first, -by_second
    elif first == 0.0:
        by_first, by_second = 0.0, 0.0
    else:
        ratio = second / first
        load, slope, _ = spline_table(tables, law["lambda_table"], law["lambda_points"], ratio)
        by_first, by_second = sense * (2.0 * load * first - slope * second), sense * slope * first
        if law["turbine"]:
            gain, bend, _ = spline_table(tables, law["ratio_table"], law["ratio_points"], ratio)
            torque = sense * load * first * first
            by_first = gain * by_first - torque * bend * ratio / first
            by_second = gain * by_second + torque * bend / first
        else:
            by_first, by_second = -by_first, -by_second
    own, other = (by_second, by_first) if law["turbine"] else (by_first, by_second)
    return 0.0, own, 0.0, other, 0.0, 0.0, 0.0


LAW = Law(
    name="torque converter",
    fields=FIELDS,
    force=converter_torque,
    derivatives=converter_derivatives,
    account=book_brake,
)
