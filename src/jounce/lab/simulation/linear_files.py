"""A linear model for other programs: python-control and MATLAB files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.lab.results.atomic import atomic_write
from jounce.lab.simulation.linear_model import LinearModel

NAMED = ("states", "inputs", "outputs", "state_units", "input_units", "output_units")
NUMBERS = ("A", "B", "C", "D", "drift", "input_values", "output_values")


def to_control(model: LinearModel) -> Any:
    """The model as `control.StateSpace`; dots of names, which python-control gives a meaning, become underscores."""
    try:
        import control
    except ImportError:
        hint = "pip install 'jounce[control]', or use scipy.signal.StateSpace(*model)"
        raise InputError("package not installed", "control", "python-control", hint, where="to_control") from None
    labels = {name: [one.replace(".", "_") for one in getattr(model, name)] for name in ("states", "inputs", "outputs")}
    return control.ss(*model, name="car", **labels)


def save(model: LinearModel, file: Path) -> Path:
    """Write the model as a MATLAB file of version 5: matrices, columns of numbers, and cell arrays of names."""
    from scipy.io import savemat

    if file.suffix != ".mat":
        raise InputError("not a MATLAB file", repr(str(file)), "a name that ends in .mat", where="save")
    data: dict[str, np.ndarray] = {name: getattr(model, name) for name in NUMBERS}
    data |= {name: np.array(getattr(model, name), dtype=object) for name in NAMED}
    with atomic_write(file) as part:
        savemat(part, data, oned_as="column", appendmat=False)
    return file


def load(file: str | Path) -> LinearModel:
    """A model from a file that `LinearModel.save` has written."""
    from scipy.io import loadmat

    data = loadmat(file, appendmat=False, chars_as_strings=True)
    names: dict[str, Any] = {name: tuple(str(one[0]) for one in data[name].ravel()) for name in NAMED}
    shape = len(names["states"]), len(names["inputs"]), len(names["outputs"])
    sizes = dict(zip("ABCD", [(0, 0), (0, 1), (2, 0), (2, 1)], strict=True))
    matrices = {k: data[k].reshape(shape[i], shape[j]) for k, (i, j) in sizes.items()}
    return LinearModel(**matrices, **names, **{name: data[name].ravel() for name in NUMBERS[4:]})
