"""The best point of a fit on disk, by which a stopped or killed one goes on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from jounce.errors import InputError
from jounce.lab.identification.problem import Problem
from jounce.lab.results.atomic import write_text

FILE = "best.json"


@dataclass(frozen=True)
class FitState:
    """Whose point it is, the values by name [SI], their cost, and the best costs after each step."""

    key: str
    values: dict[str, float]
    cost: float
    history: tuple[float, ...] = ()


def key_of(problem: Problem) -> str:
    """Vehicle, parameters, records and channels as 32 hex digits: two fits with one key look for the same point."""
    digest = hashlib.sha256()
    said = [
        problem.vehicle.model_dump(mode="json"),
        [[n.name, n.paths, n.low, n.high, n.nominal, n.prior] for n in problem.numbers],
        [[r.name, sorted(r.inputs.items()), r.ground, r.end] for r in problem.records],
        [[s.record, s.channel, s.std, s.held_out] for s in problem.series],
        problem.settings.without_defaults(),
        problem.every,
    ]
    digest.update(json.dumps(said, sort_keys=True, default=str).encode())
    for series in problem.series:
        digest.update(series.time.tobytes())
        digest.update(series.values.tobytes())
    return digest.hexdigest()[:32]


def load_state(folder: Path, key: str, *, fresh: bool) -> FitState | None:
    """The point that a folder holds; None without any, or if it is to be forgotten. Raises InputError for that of
    another fit, or a damaged file."""
    path = folder / FILE
    if fresh or not path.is_file():
        return None
    hint = "choose another folder, or start anew: --fresh, fresh=True"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        values = {str(name): float(value) for name, value in data["values"].items()}
        state = FitState(str(data["key"]), values, float(data["cost"]), tuple(float(c) for c in data["history"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InputError("cannot be read", str(path), "the best point of a fit", hint, where="out") from None
    if state.key != key:
        raise InputError("the folder belongs to another fit", str(folder), "the same study", hint, where="out")
    return state


def save_state(folder: Path, state: FitState) -> None:
    """Write the point, whole or not at all; raises FileError."""
    write_text(folder / FILE, json.dumps(asdict(state), indent=1) + "\n")
