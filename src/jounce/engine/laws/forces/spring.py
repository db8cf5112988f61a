"""Springs, dampers, stops, bars and half shafts, with an actuator in line where there is one.

    F = k p + k₂ p² + k₃ p³ − c ẋ + S(p) + D(−ẋ) + bump(x) − rebound(x) + actuator,   p = x₀ − x

S and D are tables that replace k and c; bump and rebound are stops with k p + k₃ p³ for a penetration p past their
length.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.law import Account, Law, book_drive
from jounce.engine.laws.forces.signal import curve, curve_slope, signal

FIELDS = {
    "stiffness": float,
    "damping": float,
    "free": float,
    "square": float,
    "cube": float,
    "bump_at": float,
    "bump_stiffness": float,
    "bump_cubic": float,
    "rebound_at": float,
    "rebound_stiffness": float,
    "rebound_cubic": float,
    "spring_table": int,
    "spring_points": int,
    "damper_table": int,
    "damper_points": int,
    "actuator": int,
}
"""k, c, x₀, k₂, k₃; lengths, k and k₃ of stops, −∞ and ∞ without; places in the tables and the signal, −1 without."""


@kernel
def spring_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m]; no state."""
    force = elastic_force(law, x, rate)
    if law["spring_table"] >= 0:
        force += curve(tables, law["spring_table"], law["spring_points"], law["free"] - x)
    if law["damper_table"] >= 0:
        force += curve(tables, law["damper_table"], law["damper_points"], -rate)
    if law["actuator"] >= 0:
        force += signal(signals[law["actuator"]], tables, t)[0]
    return force, 0.0


@kernel
def plain_spring_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m] of a spring without tables and actuator; no state."""
    return elastic_force(law, x, rate), 0.0


@kernel
def actuated_spring_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m] of a spring with an actuator, without tables; no state."""
    return elastic_force(law, x, rate) + signal(signals[law["actuator"]], tables, t)[0], 0.0


@kernel
def sprung_spring_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m] with a table for the spring, without actuator; no state."""
    return elastic_force(law, x, rate) + spring_curve(law, tables, law["free"] - x), 0.0


@kernel
def damped_spring_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m] with a table for the damper, without actuator; no state."""
    return elastic_force(law, x, rate) + damper_curve(law, tables, -rate), 0.0


@kernel
def tabulated_spring_force(law, signals, tables, t, x, rate, state, sensed):
    """F [N, N m] with tables for both, without actuator; no state."""
    force = elastic_force(law, x, rate) + spring_curve(law, tables, law["free"] - x)
    return force + damper_curve(law, tables, -rate), 0.0


@kernel
def spring_curve(law, tables, p):
    """S(p) [N, N m]; 0 without a table."""
    return curve(tables, law["spring_table"], law["spring_points"], p) if law["spring_table"] >= 0 else 0.0


@kernel
def damper_curve(law, tables, speed):
    """D [N, N m] at the speed of closing; 0 without a table."""
    return curve(tables, law["damper_table"], law["damper_points"], speed) if law["damper_table"] >= 0 else 0.0


@kernel
def elastic_force(law, x, rate):
    """k p + k₂ p² + k₃ p³ − c ẋ + bump(x) − rebound(x), p = x₀ − x."""
    p = law["free"] - x
    force = (law["stiffness"] + (law["square"] + law["cube"] * p) * p) * p - law["damping"] * rate
    force += stop_force(law["bump_at"] - x, law["bump_stiffness"], law["bump_cubic"])
    return force - stop_force(x - law["rebound_at"], law["rebound_stiffness"], law["rebound_cubic"])


@kernel
def stop_force(p, stiffness, cubic):
    """k p + k₃ p³ for a penetration p > 0, else 0."""
    pressed = max(p, 0.0)
    return (stiffness + cubic * pressed * pressed) * pressed


def pick_spring(law: np.void) -> Callable:
    """The kernel for a spring."""
    sprung, damped = law["spring_table"] >= 0, law["damper_table"] >= 0
    if (sprung or damped) and law["actuator"] >= 0:
        return spring_force
    if sprung or damped:
        return tabulated_spring_force if sprung and damped else sprung_spring_force if sprung else damped_spring_force
    return actuated_spring_force if law["actuator"] >= 0 else plain_spring_force


