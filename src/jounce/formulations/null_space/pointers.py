"""The equations of motion as two addresses, for the integrators (see `jounce.formulations.verbs`)."""

from collections.abc import Callable

import numpy as np

from jounce.formulations.null_space.derivative import null_space_derivative
from jounce.formulations.null_space.model import Model, Work
from jounce.formulations.null_space.projection import null_space_project
from jounce.kernel import pointer

FUNCTIONS = null_space_derivative, null_space_project


def derivative_of(model: Model, work: Work) -> Callable:
    """`null_space_derivative` for a model of this type."""
    return pointer(null_space_derivative, model, work, 0.0, np.zeros(1), np.zeros(1))


def project_of(model: Model, work: Work) -> Callable:
    """`null_space_project` for a model of this type."""
    return pointer(null_space_project, model, work, 0.0, np.zeros(1))
