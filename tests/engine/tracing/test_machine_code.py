"""Machine code of small programs, against the function that was traced and run in Python."""

from __future__ import annotations

import ctypes
import errno
import math

import numpy as np
import pytest

from jounce.engine.compiler import split, two_to
from jounce.engine.compiler.native.machine import Effort, host, lanes
from jounce.engine.compiler.native.objects import load_object
from jounce.engine.linalg import elementary
from jounce.engine.linalg.select import where
from jounce.engine.tracing import Tracer
from jounce.engine.tracing.fuse import fuse
from jounce.engine.tracing.group import group
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.engine.tracing.substitute import Substitution
from jounce.engine.tracing.trace import Mathematics

ENTRY = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 5)


def corner(P, y, o, q):
    """Something like a corner: it reads at places of its own and adds to a sum that all share."""
    a, b = P[o] * y[q] + P[o + 1], math.sin(y[q + 1]) - P[o + 2] / y[q]
    larger = where(a > b, a, b)
    y[q + 2] = larger + math.atan2(a, b)
    y[0] += a * b
    return max(a, b, 0.5)


def main(P, y, t):
    a, b, c, d = corner(P, y, 0, 4), corner(P, y, 3, 8), corner(P, y, 6, 12), corner(P, y, 9, 16)
    y[1] = t * a
    y[2] = t + b
    y[3] = c - d


def program_of_main(fused: bool = True):
    tracer = Tracer(("P", "y"), constant=("P",), accumulators=[("y", 0)])
    table = {id(where): tracer.where, id(split): tracer.split, id(two_to): tracer.two_to}
    substitution = Substitution({"min": tracer.smallest, "max": tracer.largest}, table)
    substitution.mathematics = Mathematics(tracer, substitution.copy)
    table[id(corner)] = tracer.shared("corner", substitution.copy(corner))
    tracer.enter("main", substitution.copy(main), (tracer.array("P"), tracer.array("y"), 0.0))
    return fuse(tracer.program) if fused else tracer.program


def run(text: str, P: np.ndarray, y: np.ndarray, t: np.ndarray) -> np.ndarray:
    """y after one call."""
    call = ENTRY(load_object(text, ("main",), lambda: text, "a test").addresses["main"])
    out = y.copy()
    call(None, None, t.ctypes.data, P.ctypes.data, out.ctypes.data)
    return out


@pytest.fixture(scope="module")
def numbers():
    rng = np.random.default_rng(0)
    return rng.normal(size=(12, 8)), rng.normal(size=(20, 8)), rng.normal(size=8)


class PlainMath:
    """`math` with our own functions."""

    sin, atan2 = staticmethod(elementary.sin), staticmethod(elementary.atan2)


def test_without_fusing_it_gives_the_bits_of_plain_python(numbers, monkeypatch):
    P, y, t = numbers
    text = write_llvm(program_of_main(fused=False))
    monkeypatch.setitem(corner.__globals__, "math", PlainMath)
    for car in range(8):
        expected = y[:, car].copy()
        main(P[:, car], _Summed(expected), t[car])
        found = run(text, P[:, car].copy(), y[:, car].copy(), t[car : car + 1].copy())
        assert np.array_equal(found, expected)


class _Summed:
    """An array whose first place is added to share by share, as accumulators are."""

    def __init__(self, array):
        self.array = array

    def __getitem__(self, i):
        return 0.0 if i == 0 else self.array[i]

    def __setitem__(self, i, value):
        self.array[i] = self.array[0] + value if i == 0 else value


@pytest.mark.parametrize("width", [2, 4])
def test_calls_in_lanes_give_the_bits_of_calls_one_after_another(numbers, width):
    P, y, t = numbers
    program = program_of_main()
    straight, grouped = write_llvm(program), write_llvm(group(program, width))
    assert f"<{width} x double>" in grouped
    assert "x double>" not in straight
    for car in range(8):
        given = P[:, car].copy(), y[:, car].copy(), t[car : car + 1].copy()
        assert np.array_equal(run(straight, *given), run(grouped, *given))


@pytest.mark.parametrize("count", [2, 4, 8])
def test_cars_in_lanes_give_the_bits_of_one_car(numbers, count):
    P, y, t = numbers
    program = program_of_main()
    one, many = write_llvm(program), write_llvm(program, count)
    together = run(many, P[:, :count].copy(), y[:, :count].copy(), t[:count].copy())
    for car in range(count):
        alone = run(one, P[:, car].copy(), y[:, car].copy(), t[car : car + 1].copy())
        assert np.array_equal(alone, together[:, car])


def test_no_operation_may_be_rounded_otherwise():
    text = write_llvm(program_of_main(), lanes())
    for flag in ("fast", "contract", "reassoc", "arcp", "nnan", "ninf", "nsz", "afn"):
        assert f" {flag} " not in text


def test_code_of_a_damaged_file_is_made_again(tmp_path, monkeypatch, recwarn):
    from jounce.engine.compiler.native import objects

    monkeypatch.setattr(objects, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(objects, "_loaded", {})
    monkeypatch.setattr("jounce.engine.compiler.cache._told", set())
    text, made = write_llvm(program_of_main()), []

    def write():
        made.append(1)
        return text

    load_object("a key", ("main",), write, "a test")
    (path,) = (tmp_path / objects.FOLDER).glob("*.o")
    whole = path.read_bytes()
    for damage in (b"", whole[:100], whole[:-1] + b"x", b"x" + whole[1:], whole + b"x"):
        path.write_bytes(damage)
        objects._loaded.clear()
        load_object("a key", ("main",), write, "a test")
        assert path.read_bytes() == whole
    assert len(made) == 6
    (told,) = recwarn
    assert "damaged; the code is compiled anew" in str(told.message)
    objects._loaded.clear()
    load_object("a key", ("main",), write, "a test")
    assert len(made) == 6


def test_a_full_disk_is_said_once_and_leaves_nothing_behind(tmp_path, monkeypatch, recwarn):
    from jounce.engine.compiler.native import objects

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(objects, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(objects, "_loaded", {})
    monkeypatch.setattr("jounce.engine.compiler.cache._told", set())
    monkeypatch.setattr(objects.os, "replace", full)
    text = write_llvm(program_of_main())
    for key in ("one", "two"):
        assert load_object(key, ("main",), lambda: text, "a test").addresses["main"]
    (told,) = recwarn
    assert "No space left on device" in str(told.message)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path, monkeypatch):
    from jounce.engine.compiler.native import objects

    monkeypatch.setattr(objects, "cache_folder", lambda: tmp_path / "missing")
    monkeypatch.setattr(objects, "_loaded", {})
    monkeypatch.setattr(objects, "is_writable", lambda folder: False)
    text = write_llvm(program_of_main())
    assert load_object("a key", ("main",), lambda: text, "a test").addresses["main"]
    assert list(tmp_path.iterdir()) == []


def test_code_made_with_more_effort_is_other_code(tmp_path, monkeypatch):
    from jounce.engine.compiler.native import objects

    monkeypatch.setattr(objects, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(objects, "_loaded", {})
    text = write_llvm(program_of_main())
    for effort in (Effort(passes=0, code=0), Effort(passes=1, code=1)) * 2:
        load_object("a key", ("main",), lambda: text, "a test", effort=effort)
    assert len(list((tmp_path / objects.FOLDER).glob("*.o"))) == 2


def test_the_key_of_code_has_the_processor():
    assert host().name in host().key
    assert host().features in host().key
