"""Compiled code on the disk: trusted only from its owner, and never in the way when it is damaged or cannot be kept."""

import os
import re
import shutil
import time

import pytest

from jounce.engine.compiler import cache
from tests.engine.compiler.test_kernel import answer, run

SUM = """
import json, warnings
from mechanics import weighted_sum
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    value = weighted_sum((1.0, 2.0)), weighted_sum((1.0, 2.0, 3.0))
hits = sum(weighted_sum.stats.cache_hits.values())
print(json.dumps({"value": value, "hits": hits, "told": [str(one.message) for one in told]}))
"""
VALUE = [5.0, 14.0]
__all__ = ["run"]  # a fixture


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "noise", "longer"])
def test_a_damaged_file_is_seen(tmp_path, damage):
    file = tmp_path / "a.nbc"
    cache.write_file(str(file), b"machine code")
    assert cache.read_file(str(file)) == b"machine code"
    content = bytearray(file.read_bytes())
    flipped = content.copy()
    flipped[-3] ^= 1
    made = {"cut": content[:-2], "flip": flipped, "empty": b"", "noise": os.urandom(99), "longer": content + b"x"}
    file.write_bytes(made[damage])
    with pytest.raises(cache.DamagedFileError):
        cache.read_file(str(file))


def test_damaged_and_open_code_is_said_once_and_compiled_anew(run, tmp_path):
    """Whoever writes it lets others write everything."""
    assert answer(run("import os; os.umask(0)\n" + SUM)) == {"value": VALUE, "hits": 0, "told": []}
    kept = tmp_path / "cache" / "kernels"
    assert not [path for path in kept.rglob("*") if path.stat().st_mode & 0o022]
    # machine code with another bit
    data = min(kept.rglob("*.nbc"))
    code = bytearray(data.read_bytes())
    code[len(code) // 2] ^= 1
    data.write_bytes(code)
    again = answer(run(SUM))
    assert (again["value"], again["hits"], len(again["told"])) == (VALUE, 0, 1)
    assert "damaged" in again["told"][0]
    # what was compiled anew is kept, but not loaded when others may write it
    (index,) = kept.rglob("*.nbi")
    index.chmod(0o666)
    once_more = answer(run(SUM))
    assert (once_more["value"], once_more["hits"], len(once_more["told"])) == (VALUE, 0, 1)
    assert "others" in once_more["told"][0]


FULL = """
import errno
from jounce.engine.compiler import cache
def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")
cache.write_file = full
"""


def test_a_full_disk_is_said_once_and_nothing_is_kept(run, tmp_path):
    found = answer(run(FULL + SUM))
    assert (found["value"], found["hits"], len(found["told"])) == (VALUE, 0, 1)
    assert "No space left" in found["told"][0]
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_a_folder_that_belongs_to_others_is_not_used(tmp_path, monkeypatch):
    (tmp_path / "kernels").mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    monkeypatch.setattr(cache, "TRUSTED_USERS", ())
    cache.cache_folder.cache_clear()
    try:
        with pytest.warns(UserWarning, match="belongs to another user"):
            private = cache.cache_folder()
        assert not private.is_relative_to(tmp_path)
    finally:
        cache.cache_folder.cache_clear()
        shutil.rmtree(private)


def make_code(folder, name, size, age):
    """Code of a function as the cache keeps it: so many bytes, used so many seconds ago."""
    place = folder / f"{name}-{16 * '0'}" / (16 * "1")
    place.mkdir(parents=True)
    (place / "a.1.nbc").write_bytes(bytes(size))
    index = place / "a.nbi"
    index.write_bytes(b"index")
    then = time.time() - age
    os.utime(index, (then, then))
    os.utime(place, (then, then))
    return place


def test_the_least_recently_used_code_goes_when_there_is_too_much(tmp_path):
    old, middle, new = (make_code(tmp_path, name, 1000, age) for name, age in (("a", 300), ("b", 200), ("c", 100)))
    cache.remove_surplus(tmp_path, largest=2500)
    assert not old.exists()
    assert middle.exists()
    assert new.exists()
    cache.remove_surplus(tmp_path, largest=2500)
    assert middle.exists()


def test_a_generated_module_goes_with_its_code(tmp_path):
    generated = tmp_path / "generated"
    generated.mkdir()
    for name in ("jounce_generated_00", "jounce_generated_01", "jounce_generated_02"):
        (generated / f"{name}.py").write_text("x = 1\n")
        then = time.time() - 40 * 86400
        os.utime(generated / f"{name}.py", (then, then))
    (generated / "jounce_generated_02.py").write_text("x = 1\n")  # just written: its code is being compiled
    make_code(tmp_path, "jounce_generated_01.derivative", 10, 10)
    cache.remove_surplus(tmp_path, largest=10**9)
    assert sorted(file.stem[-2:] for file in generated.glob("*.py")) == ["01", "02"]


def test_names_of_folders_are_those_that_removal_looks_for():
    assert re.fullmatch(r".*-[0-9a-f]{16}", cache.folder_of(make_code).name)


FAILS = """
import time
from mechanics import weighted_sum
clock = time.monotonic()
try:
    weighted_sum("no numbers")
except Exception as error:
    print(type(error).__name__, time.monotonic() - clock, flush=True)
"""


def test_a_compilation_that_fails_keeps_nobody_waiting(run, tmp_path):
    """The process goes on, and another one wants the same: it fails at once too, instead of waiting for the first."""
    first = run(FAILS + "time.sleep(600)")
    told = first.stdout.readline().split()
    second = run(FAILS)
    again = second.stdout.readline().split()
    first.kill()
    first.wait()
    assert second.wait() == 0
    assert told[0] == again[0] == "TypingError"
    assert float(again[1]) < 60.0  # of 300 that it would wait
    assert not list((tmp_path / "cache").rglob(".compiling"))
