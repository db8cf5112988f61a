"""Straight-line functions run once on symbolic numbers, and what they did as a record: the source of machine code.

    generated Python ──trace──▶ Program ──▶ machine code for one car, or for several in SIMD lanes
                                        ──▶ derivatives along directions in SIMD lanes
                                        ──▶ counts of operations
                                        ──▶ NumPy evaluation, the reference of tests

`symbols` are the numbers that remember, `recorder` folds and writes down what happens to them, `substitute` makes
copies of functions that run on them, `trace` runs functions and keeps those that are shared, `fuse` joins products and
sums, `differentiate` makes derivatives by the `chain_rule`, `group` joins calls, `llvm_text` writes the record in
LLVM's language, `evaluate` runs it in NumPy. Nothing here knows LLVM itself (that is `jounce.engine.compiler.native`),
a car or a law.

Rounding is part of a record: it says which products and sums are one operation, and back ends add no freedom. So a
car gives the same bits alone, in any lane, in any process.
"""

from jounce.engine.tracing.record import Function, Program
from jounce.engine.tracing.symbols import Array, Condition, Index, Symbol, TraceError
from jounce.engine.tracing.trace import Tracer

__all__ = ["Array", "Condition", "Function", "Index", "Program", "Symbol", "TraceError", "Tracer"]
