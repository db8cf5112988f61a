"""The reference car, as it was specified and as the library gives it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jounce.model import library
from jounce.model.mechanism import Mechanism, replace
from jounce.model.vehicle import Vehicle, to_mechanism

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def specification() -> dict[str, Any]:
    """The numbers of DW18 as they were specified."""
    return json.loads((DATA / "dw18.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def dw18() -> Vehicle:
    """The car of the library."""
    return library.vehicle("dw18")


@pytest.fixture(scope="session")
def mechanism(dw18: Vehicle) -> Mechanism:
    """The car of the library as a mechanism."""
    return to_mechanism(dw18)


@pytest.fixture(scope="session")
def dw18_text() -> str:
    """The YAML of the car, to be spoiled by tests."""
    return (Path(library.__file__).parent / "dw18.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def rover6() -> Vehicle:
    """The 6×6 of the library."""
    return library.vehicle("rover6")


@pytest.fixture(scope="session")
def hatchback() -> Vehicle:
    """The small car of the library, on MacPherson struts and a twist beam."""
    return library.vehicle("hatchback")


@pytest.fixture(scope="session")
def uncontrolled(rover6: Vehicle) -> Mechanism:
    """The 6×6 as a mechanism with its motors switched off."""
    return to_mechanism(replace(rover6, skid_steering=None))


@pytest.fixture(scope="session")
def rover6_text() -> str:
    """The YAML of the 6×6, to be spoiled by tests."""
    return (Path(library.__file__).parent / "rover6.yaml").read_text(encoding="utf-8")
