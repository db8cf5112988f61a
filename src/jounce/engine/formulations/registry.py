"""All formulations by name. Nothing numeric is imported until one is built: lists and help must be quick."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping

from jounce.engine.formulations.formulation import Formulation
from jounce.errors import InputError
from jounce.findings import suggestion

MODULES = (
    "jounce.engine.formulations.synthesis.formulation",
    "jounce.engine.formulations.world_frame.formulation",
    "jounce.engine.formulations.chassis_frame.formulation",
    "jounce.engine.formulations.null_space.formulation",
)
"""One line a formulation, in the order of lists: a module with a `FORMULATION`. The first is the default."""


@functools.cache
def load_formulations() -> dict[str, Formulation]:
    """All formulations by name, in the order of registration."""
    found = (importlib.import_module(module).FORMULATION for module in MODULES)
    return {formulation.name: formulation for formulation in found}


def register(formulation: Formulation) -> None:
    """Make a formulation known by its name and aliases; raises InputError if one is taken."""
    known = {name: f.name for f in load_formulations().values() for name in (f.name, *f.aliases)}
    for name in (formulation.name, *formulation.aliases):
        if name in known:
            raise InputError("formulation registered twice", name, f"a name other than those of {known[name]}")
    load_formulations()[formulation.name] = formulation


def find_formulation(name: str) -> Formulation:
    """The formulation of that name or alias; raises InputError with the known names."""
    for formulation in load_formulations().values():
        if name == formulation.name or name in formulation.aliases:
            return formulation
    known = list(load_formulations())
    raise InputError("unknown formulation", repr(name), f"one of {', '.join(known)}", suggestion(str(name), known))


def check_options(formulation: Formulation, options: Mapping[str, str]) -> None:
    """Refuse options that the formulation does not take, and choices that it does not know."""
    for option, value in options.items():
        if option not in formulation.options:
            takers = ", ".join(f.name for f in load_formulations().values() if option in f.options) or "no formulation"
            got, expected = f"{option} {value}", f"the formulation {takers}"
            raise InputError(f"only {takers} has a {option}", got, expected, where=option)
        choices = formulation.options[option]
        if value not in choices:
            expected = f"one of {', '.join(choices)}"
            raise InputError(f"unknown {option}", repr(value), expected, suggestion(str(value), choices))
