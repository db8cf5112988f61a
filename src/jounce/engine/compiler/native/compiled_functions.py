"""Functions that were compiled in this process, by their addresses: what to emit for another machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.engine.compiler.decorators import ENTRIES, POINTERS
from jounce.engine.compiler.native.targets import PortableModule


def compiled_functions() -> dict[int, tuple[Any, str]]:
    """Address → library and symbol of every entry and every pointer that Numba has compiled or loaded."""
    found: dict[int, tuple[Any, str]] = {}
    for entry in ENTRIES:
        for compiled in getattr(entry, "overloads", {}).values():
            symbol = compiled.fndesc.llvm_func_name
            found[compiled.library.get_pointer_to_function(symbol)] = compiled.library, symbol
    for pointer in POINTERS:
        found[int(pointer.address)] = pointer._library, pointer._wrapper_name
    return found


def portable_modules(names: Mapping[int, str]) -> list[PortableModule]:
    """The modules of functions, given by their addresses and the names that they get in object files.

    Every function stands in a module of its own: names that Numba gives are unique within one process only, and code
    from the disk comes from many.
    """
    known = compiled_functions()
    return [
        PortableModule(_bitcode(library), {symbol: name}, optimised=True)
        for address, name in names.items()
        for library, symbol in [known[address]]
    ]


def _bitcode(library: Any) -> bytes:
    """What a library was made from, optimised; also of one that was loaded from the disk."""
    return library._get_module_for_linking().as_bitcode()
