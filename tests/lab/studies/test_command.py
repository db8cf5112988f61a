"""`jounce sweep`, as a user calls it; its page; and what the docs promise."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import jounce as jounce_package
from jounce.cli.main import app
from jounce.cli.progress import describe_progress
from jounce.lab.run_settings import RunSettings
from jounce.lab.studies import sweep
from jounce.lab.studies.executors.chunks import Chunk
from jounce.lab.studies.read import read_plan
from jounce.lab.studies.study import Study
from jounce.lab.studies.sweeping import Progress
from jounce.output.reports.study import render_study_page
from jounce.output.reports.study.figures import figures
from tests.lab.studies import examples
from tests.lab.studies.examples import CHEAP
from tests.output.reports.pages import figures_of

PAGE = (Path(__file__).parents[3] / "docs" / "studies.md").read_text(encoding="utf-8")
STUDY = """
name: cheap
vehicle: dw18
maneuver: j-turn
design: {sobol: {runs: 16}}
parameters:
  maneuver.speed: {from: 40 km/h, to: 80 km/h}
  ground.friction: {from: 0.5, to: 1.0}
"""


@pytest.fixture
def jounce(monkeypatch, tmp_path):
    """Call the command in this process, in a folder with a study, with runs that cost nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sweep.__kwdefaults__, "evaluate", f"{CHEAP}:rows")
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    return lambda *arguments: CliRunner().invoke(app, ["sweep", *arguments])


def test_a_study_is_run_shown_and_written(jounce, tmp_path):
    done = jounce("study.yaml")
    assert done.exit_code == 0, done.output
    assert "16 runs" in done.stdout
    assert "wave" in done.stdout
    assert "16/16 runs" in done.stderr
    assert "runs failed; the first: too much grip" in done.stderr
    folder = tmp_path / "out" / "cheap"
    assert {path.name for path in folder.iterdir()} == {
        ".lock", "key.json", "parts", "runs.parquet", "study.html", "study.yaml", "summary.json",
    }  # fmt: skip
    assert (folder / "study.yaml").read_text(encoding="utf-8") == STUDY
    again = jounce("study.yaml", "--json")
    assert json.loads(again.stdout) == json.loads((folder / "summary.json").read_text(encoding="utf-8"))


def test_check_says_what_would_be_run(jounce, tmp_path):
    done = jounce("study.yaml", "--check")
    assert done.exit_code == 0
    assert "cheap: 16 runs of j-turn with dw18" in done.stdout
    assert re.search(r"maneuver\.speed: 11\.\d+ … 2\d\.\d+ m/s", done.stdout)
    assert not (tmp_path / "out").exists()
    assert json.loads(jounce("study.yaml", "--check", "--json").stdout)["runs"] == 16


def test_exit_codes(jounce, monkeypatch, tmp_path):
    monkeypatch.setitem(sweep.__kwdefaults__, "evaluate", f"{CHEAP}:interrupted_rows")
    stopped = jounce("study.yaml", "--chunk", "2", "-q")
    assert stopped.exit_code == 130
    assert "12 of 16 runs are missing. The same command goes on" in stopped.stderr
    (tmp_path / "study.yaml").write_text(STUDY.replace("from: 0.5", "from: 0.96"), encoding="utf-8")
    changed = jounce("study.yaml")
    assert changed.exit_code == 2
    assert "another study is in this folder" in changed.stderr
    monkeypatch.setitem(sweep.__kwdefaults__, "evaluate", f"{CHEAP}:rows")
    failed = jounce("study.yaml", "--fresh")
    assert failed.exit_code == 3
    assert "16 of 16 runs failed" in failed.stderr
    (tmp_path / "study.yaml").write_text(STUDY.replace("speed", "sped"), encoding="utf-8")
    wrong = jounce("study.yaml")
    assert wrong.exit_code == 2
    assert "study.yaml:7: parameters.maneuver.sped" in wrong.stderr


def test_a_page_shows_every_metric_and_needs_no_network():
    page = render_study_page(sweep(examples.study(64), evaluate=f"{CHEAP}:rows"))
    assert "<script src" not in page
    assert len(page.encode()) < 3e5  # our own drawing, without Plotly
    figures = figures_of(page)
    places = ("influence", "surface", "effect-0", "effect-1", "matrix")
    assert set(figures) == {f"{i}-{place}" for i in (0, 1) for place in places}
    assert re.findall(r'data-metric="(\w+)"', page) == ["wave", "fast"]
    names = [trace["name"] for trace in figures["0-influence"]["data"]]
    assert names == ["share of the variance", "rank correlation", "standardised coefficient"]
    speeds = figures["0-matrix"]["data"][0]["dimensions"]
    (shown,) = (panel for panel in speeds if panel["label"].startswith("speed"))
    assert shown["label"] == "speed [km/h]"
    assert 40.0 <= min(shown["values"]) < max(shown["values"]) <= 80.0
    assert "× too much grip" in page


def test_words_have_their_means_too():
    ground = {
        "settings.integrator": {"values": ["chord", "rosenbrock"]},
        "ground.friction": {"values": [0.5, 0.6, 1.0]},
    }
    study = examples.study(design="grid", parameters={"maneuver.speed": {"values": [12, 18]}, **ground})
    table = sweep(study, evaluate=f"{CHEAP}:rows")
    made = figures(table, "wave", table.sensitivity()["wave"])
    means = made["effect-2"]["data"][-1]  # dots and means of every parameter, words behind numbers
    assert means["x"] == ["chord", "rosenbrock"]
    exact = np.nanmean(table["wave"])  # which does not depend on the integrator
    assert means["y"] == pytest.approx([exact, exact], rel=1e-4)


def test_a_page_without_any_metric_still_opens():
    parameters = {"ground.friction": {"from": 0.96, "to": 1.0}, "maneuver.speed": {"values": [9]}}
    table = sweep(examples.study(parameters=parameters), evaluate=f"{CHEAP}:rows")
    assert table.metrics == ()
    assert "16 runs failed" in render_study_page(table)


def test_progress_in_words():
    assert describe_progress(Progress(0, 8, 0, 0, 0.0)) == "0/8 runs"
    assert describe_progress(Progress(6, 8, 1, 2, 2.0)) == "6/8 runs, 2/s, 0:01 left, 2 were done before, 1 failed"
    assert describe_progress(Progress(1, 7201, 0, 0, 1.0)) == "1/7201 runs, 1/s, 2:00:00 left"


def test_the_study_of_the_docs_is_good(tmp_path):
    text = re.search(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL).group(1)
    (tmp_path / "springs.yaml").write_text(text, encoding="utf-8")
    assert len(read_plan(tmp_path / "springs.yaml").runs) == 256


def test_every_key_is_documented():
    keys = set(re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Keys")[2].partition("## Parameters")[0], re.MULTILINE))
    assert keys == set(Study.model_fields) - {"folder"}
    (settings,) = re.findall(r"^\| `settings` \| (.*)", PAGE, flags=re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", settings)) == set(RunSettings.model_fields)


def test_the_default_evaluation_is_the_real_one():
    assert jounce_package.sweep is sweep
    assert Chunk.evaluate == "jounce.lab.studies.evaluate:evaluate"
