"""Generated source on disk: written once under its hash, imported, compiled to pointers, kept for the next process."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from jounce import kernel

PACKAGE = "jounce_generated"
LONG = 800
"""Lines of a module from which on a second process is worth its start."""


def load_module(source: str) -> ModuleType:
    """Import a generated module, writing it first if it is new."""
    name = module_name(source)
    if name in sys.modules:
        return sys.modules[name]
    path = _file(name, source)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def module_name(source: str) -> str:
    """The name of a generated module, with the hash of its source."""
    return f"{PACKAGE}_{hashlib.sha256(source.encode()).hexdigest()[:16]}"


def _file(name: str, source: str) -> Path:
    """The file of a generated module, in the cache folder or, if that cannot be written, in a temporary one."""
    folder = kernel.cache_folder() / "generated"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="jounce-generated-"))
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(source)
        os.replace(temporary, path)
    return path


def compile_beside(source: str, function: str, *arguments: object) -> subprocess.Popen | None:
    """Have another process compile a function of a long module and keep it on disk; None when that is of no use.

    If the other process fails, nothing is lost: whoever wants the function compiles it.
    """
    long = source.count("\n") > LONG and (os.cpu_count() or 1) > 1 and bool(sys.executable)
    kept = kernel.cache_folder().glob(f"*/{module_name(source)}.{function}-*.nbi")
    if kernel.INTERPRETED or not long or any(kept):
        return None
    command = [sys.executable, "-c", "from jounce.synthesis.module import compile_asked; compile_asked()"]
    try:
        question = pickle.dumps((source, function, kernel.signature(*arguments)))
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
        assert process.stdin is not None
        process.stdin.write(question)
        process.stdin.close()
    except (OSError, pickle.PicklingError, AttributeError, TypeError):
        return None
    return process


def compile_asked() -> None:
    """The other side of `compile_beside`."""
    source, function, signature = pickle.load(sys.stdin.buffer)
    kernel.pointer_of(getattr(load_module(source), function), signature)
