"""The page of handling diagrams: light, with its figures, and the numbers of the analysis."""

import pytest

from jounce.lab.quasi_steady.handling import handling
from jounce.output.reports.handling import number_rows, render_handling_page
from tests.output.reports.pages import figures_of


@pytest.fixture(scope="module")
def found():
    return handling("dw18", speed="60 km/h", speeds=["60 km/h"])


def test_the_page_shows_the_diagrams(found):
    page = render_handling_page(found)
    assert len(page.encode()) < 2e5
    figures = figures_of(page)
    assert set(figures) == {"yaw-moment", "ggv", "limits"}
    lines = figures["yaw-moment"]["data"]
    assert len(lines) == len(found.yaw_moment.slip) + len(found.yaw_moment.steering)
    assert lines[12]["x"][12] == pytest.approx(0.0, abs=1e-4)
    rows = {label: value for label, value, _ in number_rows(found)}
    assert rows["steady cornering at most (C_N = 0)"] in page
    assert found.data()["envelopes"][0]["braking"] == found.envelopes[0].braking
