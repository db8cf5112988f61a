"""Equations of a system evaluated by each back end of its program: machine code for one car, for lanes, and NumPy."""

from __future__ import annotations

import ctypes

import numpy as np

from jounce.engine.compiler.boxes import LABEL
from jounce.engine.compiler.native import load_object
from jounce.engine.compiler.native.machine import FULL
from jounce.engine.formulations.synthesis import System, law_calls
from jounce.engine.formulations.synthesis.base_equation import solve_rows
from jounce.engine.formulations.synthesis.code import ABOUT, ENTRIES, OFTEN, Code
from jounce.engine.formulations.synthesis.traced import ARRAYS, KEPT
from jounce.engine.tracing.evaluate import Evaluation, Law
from jounce.engine.tracing.llvm_text import CONTEXT_BYTES

LAW = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)


def contexts_of(system: System, lanes: int) -> np.ndarray:
    """The context of the system for each lane."""
    words = np.zeros((lanes, CONTEXT_BYTES // 8), np.int64)
    own = law_calls.context_of.py_func(system.model, system.work)
    words[:, : len(own)] = own
    return words


def arrays_of(system: System, states: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays of a program for states, one in each lane."""
    lanes = len(states)
    sizes = {"W": system.work.numbers.size, "dy": system.size, "culprit": 4}
    arrays = {name: np.zeros((size, lanes)) for name, size in sizes.items()}
    arrays["P"] = np.repeat(system.model.parameters[:, None], lanes, axis=1).copy()
    arrays["y"] = states.T.copy()
    records = {name: getattr(system.model.elements, name) for name in ("scalar_forces", "loads", "tires")}
    records |= {"ground": system.model.ground.box[: 8 * LABEL], "contacts": system.work.contacts}
    for name, rows in records.items():
        numbers = np.frombuffer(rows.tobytes(), dtype=float)
        arrays[name] = np.repeat(numbers[:, None], lanes, axis=1).copy()
    rows = {"patches": system.work.contacts.size, "curves": system.model.elements.scalar_forces.size}
    return arrays | {name: np.full((rows[name] * width, lanes), np.inf) for name, width in KEPT.items()}


def by_machine(system: System, entry: str, times: np.ndarray, states: np.ndarray, lanes: int) -> dict[str, np.ndarray]:
    """Machine code on states, as many at once as there are lanes; arrays as of `arrays_of`."""
    code = Code(system.generated.source, lanes)
    table = law_calls.law_table(code.laws)
    effort = FULL if lanes == 1 else OFTEN
    loaded = load_object(code.key, (*ENTRIES, ABOUT), code.text, "a test", effort=effort)
    names = ARRAYS if lanes == 1 else (*ARRAYS, *KEPT)
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (3 + len(names)))(loaded.addresses[entry])
    contexts = contexts_of(system, lanes)
    parts = []
    for first in range(0, len(states), lanes):
        arrays = arrays_of(system, states[first : first + lanes])
        t = np.ascontiguousarray(times[first : first + lanes], dtype=float)
        call(table.ctypes.data, contexts.ctypes.data, t.ctypes.data, *(arrays[n].ctypes.data for n in names))
        parts.append(arrays)
    return {name: np.concatenate([p[name] for p in parts], axis=1) for name in ARRAYS}


def by_numpy(system: System, entry: str, times: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """NumPy on all states at once."""
    program = Code(system.generated.source).program

    def solve(rows: np.ndarray, n: int, m: int) -> float:
        return solve_rows.py_func(rows, 0, n, m)

    arrays = arrays_of(system, states)
    Evaluation(program, arrays, law_of(system), solve).run(entry, times)
    return arrays


def law_of(system: System) -> Law:
    """Laws of a system as NumPy evaluation asks for them."""
    context = contexts_of(system, 1)

    def law(name: str, place: int, numbers: np.ndarray, car: int) -> np.ndarray:
        inputs, outputs = np.ascontiguousarray(numbers), np.zeros(256)
        LAW(law_calls.law_address(name))(context.ctypes.data, place, inputs.ctypes.data, outputs.ctypes.data)
        results = place if name == "signals" else RESULTS.get(name.removesuffix("_slopes"), 2)
        return outputs[: results * (1 + inputs.size) if name.endswith("_slopes") else results]

    return law


RESULTS = {"spring_curve": 1, "damper_curve": 1, "air": 6, "bushing": 6, "drag": 3, "signal": 3, "ground": 4}
"""How many numbers a law gives, but for force laws, which give two, and for signals, which give as many as asked."""
