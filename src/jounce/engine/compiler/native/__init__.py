"""Machine code from LLVM text, without Numba: compiled once for a processor, kept on disk, loaded by every process.

`functions_of(text, …)` gives the addresses of the functions of a module. The code that runs always comes from an object
file, also in the process that has made it: so all processes run the same code.
"""

from jounce.engine.compiler.native.machine import host, lanes, processor
from jounce.engine.compiler.native.objects import ObjectCode, load_object, read_object

__all__ = ["ObjectCode", "host", "lanes", "load_object", "processor", "read_object"]
