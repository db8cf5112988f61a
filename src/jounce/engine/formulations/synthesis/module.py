"""Generated source on disk: written once under its hash, imported, compiled to pointers, kept for the next process.

`HEADER` is the beginning of every generated module: what it may call.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from jounce.engine import compiler as kernel
from jounce.engine.laws.forces.laws import LAWS

_LAWS = "\n".join(
    f"from {force.__module__} import {force.__name__}"
    for law in LAWS.values()
    for force in dict.fromkeys((law.force, *law.variants))
)
_TEMPLATE = '''"""{title}

Written by jounce.engine.formulations.synthesis; parameters, element records and state come in arrays, so one file
serves every car of this topology. See docs/theory/synthesis.md for the equations.
"""

import math

from jounce.engine.linalg.inertia import add as add_inertias
from jounce.engine.linalg.inertia import from_body, momentum, rate_of_momentum
from jounce.engine.linalg.mat3 import (
    identity, load6, load9, matmul, mv, rotate_diagonal, rotate_sym, store9, tmv, transpose,
)
from jounce.engine.linalg.quaternion import (
    from_matrix, load4, multiply, normalize, nudge, rate_body, rate_world, store4, to_matrix,
)
from jounce.engine.linalg.select import where
from jounce.engine.linalg.so3 import turn_matrix
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, load, neg, norm, scale, store, sub, unit_or_zero
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.body_forces import drag
from jounce.engine.laws.forces.bushing import bushing
from jounce.engine.laws.forces.measure import angle, dot1, dot2, twist, unwound
from jounce.engine.laws.forces.signal import follow, put_signals, signal
{laws}
from jounce.engine.laws.tires.magic_formula import relaxed_simple_tire, simple_tire
from jounce.engine.laws.tires.rolling import known_tire
from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.base_equation import (
    add_inertia, add_wrench, clear_base, solve_base, take_inertia, take_share, take_wrench,
)
from jounce.engine.formulations.synthesis.base_equation import clear_rows, solve_rows
from jounce.engine.formulations.synthesis.parent_equation import add_share, add_to, set_share
from jounce.engine.formulations.synthesis.outcome import (
    check_closed, check_finite, check_quality, close_loops, no_trouble, report_trouble,
)
'''

HEADER = _TEMPLATE.replace("{laws}", _LAWS)

FUNCTIONS = frozenset(re.findall(r"\w+", HEADER.partition("import math")[2])) | {"abs", "math", "max", "min"}
"""Names that no line of a kernel may take."""


PACKAGE = "jounce_generated"


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
    try:
        return _written(kernel.cache_folder() / "generated", name, source)
    except OSError:  # a full disk, or a folder of somebody else
        return _written(Path(tempfile.mkdtemp(prefix="jounce-generated-")), name, source)


def _written(folder: Path, name: str, source: str) -> Path:
    """The file in a folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    if not path.exists() or path.read_text(encoding="utf-8") != source:
        handle, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(source)
        os.replace(temporary, path)
    return path
