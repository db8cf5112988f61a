"""The floor of `jounce bench`: a user's own kernel is measured, and a file that is none is refused."""

import pytest

from jounce.errors import FileError
from jounce.lab.bench.floor import FloorBench

KERNEL = """
import numpy as np

def build():
    return np.zeros(1), np.zeros(1), np.zeros(3)

def rhs_only(parameters, chassis, start, count):
    return 0

def run(parameters, chassis, y, steps, step, order):
    y[:] += steps * step
"""


def test_a_kernel_is_measured(tmp_path):
    (tmp_path / "kernel.py").write_text(KERNEL, encoding="utf-8")
    floor = FloorBench(tmp_path / "kernel.py")
    floor.measure()
    found = floor.result()
    assert 0.0 < found.rhs == found.rhs_median
    assert 0.0 < found.midpoint == found.midpoint_median


@pytest.mark.parametrize(
    ("text", "words"), [(None, "no such Python file"), ("1 / 0", "ZeroDivisionError"), ("build = 1", "rhs_only, run")]
)
def test_what_is_no_floor_is_refused(tmp_path, text, words):
    path = tmp_path / "floor.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=words):
        FloorBench(path)
