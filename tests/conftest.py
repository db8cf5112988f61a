"""One process uses one core: pytest's workers share the machine, and small matrices gain nothing from more threads.

With as many threads as cores in every worker, threads that wait for each other took most of the time of a test.
"""

import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before anything imports NumPy

import pytest
from hypothesis import configuration, settings

from tests.compiled_only import FILES, FOLDERS, FUNCTIONS

HERE = Path(__file__).parent
configuration.set_hypothesis_home_dir(HERE.parent / ".cache" / "hypothesis")
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare `make quick` the import of what it leaves out."""
    return True if "not compiled" in config.option.markexpr and needs_compilation(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make quick` leaves out."""
    for item in items:
        if needs_compilation(item.path) or f"{item.path.name}::{item.name.partition('[')[0]}" in FUNCTIONS:
            item.add_marker(pytest.mark.compiled)


def needs_compilation(path: Path) -> bool:
    """Whether `make quick` leaves out a folder or file of tests as a whole."""
    inside = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return path.name in FILES or bool(FOLDERS & set(inside))
