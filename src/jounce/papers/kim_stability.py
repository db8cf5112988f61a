"""What limits the steps: the fastest mode of the car, and steps without a maximum."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.analysis import linearise
from jounce.formulations.cartesian import system as cartesian_system
from jounce.papers.kim_drive import RELATIVE, Drive, adams, drive_with
from jounce.papers.kim_numbers import step_numbers

FREE = 0.1
"""A maximum step that no run comes near [s]."""
TIGHTER = 0.01
"""Factor of a tolerance that would more than halve the steps if accuracy, at orders two to five, limited them."""


def stability(drive: Drive) -> dict[str, Any]:
    """The largest |λ| at the start with the bodies that move most, and runs without a maximum and more accurate."""
    world = drive.system("augmented_world")
    assert isinstance(world, cartesian_system.System)
    fastest = max(linearise(world, drive.start("augmented_world")).modes(), key=lambda mode: abs(mode.eigenvalue))
    free = step_numbers(drive_with(drive, "projection", adams(FREE)), FREE)
    tight = step_numbers(drive_with(drive, "projection", adams(FREE, TIGHTER * RELATIVE)), FREE)
    kept = ("steps", "median_step")
    return {
        "fastest_mode": {
            "magnitude": float(abs(fastest.eigenvalue)),
            "real": float(np.real(fastest.eigenvalue)),
            "imaginary": float(np.imag(fastest.eigenvalue)),
            "bodies": [body for body, share in fastest.bodies.items() if share > 0.1],
        },
        "without_maximum": {key: free[key] for key in kept},
        "tighter": {"factor": TIGHTER, **{key: tight[key] for key in kept}},
    }
