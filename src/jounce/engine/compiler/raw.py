"""Memory by its address, for functions that machine code without Python calls: words, numbers, arrays; and calling it.

Arrays are known by name: `declare_array` says what an array of that name holds, `array_at` makes one at an address.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from jounce.engine.compiler.decorators import INTERPRETED
from jounce.engine.compiler.dependencies import TYPE_TABLES

_ARRAYS: dict[str, types.Array] = {}
_COLUMNS: dict[str, int] = {}
TYPE_TABLES.append(_ARRAYS)


def declare_array(name: str, dtype: np.dtype, columns: int = 0) -> None:
    """Say what arrays of a name hold: rows of this type, or of so many numbers."""
    if not INTERPRETED:
        _ARRAYS[name] = numba.typeof(np.zeros((1, columns) if columns else 1, dtype))
        _COLUMNS[name] = columns


if not INTERPRETED:
    WORD, NUMBER = ir.IntType(64), ir.DoubleType()

    @intrinsic
    def word_at(typing_context, address, k):
        """The k-th 64-bit integer from an address on."""

        def generate(context, builder, signature, arguments):
            first = builder.inttoptr(arguments[0], WORD.as_pointer())
            return builder.load(builder.gep(first, [arguments[1]]), align=8)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def number_at(typing_context, address, k):
        """The k-th double from an address on."""

        def generate(context, builder, signature, arguments):
            first = builder.inttoptr(arguments[0], NUMBER.as_pointer())
            return builder.load(builder.gep(first, [arguments[1]]), align=8)

        return types.float64(types.int64, types.int64), generate

    @intrinsic
    def put_number(typing_context, address, k, value):
        """Write the k-th double from an address on."""

        def generate(context, builder, signature, arguments):
            first = builder.inttoptr(arguments[0], NUMBER.as_pointer())
            builder.store(arguments[2], builder.gep(first, [arguments[1]]), align=8)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.float64), generate

    @intrinsic(prefer_literal=True)
    def array_at(typing_context, address, rows, name):
        """An array of so many rows at an address; `name` is the literal name that was declared. It owns nothing."""
        kind, columns = _ARRAYS[name.literal_value], _COLUMNS[name.literal_value]

        def generate(context, builder, signature, arguments):
            array = context.make_array(kind)(context, builder)
            size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
            itemsize = WORD(size)
            shape, strides = [arguments[1]], [itemsize]
            if columns:
                shape, strides = [arguments[1], WORD(columns)], [WORD(size * columns), itemsize]
            data = builder.inttoptr(arguments[0], array.data.type)
            context.populate_array(array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=None)
            return array._getvalue()

        return kind(types.int64, types.int64, name), generate

    @intrinsic
    def stack_numbers(typing_context, count):
        """The address of room for so many doubles, which is given back when the caller returns."""

        def generate(context, builder, signature, arguments):
            room = builder.alloca(NUMBER, size=arguments[0])
            room.align = 64
            return builder.ptrtoint(room, WORD)

        return types.int64(types.int64), generate

    @intrinsic
    def run_program(typing_context, address, laws, words, t, arrays):
        """Call an entry of a traced program for one car.

        address, laws: of the entry and of its table of laws. words: the car's context, a tuple of integers. arrays: a
        tuple of those that the entry takes.
        """

        def generate(context, builder, signature, arguments):
            plain = ir.IntType(8).as_pointer()
            contexts = cgutils.alloca_once(builder, ir.ArrayType(WORD, len(words)))
            for k in range(len(words)):
                place = builder.gep(contexts, [WORD(0), WORD(k)])
                builder.store(builder.extract_value(arguments[2], k), place)
            time = cgutils.alloca_once(builder, NUMBER)
            builder.store(arguments[3], time)
            given = [builder.inttoptr(arguments[1], plain), builder.bitcast(contexts, plain)]
            given.append(builder.bitcast(time, plain))
            for k, kind in enumerate(arrays):
                array = context.make_array(kind)(context, builder, builder.extract_value(arguments[4], k))
                given.append(builder.bitcast(array.data, plain))
            function = ir.FunctionType(ir.VoidType(), [plain] * len(given))
            builder.call(builder.inttoptr(arguments[0], function.as_pointer()), given)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, words, types.float64, arrays), generate

    @intrinsic
    def run_lanes(typing_context, address, laws, contexts, times, arrays):
        """Call an entry of a traced program for several cars, each in its lane.

        contexts: a row of integers for each car. times: one for each. arrays: a tuple, with a last axis over the lanes.
        """

        def generate(context, builder, signature, arguments):
            plain = ir.IntType(8).as_pointer()

            def data(kind, value):
                return builder.bitcast(context.make_array(kind)(context, builder, value).data, plain)

            given = [builder.inttoptr(arguments[1], plain), data(contexts, arguments[2]), data(times, arguments[3])]
            given += [data(kind, builder.extract_value(arguments[4], k)) for k, kind in enumerate(arrays)]
            function = ir.FunctionType(ir.VoidType(), [plain] * len(given))
            builder.call(builder.inttoptr(arguments[0], function.as_pointer()), given)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, contexts, times, arrays), generate
