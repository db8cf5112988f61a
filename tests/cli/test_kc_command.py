"""`jounce kc`: suspensions as a table, a page, JSON and Parquet."""

import json

import pyarrow.parquet as parquet


def test_a_suspension_is_shown_and_its_page_needs_no_network(jounce, tmp_path):
    done = jounce("kc", "dw18", "--axle", "front", "--travel", "20 mm", "--force", "2 kN")
    assert done.exit_code == 0, done.output
    for words in (
        "camber (top outwards +)",
        "roll centre height",
        "Ackermann at the lock",
        "page: out/kc-dw18/kc.html",
    ):
        assert words in done.stdout
    assert "…" not in done.stdout  # it fits on 80 columns
    page = (tmp_path / "out" / "kc-dw18" / "kc.html").read_text(encoding="utf-8")
    assert "<script src" not in page
    assert page.count("<svg viewBox") == 2
    for title in (
        "Wheel rate",
        "Roll centre height",
        "Steer angles",
        "Toe and camber by forces",
        "Lateral force, both wheels alike",
        "anti-dive",
    ):
        assert title in page
    saved = json.loads((tmp_path / "out" / "kc-dw18" / "kc.json").read_text(encoding="utf-8"))
    assert [axle["name"] for axle in saved["axles"]] == ["front"]
    assert saved["axles"][0]["loads"]["lateral_parallel"]["load"][-1] == 2000.0
    assert parquet.read_table(tmp_path / "out" / "kc-dw18" / "kc.parquet").num_rows > 100


def test_json_alone_writes_nothing(jounce, tmp_path):
    done = jounce("kc", "rover6", "--axle", "middle", "--travel", "0.01", "--force", "1 kN", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert [axle["name"] for axle in data["axles"]] == ["middle"]
    assert data["axles"][0]["steer"] is None
    assert data["axles"][0]["loads"] == {}
    assert data["axles"][0]["notes"][0].startswith("no load sweeps: nothing gives way")
    assert not (tmp_path / "out").exists()


def test_what_is_refused_is_said_in_one_line(jounce):
    done = jounce("kc", "sedan", "--axle", "middle")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.strip() == "error: axle: no such axle; got 'middle'; expected one of front, rear"
    assert "nowhere.yaml" in jounce("kc", "nowhere.yaml").stderr
