"""Subsystem synthesis (Song 2005) on generated straight-line kernels.

A mechanism is cut into subsystems that hang on a base; each becomes a few pages of straight-line vector code, written
here, compiled once per topology and kept on disk. Nothing in this room runs inside a time step: what runs is what it
writes. `explain` tells what was decided.
"""

from jounce.synthesis.explain import Explanation, explain
from jounce.synthesis.system import System, build

__all__ = ["Explanation", "System", "build", "explain"]
