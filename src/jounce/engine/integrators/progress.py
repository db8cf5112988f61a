"""The record that every integrator keeps while it works, shared with Python between calls.

Together with the scratch array it holds everything that the next call needs to go on as if there had been no pause, so
that results do not depend on how a run is cut into calls.
"""

(
    TIME,
    STEP,
    ERROR,
    WRITTEN,
    STEPS,
    EVALUATIONS,
    REJECTED,
    CULPRIT,
    SIZE,
    ITERATIONS,
    REFRESHES,
    PART,
    CHOSEN,
    OUTCOME,
) = range(14)
LENGTH = 14
"""Numbers in a record: time [s], next step size [s] (of fixed steps: the last), last local error, samples written,
accepted steps, evaluations, rejected steps, the joint and size of the last failure, iterations of implicit steps,
how often their matrix was renewed, the length of the last part of a step [s],
the step at which coordinates were last chosen anew, and the status of the last fixed step that failed."""
