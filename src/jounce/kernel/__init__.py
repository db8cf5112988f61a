"""The one room that knows Numba: how jounce compiles, and where compiled code is kept.

- `kernel`: a function called by other compiled code, and at times by Python. Not cached on its own: its code is linked
  into the callers. Wrappers for Python take longer to compile than the code; they are made when Python first calls.
- `entry`:  a function called from Python. Kept on disk, so that a second process starts in milliseconds.
- `part`:   a kernel that Python never calls.
- `pointer`: a function that compiled code calls through its address. The caller knows only the types of the arguments,
  so it is compiled once for every function of that signature: one integrator for all equations of motion.
- `verb`:   a function chosen by the type of its first argument, resolved when the caller is compiled.
- `question`: a verb that neither makes nor returns arrays, so that no references to its arguments are counted.
- `inlined`: the same question for loops, whose code it becomes part of.
- `prefetch`: a number of an array that will be needed soon.
- `address`, `function_at`: a pointer as a plain number, and back in compiled code.
- `boxed`, `fetch`: a value in a row of bytes, for compiled code that passes it on without knowing its type.

The cache folder is keyed by a hash of every numeric source file, because Numba does not notice when a function that a
cached function calls has changed. With `NUMBA_DISABLE_JIT=1` all of them run as plain Python.
"""

from jounce.kernel.addresses import address, declare, function_at
from jounce.kernel.boxes import boxed, fetch, held, prefetch
from jounce.kernel.cache import LEAF_ROOMS, NUMERIC_ROOMS, cache_folder, source_hash
from jounce.kernel.direct import direct, machine_code
from jounce.kernel.functions import ENTRIES, INTERPRETED, entry, kernel, part, pointer, pointer_of, signature
from jounce.kernel.verbs import inlined, question, verb

__all__ = [
    "ENTRIES",
    "INTERPRETED",
    "LEAF_ROOMS",
    "NUMERIC_ROOMS",
    "address",
    "boxed",
    "cache_folder",
    "declare",
    "direct",
    "entry",
    "fetch",
    "function_at",
    "held",
    "inlined",
    "kernel",
    "machine_code",
    "part",
    "pointer",
    "pointer_of",
    "prefetch",
    "question",
    "signature",
    "source_hash",
    "verb",
]
