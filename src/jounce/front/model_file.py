"""What a YAML file holds: a vehicle or a mechanism."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.mechanism import Mechanism
    from jounce.vehicle import Vehicle
    from jounce.yaml_source import Source

ENDINGS = (".yaml", ".yml")


def read_model(file: Path) -> tuple[Vehicle | Mechanism, Source]:
    """The vehicle or mechanism of a file, told apart by its keys; raises ModelError with all findings."""
    from jounce.mechanism.read import build_mechanism
    from jounce.vehicle import build_vehicle
    from jounce.yaml_source import load_source

    source = load_source(file)
    keys = set(source.data) if isinstance(source.data, dict) else set()
    if keys & {"chassis", "axles", "steering"} and "bodies" not in keys:
        return build_vehicle(source), source
    return build_mechanism(source), source


def named_model(name_or_file: str) -> Vehicle | Mechanism:
    """A vehicle of the library, or what a file holds when the name ends in .yaml or .yml."""
    from jounce import library

    if name_or_file.lower().endswith(ENDINGS):
        return read_model(Path(name_or_file))[0]
    return library.vehicle(name_or_file)
