"""How the accelerations answer to small changes of the independent motion: C and K.

With the unknowns x = (independent velocities w, first-order states) and f = ẋ,

    C = ∂f/∂x with positions held,   K = ∂f/∂(positions moved along unit independent velocities).

K has zero columns for first-order states. All dependent coordinates follow through the projection, which holds the
independent ones. A position column moves every coordinate along the velocities that one unit independent velocity
gives; those that are there without any (prescribed motions) are subtracted.

Formulations with exact derivatives (`jounce.engine.formulations.equations.linearise_exactly`) have them from there;
all others by central differences.

Central differences over ±ε lose ε²/L² to curvature, L the length over which f bends, and ε_f/ε to the noise ε_f of f,
which is that of the projection: 1e-15 to 1e-12 of a stiff force. The steps below balance the two for L from a
centimetre up, and leave six digits at the worst; a matrix for iterations needs one.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.formulations.equations import has_derivatives, linearise_exactly

DISPLACEMENT = 2e-6
"""Displacement of the coordinate that moves most [m, rad]."""
VELOCITY = 1e-5
"""Change of a velocity or first-order state, relative to its size, at least 1."""

TRIAL, REST, FIELD, INCREMENT, AHEAD, BEHIND = range(6)
ROWS = 6
"""Rows of scratch: the trial state, the state without independent velocities, the velocities that one of them gives,
the displacement, the slopes on both sides."""


@subroutine
def linearise(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k):
    """C and K (n, n) at time t and the state y, once closed; returns a status."""
    if has_derivatives(model):
        return linearise_exactly(model, work, coordinates, independent, auxiliary, t, y, C, K)
    trial = k[TRIAL]
    n = independent.size + auxiliary.size
    # clear K
    for r in range(n):
        for c in range(n):
            K[r, c] = 0.0
    # velocities with all independent ones zero
    outcome = move_alone(project, model, work, independent, -1, t, y, k[REST])
    if outcome != status.OK:
        return outcome
    for column in range(n + independent.size):
        # displacement along one unknown, its step
        along = column - n
        if along >= 0:
            outcome = move_alone(project, model, work, independent, along, t, y, k[FIELD])
            if outcome != status.OK:
                return outcome
            step = DISPLACEMENT / subtract(k[REST], k[FIELD])
        else:
            step = VELOCITY * max(1.0, abs(y[unknown(independent, auxiliary, column)]))
        # slopes on both sides
        for side in range(2):
            signed = step if side == 0 else -step
            for i in range(y.size):
                trial[i] = y[i]
                k[INCREMENT, i] = signed * k[FIELD, i]
            if along >= 0:
                displace(coordinates, y, k[INCREMENT], trial)
            else:
                trial[unknown(independent, auxiliary, column)] += signed
            outcome = project(model, work, t, trial)
            if outcome == status.OK:
                outcome = derivative(model, work, t, trial, k[AHEAD + side])
            if outcome != status.OK:
                return outcome
        # central difference into a column
        for r in range(n):
            i = unknown(independent, auxiliary, r)
            slope = (k[AHEAD, i] - k[BEHIND, i]) / (2.0 * step)
            if along >= 0:
                K[r, along] = slope
            else:
                C[r, column] = slope
    return status.OK


@subroutine
def evaluations(model, independent, auxiliary):
    """How many evaluations of ẏ `linearise` takes; exact derivatives take one, which notes what they need."""
    return 1.0 if has_derivatives(model) else 2.0 * (2 * independent.size + auxiliary.size)


@subroutine
def unknown(independent, auxiliary, i):
    """Index in y of unknown i."""
    return independent[i] if i < independent.size else auxiliary[i - independent.size]


@subroutine
def move_alone(project, model, work, independent, along, t, y, out):
    """The state y with one unit independent velocity and no other, or with none (along < 0); returns a status."""
    for i in range(y.size):
        out[i] = y[i]
    for i in range(independent.size):
        out[independent[i]] = 1.0 if i == along else 0.0
    return project(model, work, t, out)


@subroutine
def subtract(rest, field):
    """field −= rest; returns the largest entry."""
    largest = 0.0
    for i in range(field.size):
        field[i] -= rest[i]
        largest = max(largest, abs(field[i]))
    return largest
