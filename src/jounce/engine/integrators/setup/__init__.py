"""What integrators need before their first step and make in Python: Jacobians, pivots, arrays."""
