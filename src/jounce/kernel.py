"""The one place that knows Numba: how jounce compiles, and where compiled code is kept.

- `kernel`: a function called by other compiled code. Not cached on its own: its code is linked into the callers.
- `entry`:  a function called from Python. Kept on disk, so that a second process starts in milliseconds.
- `part`:   a kernel that Python never calls, without the wrappers for it, which take longer to compile than the code.
- `pointer`: a function that compiled code calls through its address. The caller knows only the types of the arguments,
  so it is compiled once for every function of that signature: one integrator for all equations of motion.
- `verb`:   a function chosen by the type of its first argument, resolved when the caller is compiled.
- `question`: a verb that neither makes nor returns arrays, so that no references to its arguments are counted.
- `inlined`: the same question for loops, whose code it becomes part of.
- `prefetch`: a number of an array that will be needed soon.
- `boxed`, `fetch`: a value in a row of bytes, for compiled code that passes it on without knowing its type.

The cache folder is keyed by a hash of every numeric source file, because Numba does not notice when a function that a
cached function calls has changed. With `NUMBA_DISABLE_JIT=1` all of them run as plain Python.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import itertools
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, sigutils, types
from numba.core.ccallback import CFunc
from numba.extending import intrinsic, overload

NUMERIC_ROOMS = ("algebra", "elements", "tires", "ground", "formulations", "integrators")
OPTIONS = {"error_model": "numpy", "fastmath": {"contract", "nsz", "arcp"}}
BORROWING = {**OPTIONS, "_nrt": False}
"""Without Numba's runtime: arrays are borrowed from the caller. An atomic count up or down takes some 8 ns."""
INTERPRETED = bool(numba.config.DISABLE_JIT)

ENTRIES: list[Callable] = []
"""Every `entry` of the modules imported so far, in order of definition."""


def kernel(function: Callable) -> Callable:
    """Compile a function that other compiled functions call."""
    return numba.njit(**OPTIONS)(function)


