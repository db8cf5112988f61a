"""Machine code from LLVM text, without Numba: compiled once for a processor, kept on disk, loaded by every process.

`load_object(key, functions, write, …)` gives the addresses of the functions of a module. The code that runs always
comes from an object file, also in the process that has made it: so all processes run the same code.
"""

from jounce.engine.compiler.native.machine import Effort, Processor, host, lanes, make_object
from jounce.engine.compiler.native.objects import ObjectCode, load_object

__all__ = ["Effort", "ObjectCode", "Processor", "host", "lanes", "load_object", "make_object"]
