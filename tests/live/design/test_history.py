"""Undo and redo of moves."""

from jounce.live.design.history import History


def test_a_drag_is_one_step():
    history = History()
    history.move({"a": (1.0, 0.0, 0.0)}, done=False)
    history.move({"a": (2.0, 0.0, 0.0)}, done=False)
    history.move({"a": (3.0, 0.0, 0.0)})
    history.move({"b": (0.0, 0.0, 1.0)})
    assert history.undo()
    assert history.places == {"a": (3.0, 0.0, 0.0)}
    assert history.undo()
    assert history.places == {}
    assert not history.undo()
    assert history.redo()
    assert history.places == {"a": (3.0, 0.0, 0.0)}
    history.move({"a": (9.0, 0.0, 0.0)})
    assert not history.can_redo


def test_a_move_to_the_same_place_is_no_step():
    history = History()
    history.move({"a": (1.0, 0.0, 0.0)})
    history.move({"a": (2.0, 0.0, 0.0)}, done=False)
    history.move({"a": (1.0, 0.0, 0.0)})
    assert history.undo()
    assert not history.can_undo


def test_undo_in_the_middle_of_a_drag_takes_it_back():
    history = History()
    history.move({"a": (1.0, 0.0, 0.0)}, done=False)
    assert history.undo()
    assert history.places == {}
