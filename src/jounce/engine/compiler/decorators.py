"""Compiled functions: called by compiled code, by Python, by function pointer, or by the type of an argument."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable
from typing import Any, Protocol, cast

import numba
import numpy as np
from numba.core import sigutils, types
from numba.core.ccallback import CFunc
from numba.extending import overload

from jounce.engine.compiler.cache import CodeCache
from jounce.engine.compiler.libraries import EntryCompiler, LinkedCompiler

OPTIONS: dict[str, Any] = {"error_model": "numpy", "fastmath": False}
"""IEEE arithmetic as it is written. A compiler that may join products and sums does so differently when the same
function is built into another caller, or taken from the disk: the same car would give other bits."""
BORROWING = {**OPTIONS, "_nrt": False}
"""Without Numba's runtime: arrays are borrowed from the caller. An atomic count up or down takes some 8 ns, and code
for them costs compile time. A kernel may thus neither make nor return arrays."""
UNWRAPPED: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
LINKED = {**BORROWING, **UNWRAPPED}
"""Without wrappers: for functions that only compiled code calls."""
STRICT: dict[str, Any] = {**BORROWING, "fastmath": False, "forceinline": True}
"""For functions whose accuracy rests on every single rounding, so that no change of OPTIONS may touch them."""
INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

ENTRIES: list[Callable] = []
"""Every `entry` of the modules imported so far, in order of definition."""
POINTERS: list[Any] = []
"""Every `pointer` that was compiled, or taken from the disk, in this process."""


class Kernel:
    """A compiled function as compiled code sees it, and a second one with wrappers, made when Python first calls it."""

    def __init__(self, function: Callable, options: dict[str, Any] = BORROWING) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.targetoptions = options
        # kept, because its type refers to it weakly
        self._linked: Any = numba.njit(**options, **UNWRAPPED, pipeline_class=LinkedCompiler)(function)
        self._numba_type_ = self._linked._numba_type_

    @functools.cached_property
    def _wrapped(self) -> Callable:
        wrapped: Any = numba.njit(**self.targetoptions, pipeline_class=EntryCompiler)(self.py_func)
        wrapped._cache = CodeCache(self.py_func)
        return wrapped

    def __call__(self, *arguments: object) -> object:
        return self._wrapped(*arguments)


def kernel(function: Callable) -> Callable:
    """Compile a function that other compiled functions call, and at times Python; it neither makes nor returns arrays.

    Wrappers for Python take longer to compile than the code, so they are compiled when Python calls.
    """
    return function if INTERPRETED else Kernel(function)


def strict(function: Callable) -> Callable:
    """Compile a kernel in IEEE arithmetic as it is written, and build it into its callers.

    Each operation rounds by itself: plain Python and compiled code, in any place, give the same bits. For short
    functions without branches.
    """
    return function if INTERPRETED else Kernel(function, STRICT)


def subroutine(function: Callable) -> Callable:
    """Compile a kernel that is never called from Python, where it would crash."""
    return numba.njit(**LINKED, pipeline_class=LinkedCompiler)(function)


def inlined(function: Callable) -> Callable:
    """Compile a subroutine that is built into its callers: a call hands over some eight numbers of every array in its
    arguments, which for a structure of arrays may take longer than the work. For functions called from few places."""
    return numba.njit(**LINKED, forceinline=True, pipeline_class=LinkedCompiler)(function)


def entry(function: Callable) -> Callable:
    """Compile a function that Python calls, and keep the result on disk between processes. It runs without the GIL."""
    compiled: Any = numba.njit(nogil=True, **OPTIONS, pipeline_class=EntryCompiler)(function)
    if not INTERPRETED:
        compiled._cache = CodeCache(function)
    ENTRIES.append(compiled)
    return compiled


def pointer(function: Callable, *arguments: object, keep: bool = True, result: float = 0) -> Callable:
    """Compile a function for arguments of these types, now, as something that compiled code can call by address.

    It returns a number like `result`, by default an integer (a status). What is compiled is kept on disk like an
    `entry`, unless `keep` is false, and in the process: asking again costs nothing.
    """
    if INTERPRETED:
        return function
    return pointer_of(function, signature(*arguments, result=result), keep)


def signature(*arguments: object, result: float = 0) -> Any:
    """The types of a pointer that takes such arguments; can be sent to another process."""
    return numba.typeof(result)(*map(kind_of, arguments))


_KINDS: dict[Hashable, types.Type] = {}


def kind_of(value: object) -> types.Type:
    """The type of a value, remembered by its outline: Numba takes milliseconds for a tuple of many arrays."""
    outline = _outline(value)
    if outline is None:
        return numba.typeof(value)
    if outline not in _KINDS:
        _KINDS[outline] = numba.typeof(value)
    return _KINDS[outline]


def _outline(value: object) -> Hashable | None:
    """All that the type of a number, an array or a tuple of such depends on; None for anything else."""
    if type(value) is np.ndarray:
        flags, dtype = value.flags, value.dtype
        layout = flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable
        return (dtype, dtype.isalignedstruct, value.ndim, layout)
    if isinstance(value, tuple):
        parts = tuple(map(_outline, value))
        return None if any(part is None for part in parts) else (type(value), parts)
    known = isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 2**63)
    kind: Any = type(value)
    return kind if known and kind in (bool, int, float) else None


@functools.cache
def pointer_of(function: Callable, signature: object, keep: bool = True) -> Callable:
    """`pointer`, by the signature."""
    compiled: Any = CFunc(
        function, sigutils.normalize_signature(signature), locals={}, options=OPTIONS, pipeline_class=EntryCompiler
    )
    if keep:
        compiled._cache = CodeCache(function)
    compiled.compile()
    POINTERS.append(compiled)
    return compiled


class GenericFunction(Protocol):
    """A function whose body is chosen by the type of its first argument."""

    __name__: str
    bodies: dict[type, Callable]
    """Body for each NamedTuple class; that of `float` serves all numbers."""
    otherwise: Callable | None
    """Body for all other types."""
    options: dict[str, Any]
    """How bodies are compiled."""

    def __call__(self, *arguments: Any) -> Any:
        """Run the body for the type of the first argument."""

    def of(self, cls: type) -> Callable[[Callable], Callable]:
        """Register the body for a type."""


def generic_kernel(signature: Callable, *, otherwise: Callable | None = None) -> GenericFunction:
    """Make a generic function whose bodies neither make nor return arrays; that they make none is seen when they are
    compiled."""
    return generic(signature, otherwise=otherwise, options=BORROWING)


def inline(function: GenericFunction) -> GenericFunction:
    """Build a generic kernel into its callers: a call hands over every number of a ground, which takes some 20 ns."""
    return _choosing(function, function.bodies, function.otherwise, {**BORROWING, "forceinline": True})


def generic(
    signature: Callable, *, otherwise: Callable | None = None, options: dict[str, Any] = OPTIONS
) -> GenericFunction:
    """Make a function whose body is chosen by the type of its first argument: a NamedTuple class, or any number.

    `signature` gives the name, the arguments and the docstring. `@name.of(SomeNamedTuple)` registers a body;
    `otherwise` is that of all other types.
    Dispatch costs nothing at run time: Numba resolves it while compiling the caller.
    """
    bodies: dict[type, Callable] = {}
    return _choosing(signature, bodies, otherwise, options)


def _choosing(
    signature: Callable, bodies: dict[type, Callable], otherwise: Callable | None, options: dict[str, Any]
) -> GenericFunction:
    """A function that calls the body for the type of its first argument."""

    @functools.wraps(signature)
    def call(*arguments: Any) -> Any:
        first = arguments[0]
        kind = type(first) if isinstance(first, tuple) else float
        return (bodies[kind] if otherwise is None else bodies.get(kind, otherwise))(*arguments)

    def choose(*argument_types: Any) -> Callable | None:
        first = argument_types[0]
        if isinstance(first, types.NamedTuple | types.NamedUniTuple):
            return bodies.get(first.instance_class, otherwise)
        if isinstance(first, types.Number):
            return bodies.get(float, otherwise)
        return None

    def of(cls: type) -> Callable[[Callable], Callable]:
        def register(body: Callable) -> Callable:
            bodies[cls] = body
            return body

        return register

    made = cast(Any, call)
    made.of, made.bodies, made.otherwise, made.options = of, bodies, otherwise, options
    if not INTERPRETED:
        choose.__signature__ = inspect.signature(signature)  # type: ignore[attr-defined]
        overload(call, jit_options=cast(Any, options | UNWRAPPED | {"pipeline_class": LinkedCompiler}))(choose)
    return cast(GenericFunction, call)
