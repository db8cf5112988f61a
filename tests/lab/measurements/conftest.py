"""A short run of a real car that steers left."""

import pytest

from jounce.lab.results import Result


@pytest.fixture(scope="session")
def left_turn() -> Result:
    """0.8 s of dw18 with a quick steer to the left."""
    import jounce

    return jounce.run("j-turn", vehicle="dw18", start=0.1, ramp_time=0.2, duration=0.8)