@subroutine
def spring_derivatives(law, signals, tables, t, x, rate, state, sensed):
    """Derivatives of F by x and ẋ."""
    p = law["free"] - x
    f_x, f_v = -(law["stiffness"] + (2.0 * law["square"] + 3.0 * law["cube"] * p) * p), -law["damping"]
    if law["spring_table"] >= 0:
        f_x -= curve_slope(tables, law["spring_table"], law["spring_points"], law["free"] - x)
    if law["damper_table"] >= 0:
        f_v -= curve_slope(tables, law["damper_table"], law["damper_points"], -rate)
    p = law["bump_at"] - x
    if p > 0.0:
        f_x -= law["bump_stiffness"] + 3.0 * law["bump_cubic"] * p * p
    p = x - law["rebound_at"]
    if p > 0.0:
        f_x -= law["rebound_stiffness"] + 3.0 * law["rebound_cubic"] * p * p
    return f_x, f_v, 0.0, 0.0, 0.0, 0.0, 0.0


def spring_account(law: np.void, tables: np.ndarray, x: np.ndarray, rate: np.ndarray, force: np.ndarray) -> Account:
    """Energy of spring and stops, and what the damper loses; with an actuator all of it drives."""
    if law["actuator"] >= 0:
        return book_drive(law, tables, x, rate, force)
    return Account(stored=_elastic_energy(law, tables, x), damping=_damper_force(law, tables, rate) * rate)


def _elastic_energy(law: np.void, tables: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Energy of spring and stops at the coordinate x [J]."""
    pressed = law["free"] - x
    energy = (0.5 * law["stiffness"] + (law["square"] / 3.0 + 0.25 * law["cube"] * pressed) * pressed) * pressed**2
    if law["spring_table"] >= 0:
        energy = energy + _table_energy(tables, int(law["spring_table"]), int(law["spring_points"]), pressed)
    for name, p in (("bump", law["bump_at"] - x), ("rebound", x - law["rebound_at"])):
        p = np.maximum(p, 0.0)
        energy = energy + 0.5 * law[f"{name}_stiffness"] * p**2 + 0.25 * law[f"{name}_cubic"] * p**4
    return energy


def _table_energy(tables: np.ndarray, offset: int, n: int, x: np.ndarray) -> np.ndarray:
    """∫₀ˣ of a piecewise linear table that goes on with its end slopes [J]."""
    s, f = tables[offset : offset + n], tables[offset + n : offset + 2 * n]
    slopes = np.diff(f) / np.diff(s)
    sums = np.concatenate([[0.0], np.cumsum(0.5 * (f[1:] + f[:-1]) * np.diff(s))])

    def from_first(at: np.ndarray) -> np.ndarray:
        i = np.clip(np.searchsorted(s, at, side="right") - 1, 0, n - 2)
        d = at - s[i]
        return sums[i] + d * (f[i] + 0.5 * slopes[i] * d)

    return from_first(x) - from_first(np.zeros(1))


def _damper_force(law: np.void, tables: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """Force of the damper against the rate [N, N m]."""
    force = law["damping"] * rate
    if law["damper_table"] >= 0:
        offset, n = int(law["damper_table"]), int(law["damper_points"])
        s, f = tables[offset : offset + n], tables[offset + n : offset + 2 * n]
        i = np.clip(np.searchsorted(s, -rate, side="right") - 1, 0, n - 2)
        force = force - (f[i] + (f[i + 1] - f[i]) / (s[i + 1] - s[i]) * (-rate - s[i]))
    return force


def silence_spring(law: np.void, place: int) -> bool:
    """Take stiffness, damping, stops and tables away; what an actuator adds stays."""
    for name in ("stiffness", "damping", "square", "cube"):
        law[name] = 0.0
    for name in ("bump", "rebound"):
        law[f"{name}_stiffness"] = law[f"{name}_cubic"] = 0.0
    law["spring_table"] = law["damper_table"] = -1
    return bool(law["actuator"] < 0)


LAW = Law(
    name="spring",
    fields=FIELDS,
    force=spring_force,
    derivatives=spring_derivatives,
    account=spring_account,
    variants=(
        plain_spring_force,
        actuated_spring_force,
        sprung_spring_force,
        damped_spring_force,
        tabulated_spring_force,
    ),
    pick=pick_spring,
    silence=silence_spring,
)
