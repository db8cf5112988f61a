"""`jounce doctor` sees what is there, and says what to do about what is not."""

import importlib.metadata
import importlib.util
import json

import jounce as package
from jounce.cli import doctor
from jounce.cli.exit_codes import FAILED


def test_a_whole_installation_has_no_problem(jounce):
    done = jounce("doctor", "--run")
    assert done.exit_code == 0, done.output
    for word in (
        package.__version__,
        "numba",
        "SIMD lanes",
        "ray" if importlib.util.find_spec("ray") else "jounce[ray]",
        "times faster than real time",
        "no problem",
    ):
        assert word in done.stdout


def test_python_gets_the_same_checks_as_data(jounce):
    told = json.loads(jounce("doctor", "--json").stdout)
    assert [(one["topic"], one["name"]) for one in told] == [(one.topic, one.name) for one in package.doctor()]


def test_a_missing_package_and_an_unwritable_cache_are_problems(jounce, monkeypatch):
    def version(name):
        if name == "pyarrow":
            raise importlib.metadata.PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(doctor.importlib.metadata, "version", version)
    monkeypatch.setattr("jounce.engine.compiler.cache.is_writable", lambda folder: False)
    done = jounce("doctor")
    assert done.exit_code == FAILED
    assert "pip install pyarrow" in done.stdout
    assert "NUMBA_CACHE_DIR" in done.stdout
    assert "2 problems found" in done.stdout


def test_every_extra_has_a_purpose():
    names = importlib.metadata.metadata("jounce").get_all("Provides-Extra")
    assert set(doctor.PURPOSES) == set(names) - {"dev", "docs"}
