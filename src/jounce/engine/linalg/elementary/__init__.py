"""Elementary functions in plain IEEE arithmetic: the same bits everywhere, within 2 units of the last place.

Functions of the C library differ in their last bits between systems, and compilers call them once for each SIMD lane.
These only add, subtract, multiply, divide and compare, without branches (`where` chooses) and without fused operations,
so that one body serves floats in plain Python, compiled code and symbolic numbers of a tracer: and all give the same
bits. A tracer replaces `where`, `two_to` and `split`, and must neither fuse nor reorder what they do.

NaN gives NaN, always the one of `math.nan`. Accuracy: `python -m tools.elementary_accuracy`.
"""

from jounce.engine.linalg.elementary.exponential import exp, log, tanh
from jounce.engine.linalg.elementary.power import pow
from jounce.engine.linalg.elementary.trigonometry import atan, atan2, cos, sin, sin_cos

__all__ = ["atan", "atan2", "cos", "exp", "log", "pow", "sin", "sin_cos", "tanh"]
