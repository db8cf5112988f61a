"""Machine code on the disk is found again only if all that it was made from is the same."""

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis import code, traced_records
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling


@pytest.mark.parametrize("name", sorted(traced_records.RECORDS))
def test_code_knows_where_numbers_of_records_lie(name, monkeypatch):
    """A law with another field moves the fields of others, and changes neither the source nor a function."""
    source = synthesis.build(rolling(load_vehicle("dw18"), 15.0)).generated.source
    before = code.Code(source).key
    moved = np.dtype(
        [("new", "f8"), *[(n, traced_records.RECORDS[name][n]) for n in traced_records.RECORDS[name].names]]
    )
    monkeypatch.setitem(traced_records.RECORDS, name, moved)
    code._tracing_hash.cache_clear()
    try:
        assert code.Code(source).key != before
    finally:
        monkeypatch.undo()
        code._tracing_hash.cache_clear()
    assert code.Code(source).key == before
