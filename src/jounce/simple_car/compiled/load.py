"""Contacts along the normal: springs that push, dampers that never pull."""

from jounce.kernel import kernel


@kernel
def spring_load(d, rate, stiffness, damping, onset):
    """Load [N] of a contact of depth d > 0 that deepens with `rate` (S14): max(0, K d + C ḋ min(1, d / d₀))."""
    return max(0.0, stiffness * d + damping * rate * min(1.0, d / onset))


@kernel
def wheel_load(number, d, rate, stiffness, damping):
    """Load [N] of a wheel: the same with a stop that gets harder beyond its depth d_b (S9).

    F_n = max(0, K_s d + K_b max(0, d − d_b)² + K_d ḋ min(1, d / d₀))
    """
    beyond = max(0.0, d - number["stop"])
    stop = number["stop_stiffness"] * beyond * beyond
    return max(0.0, stiffness * d + stop + damping * rate * min(1.0, d / number["onset"]))


@kernel
def wheel_energy(number, d):
    """Energy [J] in the spring and the stop of a wheel."""
    beyond = max(0.0, d - number["stop"])
    return 0.5 * number["stiffness"] * d * d + number["stop_stiffness"] * beyond * beyond * beyond / 3.0