def part(function: Callable) -> Callable:
    """Compile a kernel that is never called from Python."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)


def entry(function: Callable) -> Callable:
    """Compile a function that Python calls, and keep the result on disk between processes. It runs without the GIL."""
    keep = not INTERPRETED and _writable(cache_folder())
    with _cache_directory(cache_folder()):
        compiled = numba.njit(cache=keep, nogil=True, **OPTIONS)(function)
    if keep:
        _save_with_care(compiled, function)
    ENTRIES.append(compiled)
    return compiled


def pointer(function: Callable, *arguments: object, keep: bool = True) -> Callable:
    """Compile a function for arguments of these types, now, as something that compiled code can call by address.

    It returns an integer (a status). The result is kept on disk like that of an `entry`, unless `keep` is false, and in
    the process: asking again costs nothing.
    """
    if INTERPRETED:
        return function
    return pointer_of(function, signature(*arguments), keep)


def signature(*arguments: object) -> object:
    """The types of a pointer that takes such arguments; can be sent to another process."""
    return types.int64(*(numba.typeof(argument) for argument in arguments))


@functools.cache
def pointer_of(function: Callable, signature: object, keep: bool = True) -> Callable:
    """`pointer`, by the signature."""
    keep = keep and _writable(cache_folder())
    with _cache_directory(cache_folder()):
        compiled = CFunc(function, sigutils.normalize_signature(signature), locals={}, options=OPTIONS)
        if keep:
            compiled.enable_caching()
            _save_with_care(compiled, function)
        compiled.compile()
    return compiled


def question(signature: Callable, *, otherwise: Callable | None = None) -> Callable:
    """Make a verb whose bodies neither make nor return arrays; that they make none is seen when they are compiled."""
    return verb(signature, otherwise=otherwise, options=BORROWING)


def inlined(question: Callable) -> Callable:
    """The same question, built into its callers: a call hands over every number of a ground, which takes some 20 ns.

    The compiler may contract other products and sums than in a call, so answers are the same but for rounding.
    """
    bodies, otherwise = question.bodies, question.otherwise  # type: ignore[attr-defined]
    return _choosing(question, bodies, otherwise, {**BORROWING, "forceinline": True})


def verb(signature: Callable, *, otherwise: Callable | None = None, options: dict = OPTIONS) -> Callable:
    """Make a function whose body is chosen by the type of its first argument: a NamedTuple class, or any number.

    `signature` gives the name, the arguments and the docstring. `@name.of(SomeNamedTuple)` registers a body;
    `otherwise` is that of all other types.
    Dispatch costs nothing at run time: Numba resolves it while compiling the caller.
    """
    bodies: dict[type, Callable] = {}

    def of(cls: type) -> Callable:
        def register(body: Callable) -> Callable:
            bodies[cls] = body
            return body

        return register

    call = _choosing(signature, bodies, otherwise, options)
    call.of, call.bodies, call.otherwise = of, bodies, otherwise  # type: ignore[attr-defined]
    return call


def _choosing(signature: Callable, bodies: dict[type, Callable], otherwise: Callable | None, options: dict) -> Callable:
    """A function that calls the body for the type of its first argument."""

    @functools.wraps(signature)
    def call(*arguments):
        first = arguments[0]
        kind = type(first) if isinstance(first, tuple) else float
        return (bodies[kind] if otherwise is None else bodies.get(kind, otherwise))(*arguments)

    def choose(*argument_types):
        first = argument_types[0]
        if isinstance(first, types.NamedTuple | types.NamedUniTuple):
            return bodies.get(first.instance_class, otherwise)
        if isinstance(first, types.Number):
            return bodies.get(float, otherwise)
        return None

    if not INTERPRETED:
        choose.__signature__ = inspect.signature(signature)  # type: ignore[attr-defined]
        overload(call, jit_options=options)(choose)
    return call


class Held(bytearray):
    """The bytes of a box, and the value whose arrays they point to."""

    value: tuple


_BOXED: dict[str, types.Type] = {}


def boxed(value: tuple) -> tuple[str, np.ndarray]:
    """A NamedTuple of numbers and arrays in bytes, and the name of its type, which `fetch` wants to know.

    The array of bytes keeps the value alive; `held(box)` gives it back.
    """
    if INTERPRETED:
        bytes_ = Held(8)
        name = type(value).__name__
    else:
        kind = numba.typeof(value)
        name = _name_of(kind)
        bytes_ = Held(_size_of(value))
    bytes_.value = value
    box = np.frombuffer(bytes_, np.uint8)
    if not INTERPRETED:
        _put(box, value)
    return name, box


def _name_of(kind: types.Type) -> str:
    """What a type is called, with a number if another type of that name is there: a class that was defined anew."""
    plain = str(kind)
    candidates = (plain if n == 1 else f"{plain} {n}" for n in itertools.count(1))
    return next(name for name in candidates if _BOXED.setdefault(name, kind) == kind)


def held(box: np.ndarray) -> tuple:
    """The value that was put into a box."""
    bytes_ = box
    while not isinstance(bytes_, Held):
        bytes_ = bytes_.obj if isinstance(bytes_, memoryview) else bytes_.base
    return bytes_.value


def _size_of(value: tuple) -> int:
    """Bytes of a value in memory: no number or array of it needs more than its 15 words."""
    return 8 * sum(_size_of(part) if isinstance(part, tuple) else 15 for part in value) + 8


if INTERPRETED:

    def fetch(box: np.ndarray, name: str) -> tuple:
        return held(box)

    def prefetch(array: np.ndarray, i: int, j: int) -> None:
        pass

else:

    @intrinsic
    def prefetch(typing_context, array, i, j):
        """Have the line of array[i, j] brought into the cache; nothing waits for it, and no page of a file is read."""

        def generate(context, builder, signature, arguments):
            kind = signature.args[0]
            value = context.make_array(kind)(context, builder, arguments[0])
            place = cgutils.get_item_pointer(context, builder, kind, value, arguments[1:], wraparound=False)
            address, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            types_ = ir.FunctionType(ir.VoidType(), [address, number, number, number])
            fetch_line = builder.module.declare_intrinsic("llvm.prefetch", [address], types_)
            # to read, into all caches, data
            builder.call(fetch_line, [builder.bitcast(place, address), number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.intp, types.intp), generate

    @intrinsic(prefer_literal=True)
    def fetch(typing_context, box, name):
        """The value in a box; `name` is the literal name of its type."""
        kind = _BOXED[name.literal_value]

        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            model = context.data_model_manager[kind]
            place = builder.bitcast(array.data, model.get_data_type().as_pointer())
            return model.load_from_data_pointer(builder, place, align=1)

        return kind(box, name), generate

    def _unowned(context, builder, kind, value):
        """A value whose arrays have no owner that would count references; else every `fetch` would give one up."""
        if isinstance(kind, types.Array):
            array = context.make_array(kind)(context, builder, value)
            array.meminfo = array.meminfo.type(None)
            array.parent = array.parent.type(None)
            return array._getvalue()
        if isinstance(kind, types.BaseTuple):
            for i, part in enumerate(kind):
                element = _unowned(context, builder, part, builder.extract_value(value, i))
                value = builder.insert_value(value, element, i)
        return value

    @intrinsic
    def _store(typing_context, box, value):
        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            model = context.data_model_manager[signature.args[1]]
            place = builder.bitcast(array.data, model.get_data_type().as_pointer())
            value = _unowned(context, builder, signature.args[1], arguments[1])
            builder.store(model.as_data(builder, value), place, align=1)
            return context.get_dummy_value()

        return types.void(box, value), generate

    @numba.njit
    def _put(box, value):
        _store(box, value)


@functools.cache
def cache_folder() -> Path:
    """Folder of this version's compiled code: `NUMBA_CACHE_DIR`, else the user's cache folder, then the source hash."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(base).absolute() if base else _user_cache() / "jounce"
    return root / f"kernels-{source_hash()[:16]}"


