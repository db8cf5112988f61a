"""Cars that several files drive; they are put back to the start for each test."""

import pytest

from jounce.live.realtime.multibody import MultibodyPlant


@pytest.fixture(scope="session")
def dw18_plant() -> MultibodyPlant:
    return MultibodyPlant("dw18")


@pytest.fixture
def dw18(dw18_plant) -> MultibodyPlant:
    dw18_plant.reset()
    return dw18_plant
