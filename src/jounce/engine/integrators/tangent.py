"""Implicit steps on the whole Cartesian system, in its tangent space: Kang 2014 [42].

The unknowns are poses, velocity components, their rates and multipliers, p = (q, v, a, λ), and the states z of
elements, at the end of the step. The equations, with β the length that the rule looks ahead [s], `beta_h` in the code,
and θ the displacement over the step:

    F(q, v, a, λ, z) = 0,   Φ(q) = 0,   Φ̇(q, v) = 0,   Φ̈(q, v, a) = 0                                          (K6)
    Uᵀ(θ − θ* − βv) = 0,    Uᵀ(v − v* − βa) = 0,    z − z* − βż = 0                                              (K7)

U picks the independent coordinates, so that [Φ_qᵀ U] is regular. With v and a at the beginning, r = h/h₋:

    BDF1        β = h                   θ* = 0         v* = v
    trapezoid   β = ½h                  θ* = βv        v* = v + βa
    BDF2        β = h(1+r)/(1+2r)       θ* = cθ₋       v* = v + c (v − v₋)      c = r²/(1+2r)                    (K8)

and z* like v*; BDF2 begins with a trapezoid that leans to the end, with its own β. All are components in the frame of
their own time (`jounce.engine.formulations.chassis_frame`), which is right to second order.

Newton's iteration p ← p − H_p⁻¹ H keeps its matrix for as long as the policy says: one step, n steps, until it fails,
or for ever, which in the frame of the chassis it may. It ends when the next correction, foreseen from the rate at which
they fall, is below the tolerance.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import function_at, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.chassis_frame.arrays import FrameArrays, Slots, begin
from jounce.engine.formulations.chassis_frame.kinematics import (
    correct,
    displace,
    displacement,
    give_velocities,
    place_axes,
    take_accelerations,
    take_velocities,
)
from jounce.engine.formulations.chassis_frame.residual import tie_slopes
from jounce.engine.formulations.chassis_frame.slopes import Places
from jounce.engine.formulations.world_frame.projection import recount_turns
from jounce.engine.integrators.fixed import step
from jounce.engine.integrators.progress import EVALUATIONS, ITERATIONS, PART, REFRESHES, REJECTED
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.elementary import exp
from jounce.engine.linalg.mat3 import load9
from jounce.engine.linalg.sparse_lu import Factors, Pattern, factorise, solve

BDF1, TRAPEZOID, BDF2 = range(3)
SHARE = (1.0, 1.0 / 2.0, 2.0 / 3.0)
"""β / h of each rule with equal steps."""
STALLED = 0.9
"""Rate of contraction that cannot be waited for."""
KINK = 2.0
"""Rate up to which a second correction is borne: a tire that leaves the ground bends the equations once."""
SWIFTEST = 1e-4
"""Rate below which it is not believed."""
DOUBT = 1.1
"""How much less a rate is believed after each step that does not measure it."""
MIN_PART = 1.0 / 64.0
"""Part of a step below which it is given up."""

TRIAL, SLOPE, SAVED = range(3)
ROWS = 3
"""Rows of scratch: the state at the end, ẏ at the very beginning, the state before the step."""

NOW_V, NOW_A, NOW_L, NOW_Z, RATE_Z, OLD_V, OLD_A, OLD_L, OLD_Z, MOVE, MOVED, RISE, RISE_Z = range(13)
MEMORIES = 13
"""Rows of memory: v, a, λ, z and ż at the beginning of the step; v, a, λ and z one step earlier; θ*, the
displacement of the last step; v* and z*."""

STARTED, READY, AGE, BETA_H, CONTRACTION = range(5)
FLAGS = 5
"""Whether the memory is filled, whether there is a matrix, how many steps ago it was made, its β, and the rate
of contraction to expect."""


class Tangent(NamedTuple):
    """A rule, a frame, a policy, and the arrays of the iteration."""

    rule: int
    every: int
    """steps after which the matrix is made anew; 0: never by plan"""
    rescue: int
    """whether a step that fails may have a new matrix"""
    shrink: int
    """whether it may be made in parts"""
    tolerance: float
    """on corrections of velocities relative to 1 + |v|, and of positions over β"""
    iterations: int
    """largest number of iterations in a step"""
    residual: int
    jacobian: int
    """addresses, see `jounce.engine.formulations.chassis_frame.residual`"""
    framed: FrameArrays
    slots: Slots
    places: Places
    numbers: np.ndarray
    """place of every auxiliary state among the unknown states, or −1"""
    states: np.ndarray
    """auxiliary state that every unknown state is"""
    independent: np.ndarray
    """coordinates that U picks"""
    pattern: Pattern
    factors: Factors
    memory: np.ndarray
    """(MEMORIES, widest)"""
    flags: np.ndarray
    """(FLAGS,)"""
    right: np.ndarray
    """(unknowns,) residual, then correction"""
    theta: np.ndarray
    """(6 nb,) displacements, scratch"""


@step.of(Tangent)
def tangent_step(method, derivative, project, model, work, t, h, y, k, progress):
    flags, trial, saved = method.flags, k[TRIAL], k[SAVED]
    if flags[STARTED] == 0.0:
        outcome = derivative(model, work, t, y, k[SLOPE])
        progress[EVALUATIONS] += 1.0
        if outcome != status.OK:
            return outcome
        take_velocities(method.framed, model.bodies.size, y)
        take_accelerations(method.framed, model.bodies.size, y, k[SLOPE])
        remember_start(method.memory, method.framed, model.rows, work.x, method.states, y, k[SLOPE])
        flags[STARTED], flags[CONTRACTION] = 1.0, 1.0
        progress[PART] = 0.0
    for i in range(y.size):
        saved[i] = y[i]
    done, size = 0.0, h
    while done < (1.0 - 0.5 * MIN_PART) * h:
        outcome = make_part(method, model, work, t + done, size, y, trial, progress)
        if outcome == status.OK:
            done += size
            continue
        size *= 0.5
        if not method.shrink or size < MIN_PART * h or outcome == status.SINGULAR:
            for i in range(y.size):
                y[i] = saved[i]
            flags[STARTED] = 0.0
            return outcome
        progress[REJECTED] += 1.0
    return status.OK


@subroutine
def make_part(method, model, work, t, h, y, trial, progress):
    """A step, or a part of one, of h [s], with the matrix there is, then with a new one; y is untouched if it fails."""
    framed, flags, memory, last = method.framed, method.flags, method.memory, progress[PART]
    nb, auxiliary = model.bodies.size, (POSE + TWIST) * model.bodies.size
    beta_h = prepare(method.rule, memory, h, last, TWIST * nb, method.states.size)
    due = flags[READY] == 0.0 or (method.every > 0 and flags[AGE] >= method.every)
    due = due or abs(flags[BETA_H] - beta_h) > 1e-9 * beta_h
    outcome = status.OK
    for _ in range(2):
        predict(framed.v, framed.a, framed.multipliers, memory, method.theta, h, last)
        start_trial(framed.kind, framed.base, nb, memory, method.theta, method.states, h, y, trial)
        follow_inputs(model.rows, model.signals, model.tables, t, h, auxiliary, trial)
        if due:
            progress[REFRESHES] += flags[READY]
            if not make_matrix(method, model, work, t + h, beta_h, y, trial):
                return status.SINGULAR
        outcome = iterate(method, model, work, t + h, beta_h, due, y, trial, progress)
        if outcome == status.OK or due or not method.rescue:
            break
        due = True
    if outcome != status.OK:
        return outcome
    remember(framed, memory, method.independent, method.states, beta_h, auxiliary, y, trial)
    recount_turns(model.measures, framed.measures, trial, auxiliary)
    place_axes(framed.axes[0], framed.kind, framed.base, framed.v, trial)
    give_velocities(load9(framed.axes[0]["E"], 0), framed.v, nb, trial)
    for i in range(y.size):
        y[i] = trial[i]
    flags[AGE] += 1.0
    progress[PART] = h
    return outcome


@subroutine
def make_matrix(method, model, work, after, beta_h, y, trial):
    """H_p at the trial state, factorised; leaves the residual there. Returns whether its pivots serve."""
    framed, slots, flags = method.framed, method.slots, method.flags
    function_at(method.residual, "residual")(framed, model, work, after, trial)
    begin(slots)
    function_at(method.jacobian, "jacobian")(
        framed, model, work, beta_h, after, trial, method.numbers, slots, method.places
    )
    tie_slopes(framed, method.independent, beta_h, y, trial, slots, method.places)
    flags[READY], flags[AGE], flags[BETA_H] = 1.0, 0.0, beta_h
    return factorise(method.pattern, slots.values, method.factors) == 0


@subroutine
def iterate(method, model, work, after, beta_h, evaluated, y, trial, progress):
    """Newton's iteration with the matrix there is; evaluated: whether the first residual is there. Returns a status."""
    framed, states, right, p = method.framed, method.states, method.right, method.places
    nb, auxiliary, before = model.bodies.size, (POSE + TWIST) * model.bodies.size, 0.0
    for i in range(method.iterations):
        if i > 0 or not evaluated:
            function_at(method.residual, "residual")(framed, model, work, after, trial)
        progress[EVALUATIONS] += 1.0
        progress[ITERATIONS] += 1.0
        collect(framed, method.memory, method.independent, p, beta_h, y, trial, right)
        elements = model.elements.scalar_forces, model.elements.tires, work.scalar_forces, work.contacts
        collect_states(method.memory, *elements, method.numbers, states, beta_h, auxiliary, p.first_state, trial, right)
        solve(method.pattern, method.factors, right, right)
        correct(load9(framed.axes[0]["E"], 0), nb, right, trial)
        error = apply(framed.v, framed.a, framed.multipliers, states, p, beta_h, auxiliary, trial, right)
        outcome = judge(i, error, before, method.tolerance, method.flags)
        if outcome != status.NOT_CONVERGED:
            return outcome
        before = error
    return status.NOT_CONVERGED


