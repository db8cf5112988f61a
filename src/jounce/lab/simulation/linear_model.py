"""A car about one state as a linear state-space model with names: ẋ = A x + B u, y = C x + D u.

    model = sim.linearise(inputs=["steering_wheel_angle"], outputs=["chassis.yaw_rate"])
    A, B, C, D = model
    handling = model.reduce(["chassis.lateral_velocity", "chassis.yaw_rate"])

x, u and y are differences from the state at which the model was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from jounce.lab.simulation.linear_modes import LinearMode, find_modes

SPEED = "chassis.longitudinal_velocity"


@dataclass(frozen=True, eq=False, repr=False)
class LinearModel:
    """Matrices of the small motions, with the names and units of states, inputs and outputs, in SI and radians.

    Unpacks into A, B, C, D, as `scipy.signal.StateSpace(*model)` takes them.
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    state_units: tuple[str, ...]
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]
    drift: np.ndarray
    """Rates of velocities and element states at the reference itself; zero of a car in a steady state."""
    input_values: np.ndarray
    """Inputs at the reference."""
    output_values: np.ndarray
    """Outputs at the reference."""

    def __post_init__(self) -> None:
        """Make every array read-only."""
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, np.ndarray):
                own = np.array(value, dtype=float)
                own.flags.writeable = False
                object.__setattr__(self, one.name, own)

    def __repr__(self) -> str:
        return f"<LinearModel: {len(self.states)} states; {', '.join(self.inputs)} → {', '.join(self.outputs)}>"

    def __iter__(self) -> Iterator[np.ndarray]:
        """A, B, C and D."""
        return iter((self.A, self.B, self.C, self.D))

    def modes(self) -> list[LinearMode]:
        """Eigenmodes of A with frequency, damping and participating states, one of each conjugate pair, slowest
        first."""
        return find_modes(self.A, self.states)

    def dc_gain(self) -> np.ndarray:
        """D − C A⁻¹ B, (outputs, inputs): where the outputs settle per unit of a constant input.

        Raises InputError for a model with states that do not settle, such as positions.
        """
        from jounce.lab.simulation.reduction import dc_gain

        return dc_gain(self)

    def without_positions(self) -> LinearModel:
        """The model without displacements that neither other states nor outputs depend on: on level ground where the
        car is, where it heads and how far its wheels have turned. From inputs to outputs it is the same model.

        Of wheels, half shafts and differential of a driven axle only the turning of all together is dropped: the first
        angle of them, against which the others then count.
        """
        from jounce.lab.simulation.free_displacements import without_positions

        return without_positions(self)

    def hold(self, states: Iterable[str]) -> LinearModel:
        """The model with these states kept at the reference: without their rows and columns."""
        from jounce.lab.simulation.reduction import hold

        return hold(self, states)

    def reduce(self, states: Iterable[str], *, hold: Iterable[str] | None = None, order: int = 1) -> LinearModel:
        """The model in these states alone; the others follow them as if they had settled.

        hold: states that keep the value of the reference instead, unless they are among `states`; by default the
        speed, which takes long to settle. order: 0 for others that follow without velocities of their own
        (residualisation), 1 for others whose velocities follow, too, so that dampers act. Steady gains are those of the
        full model with the same states held. Raises ModelError for unknown names, InputError if others do not settle.
        """
        from jounce.lab.simulation.reduction import reduce

        held = {SPEED}.intersection(self.states) if hold is None else hold
        return reduce(self, tuple(states), tuple(held), order)

    def to_control(self) -> Any:
        """The model as `control.StateSpace` of python-control, with labels; raises InputError without that package."""
        from jounce.lab.simulation.linear_files import to_control

        return to_control(self)

    def save(self, file: str | Path) -> Path:
        """Write A, B, C, D, names and units as a MATLAB file, such as `car.mat`; returns its path."""
        from jounce.lab.simulation.linear_files import save

        return save(self, Path(file))
