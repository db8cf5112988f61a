"""The compiled law against `validation/magic_formula`, for every dialect, with and without scaling factors.

The law adds 1e-9 N to peaks before dividing, a part of 1e-13. `python -m validation` prints the table that the page
shows; here the scaling factors come on top.
"""

import numpy as np
import pytest

from validation.cases.tire_parity import ALLOWED, ELLIPSE, TESTS, errors, law, states, tire

SCALES = {
    "LFZO": 1.1, "LMUX": 0.7, "LMUY": 0.8, "LKY": 1.3, "LKX": 0.9, "LCX": 1.05, "LCY": 0.95, "LEX": 0.8, "LEY": 0.9,
    "LHX": 2.0, "LVX": 3.0, "LHY": 0.5, "LVY": 2.0, "LTR": 0.8, "LRES": 1.5, "LKYC": 1.2, "LKZC": 0.7, "LXAL": 0.9,
    "LYKA": 1.1, "LVYKA": 0.8, "LS": 1.2, "LMX": 0.9, "LMY": 1.3,
}  # fmt: skip


@pytest.mark.parametrize("combined", [False, True], ids=["pure", "combined"])
@pytest.mark.parametrize("scales", [{}, SCALES], ids=["as written", "scaled"])
@pytest.mark.parametrize("pressure", [None, 0.8])
@pytest.mark.parametrize("name", TESTS)
def test_forces_and_moments_are_those_of_the_second_evaluation(name, pressure, scales, combined):
    if name.endswith("ellipse"):
        scales = scales | {"LVX": 0.0, "LVY": 0.0, "PVY3": 0.0, "PVY4": 0.0}  # with shifts: the next test
    found = errors(name, pressure, scales, combined=combined)
    assert max(found.values()) < ALLOWED, found


def test_with_vertical_shifts_the_ellipse_differs_from_that_of_adams_by_at_most_their_size():
    found = errors("PAC2002, friction ellipse", combined=True)
    assert 0.001 < max(found.values()) < ELLIPSE


@pytest.mark.parametrize("name", TESTS)
def test_every_term_counts(name):
    """A term that the law forgot would pass where its coefficient is zero: each of these must change something."""
    file, _ = tire(name)
    s = states(file, combined=True)
    before = law(file, s)
    for key in ("QSX4", "QSX10", "QSY2", "QSY3", "QSY4", "SSZ1", "SSZ2", "SSZ3"):
        values = {**file.values, key: file.values[key] * 1.5}
        changed = law(type(file)(file.name, file.dialect, file.side, file.combined, values), s)
        assert any(np.abs(changed[what] - before[what]).max() > 0.0 for what in before), key
