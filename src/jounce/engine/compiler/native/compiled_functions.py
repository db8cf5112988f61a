"""Functions that were compiled in this process, by their addresses: what to emit for another machine."""

from __future__ import annotations

import hashlib
from typing import Any

from jounce.engine.compiler.cache import cache_folder
from jounce.engine.compiler.decorators import ENTRIES, POINTERS
from jounce.engine.compiler.native.objects import keep_object, read_object
from jounce.engine.compiler.native.targets import PortableModule
from jounce.errors import FileError


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


def portable_module(address: int, name: str = "") -> PortableModule:
    """The module of a function, given by its address; name: what it is called in object files, by default its hash.

    Every function stands in a module of its own: names that Numba gives are unique within one process only, and code
    from the disk comes from many. Raises KeyError for an address of nothing that was compiled here.
    """
    library, symbol = compiled_functions()[address]
    found = getattr(library, "object_hash", "")  # of what was loaded from the disk
    bitcode = read_object(_bitcode_name(found)) if found else library._final_module.as_bitcode()
    if bitcode is None:
        raise FileError(
            f"{symbol}: its code for other machines is not in the cache; remove {cache_folder()}, and try again"
        )
    named = name or f"code_{hashlib.sha256(symbol.encode() + bitcode).hexdigest()[:20]}"
    return PortableModule(bitcode, {symbol: named}, optimised=True)


def keep_bitcode(library: Any, code: bytes) -> None:
    """Keep the optimised code of an entry in LLVM's form, for other processors; loading an entry does not read it."""
    keep_object(_bitcode_name(hashlib.sha256(code).hexdigest()), library._final_module.as_bitcode())


def _bitcode_name(object_hash: str) -> str:
    """The name of the file: machine code tells which module it was made from."""
    return hashlib.sha256(f"bitcode {object_hash}".encode()).hexdigest()
