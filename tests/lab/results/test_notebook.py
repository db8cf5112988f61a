"""What a result shows of itself in a notebook."""

import dataclasses

import pytest

from jounce.lab.results import Result


def test_one_line(small_result):
    assert repr(small_result) == "<Result stroll · toy: 4 channels, 11 samples, 1 s>"


def test_the_table_is_escaped_and_has_no_script(small_result):
    measured = {"peak": {"value": 0.25, "unit": "m", "note": ""}, "none": {"value": None, "unit": "s", "note": "why"}}
    metadata = dataclasses.replace(small_result.metadata, vehicle="<toy>", measured=measured)
    page = Result(small_result.channels, metadata)._repr_html_()
    assert "&lt;toy&gt;" in page
    assert "<script" not in page
    assert ">peak</td>" in page
    assert ">0.25</td>" in page
    assert ">chassis.speed</td>" in page
    assert [">10</td>" in page, ">11</td>" in page] == [True, True]  # its smallest and largest value


def test_channels_of_one_unit_share_a_row(left_turn):
    figure = left_turn.plot("tire.fl.vertical_force", "tire.fr.vertical_force", "chassis.speed")
    assert [trace.name for trace in figure.data] == [
        "tire.fl.vertical_force",
        "tire.fr.vertical_force",
        "chassis.speed",
    ]
    assert [trace.yaxis for trace in figure.data] == ["y", "y", "y2"]
    assert figure.layout.yaxis.title.text == "[N]"
    assert figure.layout.yaxis2.title.text == "[m/s]"


def test_by_default_it_plots_the_usual(left_turn, small_result):
    assert len(left_turn.plot().data) == 6
    assert [trace.name for trace in small_result.plot().data] == ["chassis.speed", "chassis.yaw_rate"]
    with pytest.raises(KeyError, match="did you mean"):
        left_turn.plot("chassis.sped")
