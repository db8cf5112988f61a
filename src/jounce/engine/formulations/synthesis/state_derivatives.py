"""C and K of implicit steps by exact derivatives of a car's own machine code: forward mode, directions in SIMD lanes.

One evaluation at the state notes what derivatives depend on. Then each pass takes as many directions as a register has
lanes (`jounce.engine.tracing.differentiate`): through the closing of loops, which gives the velocities of dependent
coordinates, and through the equations of motion.

    a velocity           δw = 1; dependent velocities follow: the motion that goes with it
    a position           all coordinates moved along that motion, velocities of dependent ones following
    a first-order state  itself; where it drives a coordinate, what follows of positions, then of velocities
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from jounce.engine.compiler import INTERPRETED, kernel, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import BALL, SCALAR
from jounce.engine.formulations.equations import has_derivatives, linearise_exactly
from jounce.engine.formulations.synthesis.arrays import (
    ALONG,
    CODE_SIZE,
    LANES,
    NOTES,
    NOTING,
    PROJECT_ALONG,
    PROJECT_NOTING,
    SLOPES,
    Model,
)
from jounce.engine.formulations.synthesis.law_calls import context_of
from jounce.engine.linalg.quaternion import load4, rate_body, rate_world, rotate

if not INTERPRETED:
    from jounce.engine.compiler.raw import array_at, run_program, stack_numbers


@has_derivatives.of(Model)
def model_has_derivatives(model):
    return model.code.size == CODE_SIZE and model.code[NOTING] > 0


@linearise_exactly.of(Model)
def linearise_model(model, work, coordinates, independent, auxiliary, t, y, C, K):
    n, size, lanes, numbers = independent.size, y.size, model.code[LANES], work.numbers.size
    # room: what is noted, a state and its slope, and in lanes the changes of work, state, slope and motion
    first = stack_numbers(model.code[NOTES] + 2 * size + lanes * (numbers + 3 * size))
    notes = array_at(first, model.code[NOTES], "numbers")
    first += 8 * model.code[NOTES]
    here = array_at(first, size, "numbers")
    slope = array_at(first + 8 * size, size, "numbers")
    first += 16 * size
    changes = (
        array_at(first, lanes * numbers, "numbers"),
        array_at(first + 8 * lanes * numbers, lanes * size, "numbers"),
        array_at(first + 8 * lanes * (numbers + size), lanes * size, "numbers"),
    )
    motion = array_at(first + 8 * lanes * (numbers + 2 * size), lanes * size, "numbers")
    outcome = note(model, work, t, y, here, slope, notes)
    if outcome != status.OK:
        return outcome
    for c in range(n + auxiliary.size):
        for r in range(n + auxiliary.size):
            K[r, c] = 0.0
    # velocities, and positions moved along them
    for j in range(0, n, lanes):
        clear(changes[1])
        for lane in range(min(lanes, n - j)):
            changes[1][independent[j + lane] * lanes + lane] = 1.0
        follow(model, work, t, notes, changes)
        for i in range(lanes * size):
            motion[i] = changes[1][i]
        evaluate(model, work, t, notes, changes)
        take(independent, auxiliary, changes[2], lanes, j, min(lanes, n - j), C)
        clear(changes[1])
        for lane in range(min(lanes, n - j)):
            move(coordinates, here, motion, changes[1], lanes, lane)
        follow(model, work, t, notes, changes)
        evaluate(model, work, t, notes, changes)
        take(independent, auxiliary, changes[2], lanes, j, min(lanes, n - j), K)
    # first-order states
    for j in range(0, auxiliary.size, lanes):
        clear(changes[1])
        for lane in range(min(lanes, auxiliary.size - j)):
            changes[1][auxiliary[j + lane] * lanes + lane] = 1.0
        follow(model, work, t, notes, changes)  # a filtered input moves what it drives,
        follow(model, work, t, notes, changes)  # and then velocities of dependent coordinates
        evaluate(model, work, t, notes, changes)
        take(independent, auxiliary, changes[2], lanes, n + j, min(lanes, auxiliary.size - j), C)
    return status.OK


@subroutine
def note(model, work, t, y, here, slope, notes):
    """Evaluate both equations at y, and note what derivatives depend on; `here` is y once more closed."""
    for i in range(y.size):
        here[i] = y[i]
    context = context_of(model, work)
    e = model.elements
    records = (e.scalar_forces, e.loads, e.tires, model.ground.box, work.contacts)
    arrays = (model.parameters, work.numbers, here, slope, work.culprit, *records, notes)
    run_program(model.code[PROJECT_NOTING], model.code[SLOPES], context, t, arrays)
    if work.culprit[3] != 0.0:
        return int(work.culprit[3])
    run_program(model.code[NOTING], model.code[SLOPES], context, t, arrays)
    return int(work.culprit[3])


@subroutine
def follow(model, work, t, notes, changes):
    """Let dependent coordinates follow a change of the state, in place."""
    W, y, dy = changes
    run_program(model.code[PROJECT_ALONG], model.code[SLOPES], context_of(model, work), t, (notes, W, y, dy))


@subroutine
def evaluate(model, work, t, notes, changes):
    """The change of ẏ that goes with a change of the state."""
    W, y, dy = changes
    run_program(model.code[ALONG], model.code[SLOPES], context_of(model, work), t, (notes, W, y, dy))


@kernel
def clear(numbers):
    """Zeros."""
    for i in range(numbers.size):
        numbers[i] = 0.0


@kernel
def move(coordinates, y, motion, out, lanes, lane):
    """Rates of the positions of y with the velocities `motion`, both in one lane; see `coordinates`."""
    for i in range(coordinates.size):
        kind, p, u = coordinates[i]["kind"], coordinates[i]["position"], coordinates[i]["velocity"]
        if kind == SCALAR:
            out[p * lanes + lane] = motion[u * lanes + lane]
        elif kind == BALL:
            put4(out, p, lanes, lane, rate_world(load4(y, p), vector(motion, u, lanes, lane)))
        else:
            q, v = load4(y, p + 3), rotate(load4(y, p + 3), vector(motion, u, lanes, lane))
            for k in range(3):
                out[(p + k) * lanes + lane] = v[k]
            put4(out, p + 3, lanes, lane, rate_body(q, vector(motion, u + 3, lanes, lane)))


@kernel
def vector(numbers, i, lanes, lane):
    """Three numbers of one lane."""
    return (numbers[i * lanes + lane], numbers[(i + 1) * lanes + lane], numbers[(i + 2) * lanes + lane])


@kernel
def put4(numbers, i, lanes, lane, q):
    """Write four numbers of one lane."""
    for k in range(4):
        numbers[(i + k) * lanes + lane] = q[k]


@kernel
def take(independent, auxiliary, slope, lanes, column, count, out):
    """Changes of the rates of all unknowns, one lane a column, into a matrix."""
    n = independent.size
    for r in range(n + auxiliary.size):
        i = independent[r] if r < n else auxiliary[r - n]
        for lane in range(count):
            out[r, column + lane] = slope[i * lanes + lane]
