"""An external road: the tangent plane that a wheel was told, and a level road for those who were told nothing."""

import numpy as np
import pytest

from jounce.engine.laws.ground import PATCH, External, Plane, allocate_memory, surface
from jounce.engine.laws.ground.external import FRICTION, GIVEN, HEIGHT, ORIGIN_X, ORIGIN_Y, SLOPE_X, SLOPE_Y
from jounce.engine.terrain import ground_of
from jounce.errors import InputError


def test_a_wheel_that_was_told_a_plane_stands_on_it():
    rng = np.random.default_rng(1)
    for slope_x, slope_y, x0, y0, z, friction, x, y in rng.uniform(-2.0, 2.0, (50, 8)).tolist():
        memory = allocate_memory(1)[0]
        memory[GIVEN], memory[HEIGHT], memory[SLOPE_X], memory[SLOPE_Y] = 1.0, z, slope_x, slope_y
        memory[ORIGIN_X], memory[ORIGIN_Y], memory[FRICTION] = x0, y0, friction
        plane = Plane(slope_x, slope_y, x0, y0, z, friction)
        assert surface(External(), memory, x, y) == surface(plane, np.zeros(PATCH), x, y)


def test_others_find_a_level_road():
    ground = External(0.3, 0.7)
    for memory in (allocate_memory(1)[0], np.zeros(0), np.zeros(2), np.zeros(PATCH)):
        assert surface(ground, memory, 3.0, 4.0) == (0.3, 0.0, 0.0, 0.7)


def test_it_is_named_like_other_grounds():
    assert ground_of("external, height=0.1, friction=0.5") == External(0.1, 0.5)
    with pytest.raises(InputError, match="friction"):
        ground_of("external, friction=-1")
