"""The record that every integrator keeps while it works, shared with Python between calls.

It holds everything that the next call needs to go on as if there had been no pause, so that results do not depend on
how a run is cut into calls.
"""

TIME, STEP, ERROR, WRITTEN, STEPS, EVALUATIONS, REJECTED, CULPRIT, SIZE = range(9)
LENGTH = 9
"""Numbers in a record: time [s], next step size [s], last local error, samples written, accepted steps, evaluations,
rejected steps, and the joint and size of the last failure."""
