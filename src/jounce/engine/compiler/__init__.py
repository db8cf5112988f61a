"""How jounce compiles, and where compiled code is kept. No other package imports Numba.

Which decorator when:

| a function that …                                        | decorator        | kept on disk           |
|----------------------------------------------------------|------------------|------------------------|
| Python calls in a run: one walk over many steps          | `entry`          | yes                    |
| compiled code calls, and Python at times (tests, set-up) | `kernel`         | inside its callers     |
| … and must give the same bits everywhere, e.g. `sin`     | `strict`         | inside its callers     |
| only compiled code calls; Python would crash             | `subroutine`     | inside its callers     |
| … from few places, with a structure of many arrays       | `inlined`        | inside its callers     |
| has a body for each type of its first argument           | `generic`        | inside its callers     |
| … and neither makes nor returns arrays                   | `generic_kernel` | inside its callers     |
| … and whose call would cost more than its work, in loops | `inline`         | inside its callers     |
| compiled code calls without knowing which function it is | `pointer`        | yes, for one signature |

`kernel`, `strict`, `subroutine` and `generic_kernel` do not count references to arrays, so they neither make nor return
any. Compiling the wrapper through which Python calls takes longer than compiling the code: a `subroutine` has none,
that of a `kernel` is made when Python first calls it, and kept on disk. The compiler may join a product and a sum to
one rounding, other ones in each place where a function is used; in a `strict` function it may not.

Function pointers: `declare` says which arguments a function of a name takes, `address` gives a pointer as a number,
`function_at` the function again in compiled code. The caller is compiled once for all functions of that name: one
integrator serves all equations of motion, one formulation all tire laws and grounds.

Boxes: `make_box` puts a NamedTuple into bytes, for compiled code that passes it on without knowing its type; `fetch`
takes it out again, `open_box` does so in Python.

`direct` and `machine_code` call an entry without the search for the code of its argument types. `bind` keeps the
arguments of an entry in a box, for compiled code that calls it by `call_bound` without knowing their types. `prefetch`
brings a number of an array into the processor's cache. `two_to` and `split` make and take apart doubles by their bits.

Code on disk is found by a hash of all that it was made from (`dependencies`), because Numba does not notice when a
function that a cached function calls has changed. With `NUMBA_DISABLE_JIT=1` everything runs as plain Python.
"""

from jounce.engine.compiler.addresses import address, declare, direct, function_at, machine_code
from jounce.engine.compiler.bound_calls import Bound, bind, call_bound, call_bound_at
from jounce.engine.compiler.boxes import fetch, make_box, open_box, prefetch, refill_box
from jounce.engine.compiler.cache import announce_compilation, cache_folder, folder_of, is_kept, when_compiling
from jounce.engine.compiler.decorators import (
    ENTRIES,
    INTERPRETED,
    entry,
    generic,
    generic_kernel,
    inline,
    inlined,
    kernel,
    pointer,
    pointer_of,
    signature,
    strict,
    subroutine,
)
from jounce.engine.compiler.float_bits import split, two_to
from jounce.engine.compiler.raw import declare_array

__all__ = [
    "ENTRIES",
    "INTERPRETED",
    "Bound",
    "address",
    "announce_compilation",
    "bind",
    "cache_folder",
    "call_bound",
    "call_bound_at",
    "declare",
    "declare_array",
    "direct",
    "entry",
    "fetch",
    "folder_of",
    "function_at",
    "generic",
    "generic_kernel",
    "inline",
    "inlined",
    "is_kept",
    "kernel",
    "machine_code",
    "make_box",
    "open_box",
    "pointer",
    "pointer_of",
    "prefetch",
    "refill_box",
    "signature",
    "split",
    "strict",
    "subroutine",
    "two_to",
    "when_compiling",
]
