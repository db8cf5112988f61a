"""The question itself: normal, memory, and from Python without arrays."""

import numpy as np
import pytest

from jounce.engine.laws.ground import PATCH, allocate_memory, ask, forget, surface, unit_normal
from jounce.engine.terrain import plane
from tests.engine.laws.ground.grids import rough


def test_the_normal_is_upright_to_the_tangents():
    for zx, zy in ((0.0, 0.0), (0.3, -0.7), (-5.0, 2.0)):
        n = np.array(unit_normal(zx, zy))
        assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-15)
        assert n[2] > 0.0
        assert n @ [1.0, 0.0, zx] == pytest.approx(0.0, abs=1e-15)
        assert n @ [0.0, 1.0, zy] == pytest.approx(0.0, abs=1e-15)


def test_memory_begins_empty_and_can_be_emptied():
    memory = allocate_memory(4)
    assert memory.shape == (4, PATCH)
    assert (memory[:, :2] == -1.0).all()
    first, second = rough({"spacing": "regular"}, seed=1), rough({"spacing": "regular"}, seed=2)
    patch = memory[2]
    surface(first, patch, 0.1, 11.1)
    assert patch[:2].tolist() == ask(first, 0.1, 11.1).patch.tolist()
    assert (memory[[0, 1, 3], :2] == -1.0).all()
    forget(patch)
    assert surface(second, patch, 0.1, 11.1)[0] == pytest.approx(float(ask(second, 0.1, 11.1).height), abs=1e-15)


@pytest.mark.parametrize("ground", [plane(grade=0.1, bank=0.2), rough({"spacing": "irregular"})])
def test_python_may_ask_too(ground):
    z, zx, zy, friction = surface(ground, allocate_memory(1)[0], 1.0, 12.0)
    found = ask(ground, 1.0, 12.0)
    assert z == pytest.approx(float(found.height), abs=1e-14)
    assert (zx, zy) == pytest.approx(found.gradient, abs=1e-13)
    assert friction == found.friction


def test_answers_have_the_shape_of_the_points():
    found = ask(rough({"spacing": "regular"}), np.zeros((3, 1)), np.full(5, 11.0))
    shapes = [part.shape for part in found]
    assert shapes == [(3, 5), (3, 5, 2), (3, 5, 3), (3, 5), (3, 5, 2)]
    assert ask(plane(), 0.0, 0.0).height.shape == ()
