"""Simple pendulum, problem A01 of the IFToMM library of computational benchmark problems in multibody dynamics."""

from __future__ import annotations

from jounce.model.mechanism import Body, Distance, Mechanism
from validation.comparison import Comparison, digits, relative
from validation.motion import moved

GROUP = "Benchmark A01: simple pendulum"
REFERENCE = (-0.27508746258, -0.96141920510)
"""Position at t = 10 s [m], eleven digits."""


def pendulum() -> Mechanism:
    """A point mass of 1 kg at the end of a massless rod of 1 m, horizontal and at rest; gravity along −y."""
    return Mechanism(
        name="A01",
        bodies=[Body(name="bob", mass=1.0, inertia=(1.0, 1.0, 1.0), position=(-1.0, 0.0, 0.0))],  # it does not turn
        joints=[Distance(name="rod", body_b="bob", point_a=(0.0, 0.0, 0.0), point_b=(-1.0, 0.0, 0.0))],
        gravity=(0.0, -9.81, 0.0),
    )


def comparisons() -> list[Comparison]:
    # Dormand–Prince gathers about 100 tolerances of error over ten seconds of swinging: 1e-12 leaves 1e-10.
    run = moved(pendulum(), end=10.0, tolerance=1e-12)
    x, y, _ = run.position("bob")[-1]
    return [
        Comparison(
            group=GROUP,
            name="pendulum",
            quantity=f"{axis} of the mass at t = 10 s",
            reference="IFToMM benchmark A01",
            error=relative(value, known),
            allowed=digits(8),
        )
        for axis, value, known in (("x", x, REFERENCE[0]), ("y", y, REFERENCE[1]))
    ]
