"""Drive cycles of the library against the totals of their regulation."""

from itertools import pairwise

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.model.library.cycles import cycle_speeds


def test_wltc_class_3b_has_the_totals_of_the_regulation():
    """UN GTR 15: 1800 s; 3095, 4756, 7162 and 8254 m in four phases that end at 589, 1022, 1477 and 1800 s."""
    speeds = cycle_speeds("wltc-class-3b")
    assert len(speeds) == 1801
    assert 3.6 * speeds.max() == pytest.approx(131.3)
    ends = [0, 590, 1023, 1478, 1801]
    ways = [speeds[a:b].sum() for a, b in pairwise(ends)]
    assert np.round(ways) == pytest.approx([3095, 4756, 7162, 8254])
    assert speeds[0] == speeds[-1] == 0.0


def test_an_unknown_cycle_is_refused():
    with pytest.raises(InputError, match="wltc-class-3b"):
        cycle_speeds("nedc")
