"""The equations of motion as two addresses, for the integrators (see `jounce.formulations.verbs`).

They are compiled when they are first asked for, once per type of model: only the ground under it can differ.
"""

from collections.abc import Callable

import numpy as np

from jounce.formulations.cartesian.derivative import cartesian_derivative
from jounce.formulations.cartesian.model import Model, Work
from jounce.formulations.cartesian.projection import cartesian_project
from jounce.kernel import pointer

FUNCTIONS = cartesian_derivative, cartesian_project


def derivative_of(model: Model, work: Work) -> Callable:
    """`cartesian_derivative` for a model of this type."""
    return pointer(cartesian_derivative, model, work, 0.0, np.zeros(1), np.zeros(1))


def project_of(model: Model, work: Work) -> Callable:
    """`cartesian_project` for a model of this type."""
    return pointer(cartesian_project, model, work, 0.0, np.zeros(1))
