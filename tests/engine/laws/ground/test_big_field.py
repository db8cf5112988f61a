"""A square of 20 km at 0.75 m: 2.8 GB of heights in a file, of which a wheel touches a few pages."""

import os
from pathlib import Path

import numpy as np
import pytest

from jounce.engine.laws.ground import ask
from jounce.engine.terrain import ferguson

NODES, SPACING = 26_667, 0.75
STATM = Path("/proc/self/statm")


def resident() -> int:
    """Bytes of this process in memory."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def hill(x, y):
    return 100.0 + 0.25 * x - 0.5 * y + 0.001953125 * x * y


@pytest.fixture
def field(tmp_path):
    """A sparse file; a strip of it is a hill around its own origin, the rest is level."""
    path = tmp_path / "field.f32"
    with open(path, "wb") as file:
        file.truncate(4 * NODES * NODES)
    heights = np.memmap(path, dtype=np.float32, mode="r+", shape=(NODES, NODES))
    i = np.arange(-40, 41)
    heights[20_000 + i[0] : 20_001 + i[-1], 12_000 + i[0] : 12_001 + i[-1]] = hill(
        SPACING * i[:, None], SPACING * i[None, :]
    )
    heights.flush()
    yield np.memmap(path, dtype=np.float32, mode="r", shape=(NODES, NODES))
    path.unlink()


@pytest.mark.skipif(not STATM.exists(), reason="needs /proc")
def test_a_path_across_a_big_field_reads_a_few_megabytes(field):
    small = ferguson(np.zeros((4, 4), dtype=np.float32), spacing=SPACING)
    far, kilometre = np.linspace(0.0, 19_999.0, 20_000), np.linspace(3_000.0, 3_707.0, 20_000)
    ask(small, far, far)  # compiles, and has the room for answers allocated before
    before = resident()
    ground = ferguson(field, spacing=SPACING)
    assert ground.heights.base is not None
    assert np.shares_memory(ground.heights, field)
    assert resident() - before < 1e6
    assert (ask(ground, 8_000.0, far).height == 0.0).all()  # along a row, all 20 km
    assert resident() - before < 8e6
    assert (ask(ground, kilometre, kilometre).height == 0.0).all()  # 943 rows, a page of 4 kB each, or two
    assert 3e6 < resident() - before < 2e7


def test_heights_are_found_where_they_were_written(field):
    ground = ferguson(field, spacing=SPACING, origin=(-20_000 * SPACING, -12_000 * SPACING))
    x, y = np.random.default_rng(0).uniform(-38 * SPACING, 38 * SPACING, (2, 1000))
    found = ask(ground, x, y)
    assert np.abs(found.height - hill(x, y)).max() < 1e-5  # the heights are rounded to float32
    assert (found.patch[:, 0] == np.floor(x / SPACING) + 20_000).all()
    assert (found.patch[:, 1] == np.floor(y / SPACING) + 12_000).all()
