"""`jounce reproduce`: table, JSON and files."""

import functools
import json

import jounce_papers


def test_table_files_and_json(jounce, tmp_path, monkeypatch):
    counted_once = functools.cache(jounce_papers.reproduce)
    monkeypatch.setattr(jounce_papers, "reproduce", counted_once)
    done = jounce("reproduce", "song-2005", "--quick", "--out", "out")
    assert done.exit_code == 0, done.output
    assert "5,691" in done.stdout
    assert (tmp_path / "out" / "song-2005.txt").read_text(encoding="utf-8") == done.stdout
    data = json.loads((tmp_path / "out" / "song-2005.json").read_text(encoding="utf-8"))
    assert data["coordinates"]["joint"]["paper_total"] == 5691
    assert json.loads(jounce("reproduce", "song-2005", "--quick", "--json").stdout) == data


def test_unknown_papers_are_refused(jounce):
    done = jounce("reproduce", "song-2006", "--quick")
    assert done.exit_code == 2
    assert "unknown reproduction; got 'song-2006'; expected one of song-2005" in done.stderr
