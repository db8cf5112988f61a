"""Machine code on disk belongs to the layout of the records that it reads."""

import numpy as np

from jounce.engine.formulations.synthesis import code, traced_records


def test_a_field_that_moves_makes_other_code(monkeypatch):
    """A law with a new field moves those behind it; source and functions stay the same."""
    before = code._tracing_hash.__wrapped__()
    wider = np.dtype([("new", "f8"), *traced_records.RECORDS["loads"].descr])
    monkeypatch.setitem(traced_records.RECORDS, "loads", wider)
    assert code._tracing_hash.__wrapped__() != before
