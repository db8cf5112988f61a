"""What jounce raises.

JounceError
├── ModelError          the model is wrong; `.findings` lists everything that is; also a ValueError
│   └── AssemblyError   the model is well formed, but its loops cannot be closed
├── InputError          one value is refused, for example a wrong unit; also a ValueError
├── EquilibriumError    no static equilibrium was found
├── SimulationError     a run stopped early; `.time`, `.step` and `.culprit` say where
│   └── RunError        so did a run of a maneuver; `.result` is what was recorded (jounce.lab.runs.run)
└── FileError           a file cannot be read or written
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jounce.findings import Finding


class JounceError(Exception):
    """The root of everything jounce raises on purpose."""


class ModelError(JounceError, ValueError):
    """A model with findings; the message is a headline with their count, then one line for each."""

    def __init__(self, findings: Iterable[Finding], subject: str = "the model") -> None:
        self.findings: tuple[Finding, ...] = tuple(findings)
        self.subject = subject
        super().__init__(self.findings, subject)

    def __str__(self) -> str:
        count = len(self.findings)
        headline = f"{count} {'finding' if count == 1 else 'findings'} in {self.subject}:"
        return "\n".join([headline, *(f"  {finding}" for finding in self.findings)])


class AssemblyError(ModelError):
    """A mechanism whose joints cannot all be satisfied at once."""


class InputError(JounceError, ValueError):
    """One value refused; the parts are those of the Finding it becomes, `where` relative to the value."""

    def __init__(self, what: str, got: str = "", expected: str = "", hint: str = "", where: str = "") -> None:
        super().__init__(what, got, expected, hint, where)
        self.finding = Finding(where, what, got, expected, hint)

    def __str__(self) -> str:
        return str(self.finding)


class EquilibriumError(JounceError):
    """No static equilibrium was found."""


class SimulationError(JounceError):
    """A run that stopped early: at `time` [s], in step number `step`, because of the part named `culprit`."""

    def __init__(
        self, message: str, *, time: float | None = None, step: int | None = None, culprit: str | None = None
    ) -> None:
        super().__init__(message)
        self.time = time
        self.step = step
        self.culprit = culprit
        self.trajectory: Any = None
        """What was recorded until then, when there is anything (a jounce.engine.simulate.Trajectory)."""


class FileError(JounceError):
    """A file that cannot be read or written."""
