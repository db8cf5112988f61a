"""Generated source on disk: written once under its hash, imported, compiled to pointers, kept for the next process."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from jounce import kernel

PACKAGE = "jounce_generated"


def load_module(source: str) -> ModuleType:
    """Import a generated module, writing it first if it is new."""
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    name = f"{PACKAGE}_{digest}"
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