@functools.cache
def source_hash() -> str:
    """Hash of all source files that compiled code can depend on."""
    package = Path(__file__).parent
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for room in NUMERIC_ROOMS:
        for path in sorted((package / room).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@functools.cache
def _writable(folder: Path) -> bool:
    """Whether compiled code can be kept in `folder`; if not, Numba would fall back to folders without the hash."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        warnings.warn(
            f"{folder}: cannot be written ({error.strerror}), so every process compiles anew. "
            "Set NUMBA_CACHE_DIR to a folder that can be written.",
            stacklevel=3,
        )
        return False
    return True


@contextlib.contextmanager
def _cache_directory(folder: Path) -> Iterator[None]:
    """Point Numba at `folder` while one function is decorated, so that other packages keep their own caches."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _save_with_care(compiled: Callable, function: Callable) -> None:
    """Let one process at a time add to a function's cache index, and nothing that other processes could not read.

    Numba numbers the data files of a function by reading its index; two processes that save different signatures at
    the same moment would pick the same number, and one would later load the other's code. And the index names the
    classes of all its signatures: one of a test or a script would keep every process that cannot import it from using
    the function at all. Such signatures are compiled, but not kept.
    """
    cache = compiled._cache  # type: ignore[attr-defined]
    save = cache.save_overload
    known = {"jounce", function.__module__.partition(".")[0]}

    def save_overload(signature, data):
        if _packages(signature) <= known:
            with _exclusive(cache_folder() / ".lock"):
                save(signature, data)

    cache.save_overload = save_overload


def _packages(kind: object) -> set[str]:
    """Top-level packages of the NamedTuple classes in a type or signature."""
    found: set[str] = set()
    if isinstance(kind, types.BaseNamedTuple):
        found.add(kind.instance_class.__module__.partition(".")[0])
    if isinstance(kind, types.FunctionType):
        kind = kind.signature
    if isinstance(kind, tuple | types.BaseTuple):
        parts = tuple(kind)
    else:
        parts = getattr(kind, "args", ())
    return found.union(*(_packages(part) for part in parts))


_threads = threading.Lock()


@contextlib.contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file, between threads and processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _threads, open(path, "a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            yield
