"""Real runs with metrics of our own; workers import it by name."""

from __future__ import annotations

from jounce.lab.metrics import Measured
from jounce.lab.results import Result
from jounce.lab.studies.evaluate import evaluate
from jounce.lab.studies.executors.chunks import Chunk
from jounce.lab.studies.runs import Row


def measured_rows(chunk: Chunk) -> list[Row]:
    """Real runs, with two metrics of our own."""
    return evaluate(chunk, measure=_measure)


def _measure(result: Result, names) -> dict[str, Measured]:
    (yaw_rate,) = (c for c in result.channels if c.name.rpartition(".")[2] == "yaw_rate")
    return {
        "last_yaw_rate": Measured(name="last_yaw_rate", value=float(yaw_rate.values[-1]), unit="rad/s"),
        "never": Measured(name="never", value=None, unit="s", note="it has no meaning here"),
    }
