"""What nobody foresaw: one sentence, a report to send, an exit code of its own; never in place of a finding."""

import re
from pathlib import Path

import pytest

from jounce.cli import main as command
from jounce.cli.exit_codes import BAD_INPUT, UNFORESEEN
from jounce.errors import FileError


def run_main(monkeypatch, *arguments):
    """Exit code of the command with these arguments."""
    monkeypatch.setattr("sys.argv", ["jounce", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        command.main()
    return ended.value.code


@pytest.fixture
def broken(monkeypatch, tmp_path):
    """Reading a result raises what was given, and reports go to a folder of the test."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def raising(error):
        def read(path):
            raise error

        monkeypatch.setattr("jounce.lab.results.read_result", read)

    return raising


def test_an_unforeseen_exception_is_one_sentence_and_a_report(monkeypatch, capsys, tmp_path, broken):
    broken(ZeroDivisionError("a secret mistake"))
    model = tmp_path / "car.yaml"
    model.write_text("name: mine\n")
    assert run_main(monkeypatch, "export", model, "--to", "a.csv") == UNFORESEEN
    said = capsys.readouterr().err
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said
    report = Path(re.search(r"(\S+jounce-report-\S+\.txt)", said)[1])
    text = report.read_text(encoding="utf-8")
    for part in ("a secret mistake", "Traceback", "jounce", "numpy", "export", "name: mine", "in read"):
        assert part in text
    assert report.stat().st_mode & 0o077 == 0  # for its owner alone: it holds the input


def test_a_finding_stays_a_finding(monkeypatch, capsys, tmp_path, broken):
    broken(FileError("a.parquet: damaged"))
    assert run_main(monkeypatch, "export", "a.parquet", "--to", "a.csv") == BAD_INPUT
    assert capsys.readouterr().err == "error: a.parquet: damaged\n"
    assert not list(tmp_path.glob("jounce-report-*"))


def test_a_report_that_cannot_be_written_does_not_hide_the_mistake(monkeypatch, capsys, broken):
    broken(ZeroDivisionError("a mistake"))
    monkeypatch.setattr("tempfile.tempdir", "/nowhere/at/all")
    assert run_main(monkeypatch, "export", "a.parquet", "--to", "a.csv") == UNFORESEEN
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_no_memory_is_said(monkeypatch, capsys, broken):
    broken(MemoryError())
    assert run_main(monkeypatch, "export", "a.parquet", "--to", "a.csv") == UNFORESEEN
    assert "memory" in capsys.readouterr().err
