"""The key of a study: a hash of everything its rows depend on, by which a folder knows whose rows it holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jounce.maneuvers import Maneuver
from jounce.studies.plan import Plan
from jounce.version import __version__


def key_of(plan: Plan) -> str:
    """Study, vehicle, maneuver, the files they name, all values and the version of jounce, as 32 hex digits.

    Worker counts, executors and places of files are no part of it: rows do not depend on them.
    """
    digest = hashlib.sha256()
    subject = plan.subject
    vehicle = subject.vehicle.model_dump(mode="json")
    said = {
        "jounce": __version__,
        "vehicle": _without_folders(vehicle),
        "maneuver": [Path(subject.maneuver).name, _without_folders(_plain(subject.options)), *_content(subject.plan())],
        "settings": _without_folders(subject.settings.given()),
        "columns": [[c.name, c.paths, c.unit, c.nominal] for c in plan.columns],
        "metrics": plan.metrics,
        "jobs": [[job.index, job.seed, *job.parameters.values()] for job in plan.jobs],
    }
    digest.update(json.dumps(said, sort_keys=True, default=str).encode())
    for text in sorted({*_texts(vehicle), *_texts(subject.settings.given()), subject.maneuver}):
        path = Path(text.partition(",")[0].strip())
        if path.suffix and path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _content(plan: Maneuver) -> list[Any]:
    """What a maneuver asks for; its ground is made from its options, and need not say the same in every process."""
    inputs = {name: repr(signal) for name, signal in plan.inputs.items()}
    return [inputs, plan.speed, plan.end, plan.step, plan.sample, plan.stop, _plain(plan.options)]


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(dict(data), default=str))


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)


def _without_folders(data: Any) -> Any:
    """The same data with files by their names alone: a folder that was moved is the same study."""
    if isinstance(data, str):
        head, comma, rest = data.partition(",")
        return Path(head).name + comma + rest if Path(head.strip()).suffix and "/" in head else data
    if isinstance(data, dict):
        return {key: _without_folders(value) for key, value in data.items()}
    return [_without_folders(value) for value in data] if isinstance(data, list | tuple) else data
