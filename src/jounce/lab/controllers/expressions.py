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
    return {str(name): _check(str(name), text) for name, text in value.items()}


def _check(name: str, text: object) -> str:
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
        return {name: self._evaluate(text, t, channels, inputs) for name, text in self.outputs.items()}

    def _evaluate(
        self, expression: Expression, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]
    ) -> float:
        values = {name: t if name == TIME else self._value(name, channels, inputs) for name in expression.names}
        return float(expression.evaluate(values))

    def _value(self, name: str, channels: Mapping[str, float], inputs: Mapping[str, float]) -> float:
        try:
            return inputs[name.removeprefix(INPUT)] if name.startswith(INPUT) else channels[name]
        except KeyError as error:
            where = f"controller {self.name}"
            raise InputError(f"unknown name {name!r}", hint=str(error.args[0]), where=where) from None
