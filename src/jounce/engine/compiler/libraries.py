"""Machine code is made once, for the functions that something other than compiled code calls.

Numba optimises every function together with all that it calls and makes machine code of it, then does the same for its
callers: a function at the end of a chain of ten calls is optimised and written ten times. Here a function that only
compiled code calls stays in LLVM's own form (`LinkedLibrary`). A function that Python or a pointer calls
(`EntryLibrary`) collects all functions that it reaches, and is optimised with them, once.

On the disk an entry is its machine code and the names in it. Numba would add the code in LLVM's form, for callers that
build it in, and read it whenever the entry is loaded.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import gc
import re
from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.environment import lookup_environment

from jounce.engine.compiler.turns import give_up_turn

ENVIRONMENT = re.compile(r'^@"?(_ZN08NumbaEnv[^" ]+)"? = .*\n', re.MULTILINE)
"""Definition of the variable that holds what a function needs of Python."""


class LinkedLibrary(JITCodeLibrary):
    """A function without machine code of its own: its callers build it in."""

    def add_ir_module(self, ir_module):
        """Take the function, without its environment if it uses none: entries would have to set it."""
        text = cgutils.normalize_ir_text(str(ir_module))
        text = ENVIRONMENT.sub(lambda found: "" if text.count(found[1]) == 1 else found[0], text)
        module = llvm.parse_assembly(text)
        module.name = ir_module.name
        self.add_llvm_module(module)

    def finalize(self):
        """Give the function to its callers, who may drop it once it is built in."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def get_pointer_to_function(self, name):
        """Zero, as for a wrapper that was not asked for: there is no machine code."""
        return 0

    @property
    def codegen(self):
        """Numba's code generator, which must not look for an environment that is in no machine code yet."""
        return WithoutEnvironment(self._codegen)

    def _get_module_for_linking(self):
        """The function and all that it reaches, for a library of Numba's own."""
        if self._shared_module is None:
            module = llvm.parse_assembly(str(self._codegen._create_empty_module(self.name)))
            for part in reached((self,)):
                module.link_in(part, preserve=True)
            self._shared_module = module
        return self._shared_module


class WithoutEnvironment:
    """A code generator that leaves environments to the entry."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name, environment):
        """Do nothing: the entry sets the environments of all functions built into it."""


class EntryLibrary(JITCodeLibrary):
    """A function with machine code, and all that it reaches built in."""

    def finalize(self):
        """Link, optimise, make machine code."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        for part in reached(self._linking_libraries):
            self._final_module.link_in(part, preserve=True)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def serialize_using_object_code(self):
        """The machine code, and its names as functions without content."""
        self._ensure_finalized()
        defined = (f for f in self._final_module.functions if not f.is_declaration)
        names = [f.name for f in defined if f.linkage == llvm.Linkage.external]
        stubs = "\n".join(f'define void @"{name}"() {{ unreachable }}' for name in names)
        return (self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(stubs).as_bitcode()))


def forbid_linking(library: Any) -> None:
    """Refuse to build a library that was loaded from the disk into a caller: there is nothing of it but machine
    code."""
    library._shared_module = None


def reached(libraries: Iterable[Any]) -> list[Any]:
    """Modules of libraries and of all that they link, each once and callers first: LLVM drops what nothing asks for."""
    modules: list[Any] = []
    seen = set()

    def visit(library: Any) -> None:
        if library in seen:
            return
        seen.add(library)
        if isinstance(library, EntryLibrary):
            raise TypeError(
                f"{library.name}: an entry that compiled code calls; make it a kernel, with an entry around"
            )
        if isinstance(library, LinkedLibrary):
            for inner in library._linking_libraries:
                visit(inner)
            modules.append(library._final_module)
        else:
            modules.append(library._get_module_for_linking())

    for library in libraries:
        visit(library)
    return modules[::-1]


class LinkedCompiler(Compiler):
    """Compiles functions that only compiled code calls."""

    library: Any = LinkedLibrary

    def define_pipelines(self):
        """Numba's passes, with a library of ours."""
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library(codegen, self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


class EntryCompiler(LinkedCompiler):
    """Compiles functions that Python or a pointer calls."""

    library = EntryLibrary

    def compile_extra(self, func):
        """Compile; without searches for cyclic garbage, a tenth of the time. If that fails, others need not wait."""
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        except BaseException:
            give_up_turn(func)
            raise
        finally:
            if collecting:
                gc.enable()
