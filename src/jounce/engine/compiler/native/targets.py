"""Object files for other machines: modules in LLVM's language, emitted for a system and a level of processors.

All targets are x86-64-v3: it has fused multiply-add, as every machine that runs jounce well. Code for a lesser level
would round differently. Object files are kept on the disk like those of this machine.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import llvmlite.binding as llvm

from jounce.engine.compiler.native.machine import FULL, Processor
from jounce.engine.compiler.native.objects import keep_object, read_object

LANES = 4
"""Doubles in a register of x86-64-v3."""
TARGETS = {
    "linux64": Processor("x86_64-unknown-linux-gnu", "x86-64-v3", ""),
    "win64": Processor("x86_64-pc-windows-gnu", "x86-64-v3", ""),
}
"""Platforms by the names that FMI gives them."""


PYTHON = ("Py", "_Py", "NRT_", "numba_")
"""How functions of Python and of Numba's runtime begin: only code that is never reached calls them."""
UNREACHED = "unreached_"
"""What their names begin with in object files."""


@dataclass(frozen=True)
class PortableModule:
    """A module whose functions other code may call, by the names that they have in object files."""

    module: str | bytes
    """LLVM's language, or bitcode."""
    names: dict[str, str]
    """Function in the module → name in object files."""
    optimised: bool
    """Whether LLVM has improved it already."""

    def emit(self, target: str) -> PortableObject:
        """The object file for a platform, from the disk or made; what it does not name is hidden in it."""
        content = self.module.encode() if isinstance(self.module, str) else self.module
        parts = hashlib.sha256(content).hexdigest(), sorted(self.names.items()), TARGETS[target].key, self.optimised
        name = hashlib.sha256(f"portable {parts} {_emitter_hash()}".encode()).hexdigest()
        kept = read_object(name)
        if kept is not None:
            missing, _, code = kept.partition(b"\n")
            return PortableObject(code, frozenset(missing.decode().split()))
        made = self._make(target)
        keep_object(name, " ".join(sorted(made.missing)).encode() + b"\n" + made.content)
        return made

    def _make(self, target: str) -> PortableObject:
        _initialise()
        module = llvm.parse_assembly(self.module) if isinstance(self.module, str) else llvm.parse_bitcode(self.module)
        machine = _machine(TARGETS[target])
        module.triple = TARGETS[target].triple
        module.data_layout = str(machine.target_data)
        _hide_all_but(module, self.names)
        _improve(module, machine, self.optimised)
        outside = [*module.functions, *module.global_variables]
        missing = {one.name for one in outside if one.is_declaration and not one.name.startswith("llvm.")}
        return PortableObject(machine.emit_object(module), frozenset(missing))


@dataclass(frozen=True)
class PortableObject:
    """An object file, and the names that it expects from elsewhere."""

    content: bytes
    missing: frozenset[str]


def constant_object(name: str, content: bytes, target: str) -> bytes:
    """An object file with one array of bytes, aligned for any type."""
    _initialise()
    text = "".join(f"\\{byte:02X}" for byte in content)
    module = llvm.parse_assembly(f'@{name} = hidden constant [{len(content)} x i8] c"{text}", align 64\n')
    module.triple = TARGETS[target].triple
    return _machine(TARGETS[target]).emit_object(module)


def _hide_all_but(module: llvm.ModuleRef, names: dict[str, str]) -> None:
    """Make everything that is defined internal, and give the functions that stay their names.

    What belongs to Python gets a name of its own too: the library may be loaded into a Python process.
    """
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
        elif value.is_declaration and value.name.startswith(PYTHON):
            value.name = UNREACHED + value.name
    for old, new in names.items():
        function = module.get_function(old)
        function.linkage = "external"
        function.visibility = "hidden"
        function.name = new


def _improve(module: llvm.ModuleRef, machine: llvm.TargetMachine, optimised: bool) -> None:
    """Optimise as the machine code of this process was, or only leave out what nothing calls."""
    options = llvm.create_pipeline_tuning_options(speed_level=FULL.passes)
    options.slp_vectorization = False
    options.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    if optimised:
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
    else:
        passes = builder.getModulePassManager()
    passes.run(module, builder)


@functools.cache
def _emitter_hash() -> str:
    """Hash of this file: what it does is part of what object files are made from."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


@functools.cache
def _initialise() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


@functools.cache
def _machine(processor: Processor) -> llvm.TargetMachine:
    target = llvm.Target.from_triple(processor.triple)
    return target.create_target_machine(
        cpu=processor.name, features=processor.features, opt=3, reloc="pic", codemodel="small"
    )


def missing_names(objects: Iterable[PortableObject]) -> list[str]:
    """All names that objects expect from elsewhere."""
    return sorted(set().union(*(one.missing for one in objects)))
