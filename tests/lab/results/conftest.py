"""A small result made by hand, and a short run of a real car that steers left."""

import numpy as np
import pytest

from jounce.lab.results import Channel, Metadata, Result


@pytest.fixture
def small_result() -> Result:
    time = np.linspace(0.0, 1.0, 11)
    metadata = Metadata(
        vehicle="toy",
        maneuver="stroll",
        settings={"formulation": "cartesian", "integrator": "rk4", "step": 0.001, "tolerance": None},
        planned_end=1.0,
        options={"speed": 1.5},
        about="A toy <b>car</b> & its friends.",
        jounce_version="0.0.1",
        created="2026-01-01T00:00:00+00:00",
        steps=1000,
        evaluations=4000,
        rejected_steps=0,
        wall_time=0.25,
    )
    channels = (
        Channel("time", "s", "", "time since the start", time),
        Channel("chassis.yaw_rate", "rad/s", "world", "about the vertical; steer left → positive", np.sin(time) / 3.0),
        Channel("chassis.speed", "m/s", "world", "horizontal", 10.0 + time),
        Channel("joints.violation", "m", "", "largest |Φ|", np.where(time == 0.5, 2e-12, 1e-15)),
    )
    return Result(channels, metadata)


@pytest.fixture(scope="session")
def left_turn() -> Result:
    """0.8 s of dw18 with a quick steer to the left."""
    import jounce

    return jounce.run("j-turn", vehicle="dw18", start=0.1, ramp_time=0.2, duration=0.8)
