"""The kernels of one subsystem: `terms` (first pass), `rates` (second pass) and `close` (loops)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jounce.packing.pack import Packed
from jounce.synthesis.chains import write_carried, write_positions, write_velocities
from jounce.synthesis.context import Context, Port
from jounce.synthesis.dynamics import (
    Reduced,
    write_effective,
    write_export,
    write_inertia,
    write_mass,
    write_motion,
    write_rates,
    write_wrenches,
)
from jounce.synthesis.elements import Element, write_elements
from jounce.synthesis.layout import StateLayout, Subsystem
from jounce.synthesis.loops import Solution, write_closure, write_loops
from jounce.synthesis.partition import Partition
from jounce.synthesis.writer import functions

NAME = "KERNEL"
"""Stands for the kernel's name until it is known which subsystems share one."""


@dataclass(frozen=True)
class Function:
    """A generated function: its source with NAME in it, its arguments, and what each instance brings."""

    text: str
    arguments: tuple[str, ...]
    parameters: tuple[float, ...]
    ports: tuple[Port, ...]
    numbers: int


@dataclass(frozen=True)
class Kernels:
    """All functions of one subsystem."""

    subsystem: Subsystem
    partition: Partition
    elements: tuple[Element, ...]
    terms: Function
    rates: Function
    close: Function | None
    """None when there is nothing to close or set."""
    carry: Function | None
    """Frames of driven bodies, for those that hang on them."""
    kept: Reduced
    helpers: frozenset[tuple[int, int]]


def write_kernels(
    packed: Packed,
    layout: StateLayout,
    subsystem: Subsystem,
    partition: Partition,
    elements: Sequence[Element],
    exports: Sequence[str],
) -> Kernels:
    """Write one subsystem; `exports` are bodies that forces or bodies of other subsystems hold on to."""
    short = shortener(subsystem)
    exports = tuple(b for b in subsystem.bodies if b in exports)
    c = Context(packed, layout, subsystem.bodies, short)
    stages = _Stages(c)
    stages("positions", lambda: write_positions(c))
    stages("velocities", lambda: write_velocities(c))
    solution = stages("loops", lambda: write_loops(c, partition))
    c.D = solution.D
    motion = stages("motion", lambda: write_motion(c, partition, solution))
    inertia = stages("inertia", lambda: write_inertia(c))
    stages("forces", lambda: write_elements(c, elements))
    wrench = stages("wrenches", lambda: write_wrenches(c, motion, inertia))
    parts = stages("mass", lambda: write_mass(c, partition, motion, inertia, wrench))
    kept = stages("effective", lambda: write_effective(c, partition, parts, solution, motion, exports))
    for state, (_, rate) in c.windings.items():
        c.code.do(f"dy[{c.port('auxiliary', state)}] = {rate}")
    quality = c.code.let("quality", f"min({', '.join(map(str, solution.quality))}, 1.0)") if solution.quality else "1.0"
    terms = _function(c, "terms", "Effective inertia and force of a subsystem.", (quality,))
    helpers = set(solution.helpers)

    second = Context(packed, layout, subsystem.bodies, short)
    second.numbers = c.numbers
    second.code.stage = "rates"
    write_rates(second, partition, kept)
    rates = _function(second, "rates", "ẏ of a subsystem from the acceleration of the base.")

    close = None
    if subsystem.coordinates:
        third = Context(packed, layout, subsystem.bodies, short)
        write_positions(third)
        write_carried(third)
        third.code.stage = "loops"
        done = Solution()
        worst, quality = write_closure(third, partition, done)
        for state, (value, _) in third.windings.items():
            third.code.do(f"y[{third.port('auxiliary', state)}] = {value}")
        helpers |= done.helpers
        about = "One Newton pass on the dependent coordinates; returns the largest gap before it, and the quality."
        close = _function(third, "close", about, (str(worst), str(quality)))
    carry = None
    if subsystem.driven and exports:
        fourth = Context(packed, layout, subsystem.bodies, short)
        write_positions(fourth)
        write_velocities(fourth)
        fourth.code.stage = "export"
        for body in exports:
            write_export(fourth, body)
        carry = _function(fourth, "carry", "Frames of driven bodies.")
    return Kernels(subsystem, partition, tuple(elements), terms, rates, close, carry, kept, frozenset(helpers))


class _Stages:
    """Runs one writer after another, each under the name of its stage."""

    def __init__(self, c: Context) -> None:
        self.c = c

    def __call__(self, name: str, write: Callable):
        self.c.code.stage = name
        return write()


def _function(c: Context, suffix: str, about: str, results: Sequence[str] = ()) -> Function:
    text, arguments = functions(f"{NAME}_{suffix}", c.code, about, results)
    return Function(text, tuple(arguments), tuple(c.parameters), tuple(c.ports), c.numbers)


def shortener(subsystem: Subsystem) -> Callable[[str], str]:
    """Names without the ending that all bodies of the subsystem share, so that equal corners give equal source."""
    ending = subsystem.name.removeprefix("corner_") if subsystem.name.startswith("corner_") else None

    def short(name: str) -> str:
        if ending is not None:
            name = re.sub(rf"_{re.escape(ending)}(?=_|$)", "", name)
        return re.sub(r"\W", "_", name)

    return short
