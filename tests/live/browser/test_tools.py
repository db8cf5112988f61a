"""The tools that build the page and find a browser refuse what would not work, and say so."""

import sys

import pytest

from tools import chromium
from tools.node import Failure, run, suffices


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.12.0", "v24.1.0", "v100.0.0"])
def test_versions_of_node_that_vite_can_use(version):
    """Vite 8 asks for ^20.19 or ≥ 22.12."""
    assert suffices(version)


@pytest.mark.parametrize("version", ["v18.20.4", "v20.18.9", "v21.7.0", "v22.11.0", "20", ""])
def test_versions_of_node_that_vite_cannot_use(version):
    assert not suffices(version)


def test_a_failed_program_shows_its_last_words_and_the_hint(tmp_path):
    code = "import sys; print('out of cheese'); sys.exit(3)"
    with pytest.raises(Failure, match=r"code 3:\n    out of cheese\nBuy some\."):
        run(sys.executable, "-c", code, folder=tmp_path, hint="Buy some.")


def test_a_wrong_chromium_by_name_is_not_passed_over(monkeypatch, tmp_path):
    monkeypatch.setenv("JOUNCE_CHROMIUM", str(tmp_path / "nowhere"))
    with pytest.raises(Failure, match=r"JOUNCE_CHROMIUM = .*nowhere: no Chromium that runs"):
        chromium.find()


def test_a_name_that_does_not_run_is_passed_over(monkeypatch, tmp_path):
    """As of a system whose `chromium` is a script that asks to install a package."""
    for name, code in (("chromium", 1), ("google-chrome", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.delenv("JOUNCE_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = chromium.find()
    assert found is not None
    assert found.executable == str(tmp_path / "google-chrome")
