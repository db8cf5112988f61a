"""Values in rows of bytes, for compiled code that passes them on without knowing their type; a hint to the cache."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from jounce.engine.compiler.decorators import INTERPRETED, entry, kind_of
from jounce.engine.compiler.dependencies import TYPE_TABLES

LABEL = 8
"""Numbers at the beginning of a box."""


class BoxBytes(bytearray):
    """The bytes of a box, and the value whose arrays they point to."""

    value: tuple


_BOXED: dict[str, types.Type] = {}
TYPE_TABLES.append(_BOXED)


def make_box(value: tuple, label: Sequence[float] = ()) -> tuple[str, np.ndarray]:
    """A NamedTuple of numbers and arrays in bytes, and the name of its type, which `fetch` wants to know.

    The array of bytes keeps the value alive; `open_box(box)` gives it back. label: at most LABEL numbers at the
    beginning of the box, for those who read it without knowing the type of the value.
    """
    if INTERPRETED:
        bytes_ = BoxBytes(8 * LABEL)
        name = type(value).__name__
    else:
        kind = kind_of(value)
        name = _name_of(kind)
        bytes_ = BoxBytes(8 * (LABEL + _words_of(value)))
    bytes_.value = value
    box = np.frombuffer(bytes_, np.uint8)
    box[: 8 * len(label)] = np.array(label, dtype=float).view(np.uint8)
    if not INTERPRETED:
        _put(box, value)
    return name, box


def _name_of(kind: types.Type) -> str:
    """What a type is called, with a number if another type of that name is there: a class that was defined anew."""
    plain = str(kind)
    candidates = (plain if n == 1 else f"{plain} {n}" for n in itertools.count(1))
    return next(name for name in candidates if _BOXED.setdefault(name, kind) == kind)


def open_box(box: np.ndarray) -> tuple:
    """The value that was put into a box."""
    return _bytes_of(box).value


def refill_box(box: np.ndarray, other: np.ndarray) -> None:
    """Put what is in another box of the same type into a box, for all who hold it."""
    box[:] = other
    _bytes_of(box).value = open_box(other)


def _bytes_of(box: np.ndarray) -> BoxBytes:
    """The bytes behind an array."""
    bytes_: Any = box
    while not isinstance(bytes_, BoxBytes):
        bytes_ = bytes_.obj if isinstance(bytes_, memoryview) else bytes_.base
    return bytes_


def _words_of(value: tuple) -> int:
    """Words that hold a value in memory: no number or array of it needs more than 15."""
    return sum(_words_of(part) if isinstance(part, tuple) else 15 for part in value) + 1


if INTERPRETED:

    def fetch(box: np.ndarray, name: str) -> tuple:
        return open_box(box)

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

    def _behind_label(builder, array):
        """Where the value of a box begins."""
        return builder.gep(array.data, [ir.IntType(64)(8 * LABEL)])

    @intrinsic(prefer_literal=True)
    def fetch(typing_context, box, name):
        """The value in a box; `name` is the literal name of its type."""
        kind = _BOXED[name.literal_value]

        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            model = context.data_model_manager[kind]
            place = builder.bitcast(_behind_label(builder, array), model.get_data_type().as_pointer())
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
            place = builder.bitcast(_behind_label(builder, array), model.get_data_type().as_pointer())
            value = _unowned(context, builder, signature.args[1], arguments[1])
            builder.store(model.as_data(builder, value), place, align=1)
            return context.get_dummy_value()

        return types.void(box, value), generate

    @entry
    def _put(box, value):
        _store(box, value)
