"""Processes that start cold at the same time: one compiles what both need, both end well, with the same bits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OBJECT = """
import json, sys, time
from jounce.engine.compiler.cache import when_compiling
from jounce.engine.compiler.native.objects import load_object
from jounce.engine.tracing.llvm_text import write_llvm
from tests.engine.tracing.test_machine_code import program_of_main

def write():
    time.sleep(1.0)  # long enough for the other process to come meanwhile
    return write_llvm(program_of_main())

compiled = []
with when_compiling(compiled.append):
    found = load_object("a key", ("main",), write, "a test")
print(json.dumps({"compiled": compiled, "addresses": len(found.addresses)}))
"""
CAR = """
import json
import jounce
from jounce.engine.compiler.cache import CodeCache

kept, keep = [], CodeCache._keep

def note(self, index, sig, data):
    kept.append(f"{index} {sig}")  # one function is compiled for several types of arguments
    keep(self, index, sig, data)

CodeCache._keep = note
sim = jounce.Simulation("dw18", speed=10.0)
sim.step(0.2, steer=0.1, throttle=0.2)
print(json.dumps({"kept": kept, "bits": [value.hex() for value in sim.observe().tolist()]}))
"""


def run_twice_at_once(code, folder):
    """What two processes say that start together with an empty cache."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": os.pathsep.join(["src", "."])}
    command = [sys.executable, "-W", "error", "-c", code]
    both = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    return [json.loads(out.splitlines()[-1]) for out, _ in said]


def test_an_object_that_two_processes_want_is_compiled_once(tmp_path):
    first, second = run_twice_at_once(OBJECT, tmp_path)
    assert sorted([first["compiled"], second["compiled"]]) == [[], ["a test"]]
    assert first["addresses"] == second["addresses"] == 1
    (kept,) = tmp_path.rglob("*.o")
    assert list(kept.parent.iterdir()) == [kept]  # nothing is left of the turns


@pytest.mark.slow
def test_two_cars_that_start_cold_compile_everything_once_and_give_the_same_bits(tmp_path):
    first, second = run_twice_at_once(CAR, tmp_path)
    assert first["bits"] == second["bits"]
    assert not set(first["kept"]) & set(second["kept"])
    assert first["kept"] or second["kept"]
