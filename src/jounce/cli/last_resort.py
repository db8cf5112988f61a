"""The last resort: an exception that nobody foresaw becomes one sentence, and a report file to send."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path

from jounce.cli.exit_codes import print_error
from jounce.findings import on_one_line
from jounce.version import __version__

PACKAGES = ("numpy", "scipy", "numba", "llvmlite", "pydantic", "pyarrow", "ruamel.yaml", "typer", "websockets")
MAX_INPUT = 200_000
"""Bytes of an input file that a report may hold."""
ENDINGS = (".yaml", ".yml", ".tir", ".csv")


def report_unforeseen(error: BaseException, arguments: Sequence[str]) -> None:
    """Write the report, and say on stderr where it is and what it holds."""
    kind = "out of memory" if isinstance(error, MemoryError) else f"{type(error).__name__} in {_place(error)}"
    try:
        path = _write("\n".join(_lines(error, arguments)))
        where = f"Please send {path} to the developers; it holds versions, the traceback and the input files named."
    except OSError as refused:
        where = f"No report could be written ({refused.strerror}); {on_one_line(str(error))[:200]}"
    print_error(f"a mistake of jounce, not yours: {kind}. {where}")


def _place(error: BaseException) -> str:
    """File and line where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"


def _write(text: str) -> str:
    """A file for its owner alone."""
    handle, path = tempfile.mkstemp(prefix="jounce-report-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return path


def _lines(error: BaseException, arguments: Sequence[str]) -> Iterator[str]:
    yield f"jounce {__version__}: a report of an unforeseen exception"
    yield f"command: jounce {' '.join(map(repr, arguments))}"
    yield f"Python {platform.python_version()} on {platform.platform()}"
    yield ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    yield "".join(traceback.format_exception(error))
    for argument in arguments:
        file = Path(argument)
        if file.suffix.lower() in ENDINGS and file.is_file():
            yield f"--- {argument}"
            yield _content(file)


def _content(file: Path) -> str:
    """The text of an input file, if it is not large."""
    try:
        with file.open(encoding="utf-8", errors="backslashreplace") as opened:
            return opened.read(MAX_INPUT)
    except OSError as refused:
        return f"cannot be read: {refused.strerror}"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def is_wanted() -> bool:
    """Whether tracebacks are for reports; `JOUNCE_TRACEBACK=1` prints them instead."""
    return os.environ.get("JOUNCE_TRACEBACK", "") in ("", "0") and not hasattr(sys, "ps1")
