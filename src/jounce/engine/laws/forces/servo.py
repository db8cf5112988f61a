"""A servo: a stiff spring and damper that pull a coordinate to a signal.

F = k (x₀ + target − x) − c ẋ
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Law, book_drive, silence_by
from jounce.engine.laws.forces.signal import signal

FIELDS = {"stiffness": float, "damping": float, "free": float, "target": int}
"""k, c, x₀ (the coordinate at the design position), and the signal."""


@kernel
def servo_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m]; no state."""
    free = law["free"] + signal(signals[law["target"]], tables, t)[0]
    return law["stiffness"] * (free - x) - law["damping"] * rate, 0.0


@subroutine
def servo_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of F by x and ẋ."""
    return -law["stiffness"], -law["damping"], 0.0, 0.0, 0.0, 0.0, 0.0


LAW = Law(
    name="servo",
    fields=FIELDS,
    force=servo_force,
    derivatives=servo_derivatives,
    account=book_drive,
    variants=(servo_force,),
    silence=silence_by("stiffness", "damping"),
)
