"""The processor that code is made for, and making it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import llvmlite
import llvmlite.binding as llvm


@dataclass(frozen=True)
class Effort:
    """How hard LLVM tries, 0 to 3: on the text, and on machine code from it."""

    passes: int
    code: int


FULL = Effort(passes=1, code=1)
"""For code that runs in every step: straight lines, folded before LLVM sees them. With 2 or 3 it takes a quarter longer
and gives code of the same size and speed."""


@dataclass(frozen=True)
class Processor:
    """What code is made for: LLVM's names of system, processor and features."""

    triple: str
    name: str
    features: str

    @property
    def key(self) -> str:
        """All that the code depends on beside its text."""
        return f"{self.triple} {self.name} {self.features} llvmlite {llvmlite.__version__}"


@functools.cache
def host() -> Processor:
    """The processor of this machine."""
    features = llvm.get_host_cpu_features()
    return Processor(llvm.get_process_triple(), llvm.get_host_cpu_name(), features.flatten() if features else "")


@functools.cache
def lanes() -> int:
    """How many doubles the registers of this machine hold: 8 with AVX-512, 4 with AVX2, else 2."""
    features = llvm.get_host_cpu_features()
    return 8 if features.get("avx512f") else 4 if features.get("avx2") else 2


@functools.cache
def _initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def make_object(text: str, processor: Processor, effort: Effort = FULL) -> bytes:
    """Machine code as an object file."""
    _initialise()
    module = llvm.parse_assembly(text)
    module.triple = processor.triple
    module.verify()
    machine = target_machine(processor, effort)
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=effort.passes)
    options.slp_vectorization = False
    options.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


def target_machine(processor: Processor, effort: Effort = FULL) -> llvm.TargetMachine:
    """LLVM's back end for a processor."""
    _initialise()
    target = llvm.Target.from_triple(processor.triple)
    return target.create_target_machine(
        cpu=processor.name, features=processor.features, opt=effort.code, reloc="pic", codemodel="jitdefault", jit=True
    )
