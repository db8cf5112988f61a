"""What results of laws that are called, and values of signals, change by at the same inputs, because their numbers do.

The chain rule of a traced program ends at laws that it calls by address. By their inputs they give slopes; by their own
numbers they have none. Here they are evaluated with the numbers of neighbouring cars at the inputs that were noted, and
weighted to differences: of one law at one state, not of the equations of motion.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.body_forces import drag
from jounce.engine.laws.forces.bushing import bushing
from jounce.engine.laws.forces.laws import force_along
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.forces.signal import signal
from jounce.engine.laws.forces.spring import damper_curve, spring_curve

SIGNAL, FORCE, SPRING_CURVE, DAMPER_CURVE, BUSHING, DRAG, AIR = range(7)
"""Laws with changes of their own."""
OWN_CHANGE = record(parameter=int, beside=int, law=int, place=int, inputs=int)
"""A law whose numbers change with a parameter: row of the neighbours' numbers, number of the element, and where its
inputs begin in the list of places among the notes."""
GATHERED = record(records=int, place=int, signal=int)
"""A signal whose value is gathered: 0 for scalar forces and 1 for loads, place of its change there, its number."""


@subroutine
def put_own_changes(jobs, inputs, gathered, weights, beside, t, notes, g, lanes, own, records):
    """Write changes for group g of the parameters, one a lane.

    jobs: OWN_CHANGE, sorted by parameter. inputs: places of inputs among the notes. weights: of neighbours. beside:
    signals, tables, scalar forces, bushings and drags of the neighbours, (parameters with any, neighbours, …). own:
    what is written of signals, forces, tables of springs, bushings, drags and air; records: changes of scalar forces
    and loads; a row a group each.
    """
    for j in range(jobs.size):
        job = jobs[j]
        lane = job["parameter"] - g * lanes
        if lane < 0 or lane >= lanes:
            continue
        if job["law"] == SIGNAL:
            change_signal(g, job, weights, beside, t, own[0], lanes, lane)
        elif job["law"] == FORCE:
            change_force(g, job, inputs, weights, beside, notes, own[1], lanes, lane)
        elif job["law"] == SPRING_CURVE or job["law"] == DAMPER_CURVE:
            change_curve(g, job, inputs, weights, beside, notes, own[2], lanes, lane)
        elif job["law"] == BUSHING:
            change_bushing(g, job, inputs, weights, beside, notes, own[3], lanes, lane)
        elif job["law"] == AIR:
            change_air(g, job, inputs, weights, beside, notes, own[5], lanes, lane)
        else:
            change_drag(g, job, inputs, weights, beside, notes, own[4], lanes, lane)
    for k in range(gathered.size):
        row, place = 3 * gathered[k]["signal"] * lanes, gathered[k]["place"] * lanes
        for lane in range(lanes):
            records[gathered[k]["records"]][g, place + lane] = own[0][g, row + lane]


@subroutine
def change_signal(g, job, weights, beside, t, out, lanes, lane):
    """Value, rate and acceleration of a signal."""
    p, row = job["beside"], job["place"]
    value, rate, acceleration = 0.0, 0.0, 0.0
    for m in range(weights.size):
        found = signal(beside[0][p, m, row], beside[1][p, m], t)
        value += weights[m] * found[0]
        rate += weights[m] * found[1]
        acceleration += weights[m] * found[2]
    put(out, g, 3 * row, lanes, lane, value)
    put(out, g, 3 * row + 1, lanes, lane, rate)
    put(out, g, 3 * row + 2, lanes, lane, acceleration)


@subroutine
def change_force(g, job, inputs, weights, beside, notes, out, lanes, lane):
    """Force and rate of the state of a scalar force."""
    p, e, k = job["beside"], job["place"], job["inputs"]
    t, x, rate = notes[inputs[k]], notes[inputs[k + 1]], notes[inputs[k + 2]]
    state, sensed = notes[inputs[k + 3]], notes[inputs[k + 4]]
    force, state_rate = 0.0, 0.0
    for m in range(weights.size):
        found = force_along(beside[2][p, m, e], beside[0][p, m], beside[1][p, m], t, x, rate, state, sensed)
        force += weights[m] * found[0]
        state_rate += weights[m] * found[1]
    put(out, g, 2 * e, lanes, lane, force)
    put(out, g, 2 * e + 1, lanes, lane, state_rate)


@subroutine
def change_curve(g, job, inputs, weights, beside, notes, out, lanes, lane):
    """The force that the table of a spring or of its damper gives."""
    p, e, x = job["beside"], job["place"], notes[inputs[job["inputs"]]]
    force = 0.0
    for m in range(weights.size):
        if job["law"] == SPRING_CURVE:
            force += weights[m] * spring_curve(beside[2][p, m, e], beside[1][p, m], x)
        else:
            force += weights[m] * damper_curve(beside[2][p, m, e], beside[1][p, m], x)
    put(out, g, 2 * e + job["law"] - SPRING_CURVE, lanes, lane, force)


@subroutine
def change_bushing(g, job, inputs, weights, beside, notes, out, lanes, lane):
    """Force and torque of a bushing."""
    p, e, k = job["beside"], job["place"], job["inputs"]
    for i in range(6):
        put(out, g, 6 * e + i, lanes, lane, 0.0)
    for m in range(weights.size):
        force, torque = bushing(
            beside[3][p, m, e],
            noted_matrix(notes, inputs, k),
            noted_matrix(notes, inputs, k + 9),
            noted(notes, inputs, k + 18),
            noted(notes, inputs, k + 21),
            noted(notes, inputs, k + 24),
            noted(notes, inputs, k + 27),
        )
        for i in range(3):
            out[g, (6 * e + i) * lanes + lane] += weights[m] * force[i]
            out[g, (6 * e + 3 + i) * lanes + lane] += weights[m] * torque[i]


@subroutine
def change_drag(g, job, inputs, weights, beside, notes, out, lanes, lane):
    """Force of the air."""
    p, e, k = job["beside"], job["place"], job["inputs"]
    for i in range(3):
        put(out, g, 3 * e + i, lanes, lane, 0.0)
    for m in range(weights.size):
        force = drag(beside[4][p, m, e], noted(notes, inputs, k), noted(notes, inputs, k + 3))
        for i in range(3):
            out[g, (3 * e + i) * lanes + lane] += weights[m] * force[i]


@subroutine
def change_air(g, job, inputs, weights, beside, notes, out, lanes, lane):
    """Force and moment of the air, with coefficients or in wind."""
    p, e, k = job["beside"], job["place"], job["inputs"]
    for i in range(6):
        put(out, g, 6 * e + i, lanes, lane, 0.0)
    for m in range(weights.size):
        force, torque = air(
            beside[4][p, m, e],
            beside[0][p, m],
            beside[1][p, m],
            notes[inputs[k]],
            noted(notes, inputs, k + 1),
            noted(notes, inputs, k + 4),
            noted(notes, inputs, k + 7),
            noted(notes, inputs, k + 10),
            noted(notes, inputs, k + 13),
        )
        for i in range(3):
            out[g, (6 * e + i) * lanes + lane] += weights[m] * force[i]
            out[g, (6 * e + 3 + i) * lanes + lane] += weights[m] * torque[i]


@kernel
def noted(notes, inputs, k):
    """Three inputs of a law, from the notes."""
    return (notes[inputs[k]], notes[inputs[k + 1]], notes[inputs[k + 2]])


@kernel
def noted_matrix(notes, inputs, k):
    """Nine inputs of a law, from the notes."""
    a, b, c = noted(notes, inputs, k), noted(notes, inputs, k + 3), noted(notes, inputs, k + 6)
    return (a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2])


@kernel
def put(numbers, g, place, lanes, lane, value):
    """Write one number of one lane."""
    numbers[g, place * lanes + lane] = value