@subroutine
def judge(i, error, before, tolerance, flags):
    """OK when the next correction will be below the tolerance; NOT_CONVERGED to go on; anything else has failed.

    The rate of contraction is measured by the second correction. A step that ends after its first believes the last
    rate that was measured, a little less each time.
    """
    if not math.isfinite(error):
        return status.NOT_FINITE
    rate = flags[CONTRACTION]
    if i > 0:
        rate = max(error / before, SWIFTEST)
        if error > tolerance and rate > (KINK if i == 1 else STALLED):
            return status.STALLED
        flags[CONTRACTION] = min(rate, STALLED)
    else:
        flags[CONTRACTION] = min(DOUBT * rate, 1.0)
    ahead = rate / (1.0 - rate) if rate < STALLED else 1.0  # corrections that no longer fall are rounding
    return status.OK if error * ahead <= tolerance else status.NOT_CONVERGED


@subroutine
def remember_start(memory, framed, rows, x, states, y, slope):
    """Velocities, their rates, multipliers and states at the beginning of a run."""
    v, a = framed.v, framed.a
    n, first = v.size, (POSE + TWIST) * (v.size // TWIST)
    for i in range(n):
        memory[NOW_V, i] = v[i]
        memory[NOW_A, i] = a[i]
    for r in range(rows.size):
        memory[NOW_L, r] = x[n // TWIST + rows[r]["joint"], rows[r]["place"]]
    for i in range(states.size):
        memory[NOW_Z, i] = y[first + states[i]]
        memory[RATE_Z, i] = slope[first + states[i]]


@subroutine
def prepare(rule, memory, h, last, n, nz):
    """θ*, v* and z* of (K8); returns β. last: length of the part before [s], 0 for the first."""
    if rule == BDF1:
        beta_h, c = h, 0.0
        for i in range(n):
            memory[MOVE, i] = 0.0
            memory[RISE, i] = memory[NOW_V, i]
    elif rule == TRAPEZOID or last == 0.0:
        beta_h, c = SHARE[rule] * h, 0.0
        for i in range(n):
            memory[MOVE, i] = (h - beta_h) * memory[NOW_V, i]
            memory[RISE, i] = memory[NOW_V, i] + (h - beta_h) * memory[NOW_A, i]
    else:
        r = h / last
        beta_h, c = (1.0 + r) / (1.0 + 2.0 * r) * h, r * r / (1.0 + 2.0 * r)
        for i in range(n):
            memory[MOVE, i] = c * memory[MOVED, i]
            memory[RISE, i] = memory[NOW_V, i] + c * (memory[NOW_V, i] - memory[OLD_V, i])
    lean = 0.0 if rule == BDF1 or c > 0.0 else h - beta_h
    for i in range(nz):
        memory[RISE_Z, i] = memory[NOW_Z, i] + lean * memory[RATE_Z, i] + c * (memory[NOW_Z, i] - memory[OLD_Z, i])
    return beta_h


@subroutine
def predict(v, a, multipliers, memory, theta, h, last):
    """The end of the step: rates and multipliers on a straight line through the last two, the rest by the trapezoid."""
    ahead = h / last if last > 0.0 else 0.0
    for i in range(v.size):
        a[i] = memory[NOW_A, i] + ahead * (memory[NOW_A, i] - memory[OLD_A, i])
        v[i] = memory[NOW_V, i] + 0.5 * h * (memory[NOW_A, i] + a[i])
        theta[i] = 0.5 * h * (memory[NOW_V, i] + v[i])
    for r in range(multipliers.size):
        multipliers[r] = memory[NOW_L, r] + ahead * (memory[NOW_L, r] - memory[OLD_L, r])


@subroutine
def start_trial(kind, base, nb, memory, theta, states, h, y, trial):
    """Poses displaced by theta, states along their rates."""
    for i in range(y.size):
        trial[i] = y[i]
    displace(kind, base, nb, y, theta, trial)
    for i in range(states.size):
        trial[(POSE + TWIST) * nb + states[i]] += h * memory[RATE_Z, i]


@subroutine
def follow_inputs(rows, signals, tables, t, h, first, trial):
    """Smoothed inputs at the end of the step: the exact answer of their lag to the input in its middle."""
    for r in range(rows.size):
        f = rows[r]["filter"]
        if f >= 0:
            T = rows[r]["filter_time"]
            target = signal(signals[rows[r]["signal"]], tables, t + 0.5 * h)[0]
            x, rate = trial[first + f] - target, trial[first + f + 1]
            slope, fade = rate + x / T, exp(-h / T)
            trial[first + f] = target + (x + slope * h) * fade
            trial[first + f + 1] = (rate - slope * h / T) * fade


@subroutine
def collect(framed, memory, independent, p, beta_h, y, trial, right):
    """(K6) and the first two of (K7) into `right`."""
    n, m, d = p.n, p.m, independent.size
    balance, rows, v, a = framed.balance, framed.rows, framed.v, framed.a
    for i in range(n):
        right[i] = balance[i]
    for r in range(m):
        right[n + r] = rows[r, 0]
        right[n + m + r] = rows[r, 1]
        right[n + 2 * m + r] = rows[r, 2]
    for i in range(d):
        c = independent[i]
        move = displacement(framed.kind, framed.base, y, trial, c)
        right[n + 3 * m + i] = move - memory[MOVE, c] - beta_h * v[c]
        right[n + 3 * m + d + i] = v[c] - memory[RISE, c] - beta_h * a[c]


@subroutine
def collect_states(memory, laws, tires, forces, contacts, numbers, states, beta_h, auxiliary, first, trial, right):
    """The last of (K7) into `right`."""
    for i in range(states.size):
        right[first + i] = trial[auxiliary + states[i]] - memory[RISE_Z, i]
    for e in range(laws.size):
        if laws[e]["state"] >= 0:
            right[first + numbers[laws[e]["state"]]] -= beta_h * forces[e, 3]
    for e in range(tires.size):
        if tires[e]["state"] >= 0:
            i = first + numbers[tires[e]["state"]]
            right[i] -= beta_h * contacts[e]["rates"][0]
            right[i + 1] -= beta_h * contacts[e]["rates"][1]


@subroutine
def apply(v, a, multipliers, states, p, beta_h, auxiliary, trial, x):
    """Subtract the correction x from all but the poses; returns its size, poses included."""
    n = p.n
    total = 0.0
    for i in range(n):
        v[i] -= x[n + i]
        a[i] -= x[2 * n + i]
        total += (x[n + i] / (1.0 + abs(v[i]))) ** 2 + (x[i] / beta_h) ** 2
    for r in range(p.m):
        multipliers[r] -= x[3 * n + r]
    for i in range(states.size):
        z = auxiliary + states[i]
        trial[z] -= x[p.first_state + i]
        total += (x[p.first_state + i] / (1.0 + abs(trial[z]))) ** 2
    return math.sqrt(total / n)


@subroutine
def remember(framed, memory, independent, states, beta_h, auxiliary, y, trial):
    """What the next step needs of the one from y to `trial`."""
    v, a, multipliers = framed.v, framed.a, framed.multipliers
    for i in range(independent.size):
        memory[MOVED, independent[i]] = displacement(framed.kind, framed.base, y, trial, independent[i])
    for i in range(v.size):
        memory[OLD_V, i], memory[OLD_A, i] = memory[NOW_V, i], memory[NOW_A, i]
        memory[NOW_V, i], memory[NOW_A, i] = v[i], a[i]
    for r in range(multipliers.size):
        memory[OLD_L, r] = memory[NOW_L, r]
        memory[NOW_L, r] = multipliers[r]
    for i in range(states.size):
        z = trial[auxiliary + states[i]]
        memory[OLD_Z, i] = memory[NOW_Z, i]
        memory[NOW_Z, i] = z
        memory[RATE_Z, i] = (z - memory[RISE_Z, i]) / beta_h
