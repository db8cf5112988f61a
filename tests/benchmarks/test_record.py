"""The history of speeds warns of ratios that grow, not of slow machines."""

import json

from benchmarks.record import read_history, regressions, yardstick


def entry(commit, date, **ratios):
    return {"commit": commit, "date": date, "ratios": ratios}


def test_a_ratio_that_grows_is_named_with_the_best_commit_before():
    before = [entry("a", "2026-01-01", rhs=1.0, chord=2.0), entry("b", "2026-01-02", rhs=1.2, chord=1.9)]
    (line,) = regressions(entry("c", "2026-01-03", rhs=1.15, chord=1.95, new=9.0), before)
    assert line == "rhs is 1.15 times that of a, relative to the yardstick"
    assert regressions(entry("c", "2026-01-03", rhs=1.09), before) == []


def test_history_is_read_in_the_order_of_dates(tmp_path):
    for one in (entry("new", "2026-02-01"), entry("old", "2026-01-01")):
        (tmp_path / f"{one['commit']}.json").write_text(json.dumps(one))
    assert [one["commit"] for one in read_history(tmp_path)] == ["old", "new"]


def test_the_yardstick_takes_some_time():
    assert yardstick() > 0.0
