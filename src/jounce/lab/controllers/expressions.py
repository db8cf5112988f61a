"""A controller made of expressions over channels, as maneuver files and studies write it.

    controllers:
      - name: limiter
        rate: 100 Hz
        outputs:
          drive_torque_rl: input.drive_torque_rl * where(tire.rl.slip_ratio < 0.2, 1, 0)

Names are channels and `t`; `input.NAME` is what is asked of an input now. A condition counts as 1 or 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.controllers.controller import DEFAULT_RATE
from jounce.schema.expression_syntax import TIME
from jounce.schema.expressions import Expression
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Frequency, Positive

INPUT = "input."


def _outputs(value: object) -> object:
    """Outputs as a mapping of strings that can be read."""
    if not isinstance(value, Mapping) or not value:
        raise InputError("no outputs", shown(value), "a mapping of inputs to expressions, such as throttle: 0.5")
    return {str(name): check_expression(str(name), text) for name, text in value.items()}


def check_expression(name: str, text: object) -> str:
    """An expression that has a value at every instant, as it was written; raises InputError for anything else."""
    try:
        expression = Expression.parse(str(text))
    except InputError as refusal:
        found = refusal.finding
        raise InputError(found.what, found.got, found.expected, found.hint, where=name) from None
    if expression.reductions:
        got = f"{expression.reductions[0]} in {text!r}"
        raise InputError("an expression that needs the whole run", got, "a value at every instant", where=name)
    return str(text)


class ExpressionController(Frozen):
    """Moves inputs to the values of expressions, at a rate."""

    name: Annotated[str, Field(description="name of the controller", min_length=1)]
    rate: Annotated[Frequency, Positive, Field(description="rate of the controller [Hz]")] = DEFAULT_RATE
    outputs: Annotated[
        dict[str, str], BeforeValidator(_outputs), Field(description="name of an input → expression of its value [SI]")
    ]

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs that it moves."""
        return tuple(self.outputs)

    def start(self, car: Any, speed: float) -> _ExpressionSession:
        """Start a run."""
        return _ExpressionSession(self.name, {name: Expression.parse(text) for name, text in self.outputs.items()})


class _ExpressionSession:
    def __init__(self, name: str, outputs: Mapping[str, Expression]) -> None:
        self.name, self.outputs = name, outputs

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        return evaluate_now(self.name, self.outputs, t, channels, inputs)


def evaluate_now(
    name: str,
    expressions: Mapping[str, Expression],
    t: float,
    channels: Mapping[str, float],
    inputs: Mapping[str, float],
) -> dict[str, float]:
    """Values of expressions at the time t [s]; name: of the controller, for errors about names in them."""

    def value(of: str) -> float:
        if of == TIME:
            return t
        try:
            return inputs[of.removeprefix(INPUT)] if of.startswith(INPUT) else channels[of]
        except KeyError as error:
            raise InputError(f"unknown name {of!r}", hint=str(error.args[0]), where=f"controller {name}") from None

    return {
        key: float(expression.evaluate({of: value(of) for of in expression.names}))
        for key, expression in expressions.items()
    }
