"""Machine code of derivatives by everything that equations read: states, numbers of kernels and records, signals.

The derivatives of `jounce.engine.formulations.synthesis.code` are those by states alone, because matrices of implicit
steps need no others. Here parameters, records of traced laws and the label of a plane change, too, and contacts of
tires are differentiated. What is not in the record of the program changes by tables of numbers beside it, which whoever
asks fills in (`jounce.engine.formulations.synthesis.own_changes`):

    signal values      value, rate and acceleration of each; a gathered value stands in the record that gathers it
    laws by address    results of force laws, tables of springs, bushings, air and grounds, at the inputs that they had
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from jounce.engine.compiler import INTERPRETED
from jounce.engine.compiler.native import lanes as registers
from jounce.engine.compiler.native import load_object
from jounce.engine.formulations.synthesis import law_calls
from jounce.engine.formulations.synthesis.code import (
    ABOUT,
    ENTRIES,
    OFTEN,
    ONCE,
    DerivativeCode,
    program_of,
    read_about,
    write_about,
)
from jounce.engine.tracing.differentiate import Differentiated, KnownCall, differentiate
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.record import Place
from jounce.errors import InputError

NOTE, PROJECT_NOTE, ALONG, PROJECT_ALONG, LAWS, NOTES, LANES = range(7)
"""Places in `ParameterCode.addresses`: of both equations as they note, of both along directions, and of the table of
laws; how many numbers are noted, and how many directions go side by side."""
SIGNALS, FORCES, CURVES = "own_signals", "own_forces", "own_curves"
BUSHINGS, DRAGS, OWN_AIR, GROUNDS = "own_bushings", "own_drags", "own_air", "own_grounds"
TABLES: Mapping[str, int] = {SIGNALS: 3, FORCES: 2, CURVES: 2, BUSHINGS: 6, DRAGS: 3, OWN_AIR: 6, GROUNDS: 4}
"""Array of what results change by at the same inputs → numbers of a row; a row for each element."""
CHANGES = ("P", "W", "y", "dy", "scalar_forces", "loads", "tires", "ground", "contacts", *TABLES)
"""Arrays of changes in the order in which programs along directions take them, after the notes."""
_TABLE_OF = {"signal": SIGNALS, "bushing": BUSHINGS, "drag": DRAGS, "air": OWN_AIR, "ground": GROUNDS}


def own_change(law: str, place: Place, result: int) -> tuple[str, Place, int]:
    """Where it stands what a result of a law changes by at the same inputs."""
    if law == "signals":
        return SIGNALS, (None, result), 0
    if law in law_calls.CURVES:
        return CURVES, place, law_calls.CURVES.index(law)
    return _TABLE_OF.get(law, FORCES), place, result


@dataclass(frozen=True, eq=False)
class ParameterCode:
    """Loaded code, and where its own changes belong."""

    addresses: np.ndarray
    """NOTE … LANES"""
    law_calls: tuple[KnownCall, ...]
    """Calls of laws by `derivative`, whose inputs its notes hold."""
    gathered: tuple[tuple[str, int, int], ...]
    """Array, row and column of numbers of signals whose values are gathered."""
    table: np.ndarray
    """Addresses of laws."""


class ParameterProgram(DerivativeCode):
    """Derivatives of a generated module with respect to all that it reads, by forward mode."""

    @property
    def key(self) -> str:
        """All that the machine code is made from."""
        return f"parameters {_own_hash()} {super().key}"

    @functools.cached_property
    def both(self) -> Differentiated:
        """The program that notes, and the one along directions."""
        found = differentiate(program_of(self.source), ("culprit",), passes=1, own=own_change, tables=TABLES)
        assert found.directions.arrays[1:] == CHANGES
        return found

    def noting(self) -> str:
        """The equations that note, in LLVM's language; beside them where own changes belong."""
        both = self.both
        calls = [f"{c.name}/{c.place}/{','.join(map(str, c.inputs))}" for c in both.law_calls["derivative"]]
        gathered = [f"{array}/{row}/{column}" for array, row, column in sorted(both.gathered)]
        laws = both.values.outside
        about = write_about(both.size, len(laws), *laws, len(calls), *calls, *gathered)
        return write_llvm(both.values) + about


@functools.cache
def _own_hash() -> str:
    """Hash of this file, which says where own changes belong."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


@functools.cache
def load_parameter_code(source: str) -> ParameterCode:
    """The code for a generated module; compiled when first asked for, or taken from the disk.

    Raises InputError without a compiler.
    """
    if INTERPRETED:
        raise InputError("derivatives need machine code", "NUMBA_DISABLE_JIT=1", hint="run without that variable")
    program, title = ParameterProgram(source), "derivatives by parameters and inputs"
    noting = load_object(f"noting {program.key}", (*ENTRIES, ABOUT), program.noting, title, effort=ONCE)
    along = load_object(f"along {program.key}", ENTRIES, program.along, title, effort=OFTEN)
    size, count, *words = read_about(noting)
    table = law_calls.law_table(words[: int(count)])
    many, *rest = words[int(count) :]
    found = [part.addresses[name] for part in (noting, along) for name in ENTRIES]
    addresses = np.array([*found, table.ctypes.data, int(size), registers()], dtype=np.int64)
    calls = tuple(map(_known_call, rest[: int(many)]))
    return ParameterCode(addresses, calls, tuple(map(_gathered, rest[int(many) :])), table)


def _known_call(text: str) -> KnownCall:
    name, place, inputs = text.split("/")
    return KnownCall(name, int(place), tuple(int(x) for x in inputs.split(",") if x))


def _gathered(text: str) -> tuple[str, int, int]:
    array, row, column = text.split("/")
    return array, int(row), int(column)
