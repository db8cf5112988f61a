"""The record that every integrator keeps while it works, shared with Python between calls."""

TIME, STEP, STEPS, EVALUATIONS, REJECTED, CULPRIT, SIZE = range(7)
LENGTH = 8
"""Numbers in a progress record: time [s], next step size [s], accepted steps, evaluations, rejected steps, and the
joint and size of the last failure."""
