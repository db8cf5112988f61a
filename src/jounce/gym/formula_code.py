"""Formulas of a task as machine code: rewards, ends and observations of one car in two functions without a branch.

All formulas are run once on the symbolic numbers of two cars (`jounce.gym.symbolic_arrays`). What they do to the first
car is the program; a formula that reads the second one is refused. Products and sums stay apart, so that rewards round
as in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.compiler.native import load_object
from jounce.engine.tracing import Condition, Program, TraceError, Tracer
from jounce.engine.tracing.llvm_text import write_llvm
from jounce.errors import JounceError, ModelError
from jounce.findings import Finding
from jounce.gym.formula import Formula
from jounce.gym.symbolic_arrays import Functions, functions_for, symbol_array
from jounce.gym.task import Seen, Task

ARRAYS = ("values", "before", "action", "last", "terms", "met", "observed")
"""Rows of one car, in the order in which machine code takes them."""
NEIGHBOUR = "neighbour"
"""Stands for all rows of another car, which no formula may read."""
JUDGE, OBSERVE = "judge", "observe"


class FormulaCode(NamedTuple):
    """Addresses of the two functions, 0 for those of tasks without formulas, and the columns that `observe` serves."""

    judge: int
    observe: int
    columns: np.ndarray


def compile_formulas(task: Task, index: Mapping[str, int], period: float) -> FormulaCode:
    """Machine code of the formulas of a task, from the disk or made now; raises ModelError for what is no formula.

    index: name → column of the values; period: time that an action lasts [s].
    """
    columns = [j for j, one in enumerate(task.observations) if isinstance(one.function, Formula)]
    entries = (*((JUDGE,) if is_judged(task) else ()), *((OBSERVE,) if columns else ()))
    found = dict.fromkeys((JUDGE, OBSERVE), 0)
    if entries:
        text = write_llvm(trace_formulas(task, index, period))
        found |= load_object(text, entries, lambda: text, "rewards and ends of a task").addresses
    return FormulaCode(found[JUDGE], found[OBSERVE], np.array(columns, np.int64))


def is_judged(task: Task) -> bool:
    """Whether a reward or an end of a task is a formula."""
    functions = [*(one.function for one in task.rewards), *(one.function for one in task.terminations)]
    return any(isinstance(function, Formula) for function in functions)


def trace_formulas(task: Task, index: Mapping[str, int], period: float) -> Program:
    """The record of all formulas, with the entries `judge` and `observe` where there is something to do."""
    tracer = Tracer((*ARRAYS, NEIGHBOUR), constant=("values", "before", "action", "last", NEIGHBOUR))
    functions = functions_for(tracer)
    findings: list[Finding] = []

    def run(where: str, function: Any, seen: Seen, use: Callable[[Any, float], Any], number: float = 1.0) -> Any:
        try:
            return use(_first_car(function(seen)), number)
        except (JounceError, TypeError, ValueError, AttributeError) as error:
            hint = "give the function itself instead of a Formula: NumPy then runs it after every step"
            findings.append(Finding(where, "cannot be compiled", str(error), "NumPy functions of a Seen", hint))
            return 0.0

    def judge(elapsed: Any) -> None:
        seen = _seen(task, index, period, tracer, functions, elapsed)
        terms, met = tracer.array("terms"), tracer.array("met")
        for j, reward in enumerate(task.rewards):
            if isinstance(reward.function, Formula):
                terms[j] = run(f"rewards.{reward.name}", reward.function, seen, _weigh, reward.weight)
        for j, end in enumerate(task.terminations):
            if isinstance(end.function, Formula):
                truth = run(f"terminations.{end.name}", end.function, seen, _truth)
                met[j] = tracer.where(truth, 1.0, 0.0)

    def observe(elapsed: Any) -> None:
        seen = _seen(task, index, period, tracer, functions, elapsed)
        observed = tracer.array("observed")
        formulas = [one for one in task.observations if isinstance(one.function, Formula)]
        for j, one in enumerate(formulas):
            observed[j] = run(f"observations.{one.name}", one.function, seen, _scale, one.scale)

    if is_judged(task):
        tracer.enter(JUDGE, judge, (0.0,))
    if any(isinstance(one.function, Formula) for one in task.observations):
        tracer.enter(OBSERVE, observe, (0.0,))
    if findings:
        raise ModelError(findings, f"the task {task.name}")
    _check_alone(tracer.program, task)
    return replace(tracer.program, arrays=ARRAYS)


def _seen(
    task: Task, index: Mapping[str, int], period: float, tracer: Tracer, functions: Functions, elapsed: Any
) -> Seen:
    """What formulas get: two cars, of which the second one must not matter."""
    other = tracer.array(NEIGHBOUR)

    def rows(name: str, count: int) -> Any:
        array = tracer.array(name)
        return symbol_array([[array[j] for j in range(count)], [other[j] for j in range(count)]], functions)

    m, k = len(index), len(task.actions)
    clock = symbol_array([elapsed, other[0]], functions)
    return Seen(rows("values", m), index, rows("before", m), rows("action", k), rows("last", k), period, clock)


def _first_car(found: Any) -> Any:
    """What a formula gives the first car."""
    array = np.asarray(found, dtype=object).view(np.ndarray)
    if array.shape != (2,):
        raise TraceError(f"a formula gave {array.shape[:1] or 'one number'} for 2 cars, not one number for each")
    return array[0]


def _number(value: Any) -> Any:
    if isinstance(value, Condition | bool):
        raise TraceError("a formula gave a truth value where a number belongs; use np.where(condition, 1.0, 0.0)")
    return value


def _weigh(value: Any, weight: float) -> Any:
    return weight * _number(value)


def _scale(value: Any, scale: float) -> Any:
    return _number(value) / scale


def _truth(value: Any, _: float) -> Any:
    return value if isinstance(value, Condition | bool) else value != 0.0


def _check_alone(program: Program, task: Task) -> None:
    """Raise ModelError if the program reads another car."""
    for name in program.entries:
        function = program.functions[name]
        for op, needed in zip(function.ops, function.needed(), strict=True):
            if needed and op[0] == "load" and op[1] == NEIGHBOUR:
                finding = Finding(
                    "rewards, terminations or observations", "a formula that depends on other cars",
                    expected="formulas of one car", hint="give the function itself instead of a Formula",
                )  # fmt: skip
                raise ModelError([finding], f"the task {task.name}")
