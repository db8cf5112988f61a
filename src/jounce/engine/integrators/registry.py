"""All integrators by name. A new one is a file of `jounce.engine.integrators.catalogue`, its compiled step, and a line
here.

The command line, studies, benchmarks, the live page and the texts of errors take their lists from here. Nothing here
imports NumPy or Numba: listing names must be quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jounce.engine.integrators.catalogue.adaptive import AdamsBashforthMoulton, DormandPrince
from jounce.engine.integrators.catalogue.auto import Auto
from jounce.engine.integrators.catalogue.explicit import AdamsBashforth2, Midpoint, RungeKutta4, SemiImplicitEuler
from jounce.engine.integrators.catalogue.implicit import Chord, Rosenbrock
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.integrators.integrator import EXPLICIT, ON_MULTIPLIERS, Adaptive, FixedStep, Integrator
from jounce.errors import InputError
from jounce.findings import suggestion

INTEGRATORS: dict[str, type[Integrator]] = {
    integrator.name: integrator
    for integrator in (
        SemiImplicitEuler,
        Midpoint,
        AdamsBashforth2,
        RungeKutta4,
        DormandPrince,
        AdamsBashforthMoulton,
        Auto,
        Chord,
        Rosenbrock,
        TangentSpace,
    )
}


def make_integrator(name: str, **options: Any) -> Integrator:
    """The integrator of that name or alias with these options; raises InputError with the known names."""
    return INTEGRATORS[full_name(name)](**options)


def full_name(name: str) -> str:
    """The name itself, or what it is an alias of; raises InputError with the known names."""
    for known, integrator in INTEGRATORS.items():
        if name == known or name in integrator.aliases:
            return known
    expected = f"one of {', '.join(INTEGRATORS)}"
    raise InputError("unknown integrator", repr(name), expected, suggestion(str(name), INTEGRATORS))


def is_fixed(integrator: type[Integrator]) -> bool:
    """Whether its steps have one length."""
    return issubclass(integrator, FixedStep)


def is_adaptive(integrator: type[Integrator]) -> bool:
    """Whether it chooses its steps by the local error."""
    return issubclass(integrator, Adaptive)


def can_pace(integrator: type[Integrator]) -> bool:
    """Whether it runs a car live: steps of one length, on the generated kernels."""
    return is_fixed(integrator) and integrator.kind != ON_MULTIPLIERS


def can_batch(integrator: type[Integrator]) -> bool:
    """Whether it runs many cars at once, on the generated kernels; those that choose their steps must end them at the
    ticks of drivers."""
    return can_pace(integrator) or integrator is Auto


def runs_without_coordinates(integrator: type[Integrator]) -> bool:
    """Whether it runs every formulation, with or without independent coordinates."""
    return not integrator.needs_coordinates and integrator.kind != ON_MULTIPLIERS


def bears_stiffness(integrator: type[Integrator]) -> bool:
    """Whether stiff forces do not make it unstable, in the formulation that vehicles have by default."""
    return integrator.stability is None and integrator.kind != ON_MULTIPLIERS


def is_live(integrator: type[Integrator]) -> bool:
    """Whether it is offered where cars are driven live."""
    return bool(integrator.live_help)


def names(keep: Callable[[type[Integrator]], bool] = lambda integrator: True) -> tuple[str, ...]:
    """Names of the integrators that a predicate keeps, in the order of the registry."""
    return tuple(name for name, integrator in INTEGRATORS.items() if keep(integrator))


def live_help() -> dict[str, str]:
    """What the integrators for driving live are good for, by name; the implicit ones, which suit every car, first."""
    found = [integrator for integrator in INTEGRATORS.values() if is_live(integrator)]
    return {i.name: i.live_help for i in sorted(found, key=lambda i: i.kind == EXPLICIT)}


def join_words(words: Iterable[str], conjunction: str = "or") -> str:
    """`a, b or c`."""
    *most, last = words
    return f"{', '.join(most)} {conjunction} {last}" if most else last
