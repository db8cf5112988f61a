"""A pause of the search for garbage leaves things as they were, and what was made meanwhile is still collected."""

import gc
import weakref

import pytest

from jounce.garbage import collection_paused


class Knot:
    """An object that only the search for cyclic garbage frees."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def _collecting():
    was = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if was else gc.disable)()


def test_nothing_is_searched_meanwhile_and_all_is_found_afterwards():
    with collection_paused():
        assert not gc.isenabled()
        knot = weakref.ref(Knot())
        kept = [[] for _ in range(10 * gc.get_threshold()[0])]
        assert knot() is not None
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    gc.collect(1)
    assert knot() is not None  # it counts as old
    gc.collect()
    assert knot() is None
    assert len(kept) > 1


def test_where_nothing_was_searched_nothing_is_afterwards():
    gc.disable()
    with pytest.raises(KeyError), collection_paused():
        raise KeyError
    assert not gc.isenabled()


def test_an_error_ends_the_pause():
    with pytest.raises(KeyError), collection_paused():
        raise KeyError
    assert gc.isenabled()


def test_objects_that_were_set_apart_stay_so():
    gc.freeze()
    try:
        apart = gc.get_freeze_count()
        with collection_paused():
            pass
        assert gc.get_freeze_count() == apart > 0
    finally:
        gc.unfreeze()
