"""Many cars of one topology as stacks: the arrays of `jounce.formulations.generated`, a first axis over the cars."""

from typing import NamedTuple

import numpy as np

from jounce.formulations.generated import Model, Work
from jounce.ground import Ground
from jounce.integrators.many import member


class Models(NamedTuple):
    """Models of n cars on one ground."""

    parameters: np.ndarray
    springs: np.ndarray
    bushings: np.ndarray
    loads: np.ndarray
    drags: np.ndarray
    tires: np.ndarray
    signals: np.ndarray
    tables: np.ndarray
    ground: Ground
    tire: int


class Works(NamedTuple):
    """Scratch of n cars."""

    numbers: np.ndarray
    contacts: np.ndarray
    culprit: np.ndarray


@member.of(Models)
def model_member(stack, i):
    return Model(
        stack.parameters[i],
        stack.springs[i],
        stack.bushings[i],
        stack.loads[i],
        stack.drags[i],
        stack.tires[i],
        stack.signals[i],
        stack.tables[i],
        stack.ground,
        stack.tire,
    )


@member.of(Works)
def work_member(stack, i):
    return Work(stack.numbers[i], stack.contacts[i], stack.culprit[i])
