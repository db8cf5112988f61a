"""The kernels of one subsystem: `terms` (first pass), `rates` (second pass) and `close` (loops)."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.state_layout import StateLayout, Subsystem
from jounce.engine.formulations.synthesis.chains import write_carried, write_positions, write_velocities
from jounce.engine.formulations.synthesis.context import Context, Port
from jounce.engine.formulations.synthesis.dynamics import (
    BodyMotions,
    write_inertia,
    write_mass,
    write_motion,
    write_wrenches,
)
from jounce.engine.formulations.synthesis.effective import write_effective, write_rates
from jounce.engine.formulations.synthesis.elements import Element, write_elements, write_windings
from jounce.engine.formulations.synthesis.loops import Solution, worst_quality, write_closure, write_loops
from jounce.engine.formulations.synthesis.nested import store_frame, write_parent, write_reduction
from jounce.engine.formulations.synthesis.parameter_table import Origin
from jounce.engine.formulations.synthesis.parent import Parent
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.reduction import ReducedEquations
from jounce.engine.formulations.synthesis.relative import (
    joint_rows,
    load_positions,
    load_velocities,
    write_body_rates,
    write_held,
    write_joints,
    write_mount_rates,
    write_mounts,
    write_newton,
)
from jounce.engine.formulations.synthesis.shape import Shape
from jounce.engine.formulations.synthesis.writer import Scalar, functions, identifier

NAME = "<KERNEL>"
"""Stands for the kernel's name until it is known which subsystems share one; no identifier contains it."""

T = TypeVar("T")


@dataclass(frozen=True)
class GeneratedFunction:
    """A generated function: its source with NAME in it, its arguments, and what each instance brings."""

    text: str
    arguments: tuple[str, ...]
    parameters: tuple[Origin, ...]
    ports: tuple[Port, ...]
    numbers: int


@dataclass(frozen=True)
class Kernels:
    """All functions of one subsystem."""

    subsystem: Subsystem
    partition: Partition
    elements: tuple[Element, ...]
    functions: dict[str, GeneratedFunction]
    """terms, rates; close unless there is nothing to close or set, and hold, what comes before it; carry for driven
    bodies and parents: their frames, for those that hang on them; reduce for parents, when their children are in."""
    closes: str | None
    """The joint whose name stands for all equations that are solved; None without any."""
    kept: ReducedEquations
    helpers: frozenset[tuple[int, int]]
    carried: Parent | None = None
    """What children need to know, if the subsystem is their parent."""


@dataclass(frozen=True)
class Stages:
    """What depends on the coordinates of a subsystem."""

    positions: Callable[[Context], None]
    velocities: Callable[[Context], None]
    solve: Callable[[Context, Partition], tuple[Solution, BodyMotions]]
    """Twists per independent velocity."""
    rates: Callable[[Context, Partition, ReducedEquations], None]
    close: Callable[[Context, Partition, Solution], tuple[Scalar, Scalar]]
    carried: Callable[[Context], None]
    """Twists while a subsystem's own velocities are zero."""
    hold: Callable[[Context, Partition], None] | None = None
    about: str = "One Newton pass on the dependent coordinates; returns the largest gap before it, and the quality."


def _solve_loops(c: Context, partition: Partition) -> tuple[Solution, BodyMotions]:
    c.code.stage = "loops"
    solution = write_loops(c, partition)
    c.code.stage = "motion"
    return solution, write_motion(c, partition, solution)


JOINT = Stages(write_positions, write_velocities, _solve_loops, write_rates, write_closure, write_carried)
CARTESIAN = Stages(
    load_positions,
    load_velocities,
    write_joints,
    write_body_rates,
    write_newton,
    lambda c: None,
    write_held,
    "One Newton pass, independent velocities held; returns the largest gap before it, and the quality.",
)
MOUNTS = replace(
    JOINT,
    rates=write_mount_rates,
    close=write_mounts,
    carried=write_velocities,
    about="Poses and twists as prescribed.",
)


def write_kernels(
    packed: Packed,
    layout: StateLayout,
    shape: Shape,
    subsystem: Subsystem,
    partition: Partition,
    elements: Sequence[Element],
    exports: Sequence[str],
    parent: Parent | None = None,
    carriers: Sequence[str] = (),
    first_block: int = 0,
) -> Kernels:
    """Write one subsystem.

    exports: bodies that forces or bodies of other subsystems hold on to. parent: what carries the subsystem. carriers:
    bodies of a parent that its children hold on to. first_block: number of its first block of equations among all.
    """
    # choose names and writers
    short = shortener(subsystem)
    exports = tuple(b for b in subsystem.bodies if b in exports or b in carriers)
    how = JOINT if not layout.cartesian else MOUNTS if subsystem.driven else CARTESIAN
    made: dict[str, GeneratedFunction] = {}
    carried: Parent | None = None

    def start() -> Context:
        return Context(packed, layout, shape, subsystem.bodies, short, parent=parent, first_block=first_block)

    # terms: effective inertia and force
    c = start()
    stages = _Stages(c)
    stages("positions", lambda: how.positions(c))
    stages("velocities", lambda: how.velocities(c))
    solution, motion = stages("loops", lambda: how.solve(c, partition))
    c.D = solution.D
    inertia = stages("inertia", lambda: write_inertia(c))
    stages("forces", lambda: write_elements(c, elements))
    wrench = stages("wrenches", lambda: write_wrenches(c, motion, inertia))
    mass = stages("mass", lambda: write_mass(c, partition, motion, inertia, wrench))
    if carriers:
        name = subsystem.name
        kept, carried = stages("equations", lambda: write_parent(c, name, partition, mass, solution, motion, exports))
    else:
        kept = stages("effective", lambda: write_effective(c, partition, mass, solution, motion, exports))
    for state, (_, rate) in c.windings.items():
        c.code.do(f"dy[{c.port('auxiliary', state)}] = {rate}")
    quality = str(worst_quality(c, solution))
    about = "Effective inertia and force of a subsystem." if not carriers else "Equations of a parent by itself."
    made["terms"] = _function(c, "terms", about, (quality,))
    helpers = set(solution.helpers)

    numbers = c.numbers
    if carriers:
        # reduce: with the children's share
        between = start()
        between.numbers = numbers
        between.code.stage = "effective"
        write_reduction(between, partition, kept)
        made["reduce"] = _function(between, "reduce", "Effective inertia and force of a parent with its children.")
        numbers = between.numbers

    # rates: ẏ from the base's acceleration
    second = start()
    second.numbers = numbers
    second.code.stage = "rates"
    how.rates(second, partition, kept)
    made["rates"] = _function(second, "rates", "ẏ of a subsystem from the acceleration of the base.")

    if layout.first(subsystem.bodies) is not None:
        if how.hold is not None:
            # hold: independent velocities before corrections
            before = start()
            how.positions(before)
            how.velocities(before)
            before.code.stage = "hold"
            how.hold(before, partition)
            made["hold"] = _function(before, "hold", "Independent velocities, before anything is corrected.")
        # close: one Newton pass on loops
        third = start()
        how.positions(third)
        how.carried(third)
        third.code.stage = "loops"
        done = Solution()
        worst, quality = map(str, how.close(third, partition, done))
        if how is CARTESIAN:
            write_windings(third, elements)
        for state, (value, _) in third.windings.items():
            third.code.do(f"y[{third.port('auxiliary', state)}] = {value}")
        helpers |= done.helpers
        made["close"] = _function(third, "close", how.about, (worst, quality))
    if (subsystem.driven or carriers) and exports:
        # carry: frames of bodies that carry others
        fourth = start()
        how.positions(fourth)
        how.velocities(fourth)
        fourth.code.stage = "export"
        for body in exports:
            store_frame(fourth, kept.frames[body], fourth.frames[body])
        made["carry"] = _function(fourth, "carry", "Frames of bodies that carry others.")
    # the joint that an open loop names
    rows = [row for block in partition.blocks for row in block.rows]
    if how is CARTESIAN:
        rows += joint_rows(c, partition)
    closes = rows[0].joint if rows else None
    return Kernels(subsystem, partition, tuple(elements), made, closes, kept, frozenset(helpers), carried)


class _Stages:
    """Runs one writer after another, each under the name of its stage."""

    def __init__(self, c: Context) -> None:
        self.c = c

    def __call__(self, name: str, write: Callable[[], T]) -> T:
        self.c.code.stage = name
        return write()


def _function(c: Context, suffix: str, about: str, results: Sequence[str] = ()) -> GeneratedFunction:
    text, arguments = functions(f"{NAME}_{suffix}", c.code, about, results)
    return GeneratedFunction(text, tuple(arguments), tuple(c.parameters), tuple(c.ports), c.numbers)


def shortener(subsystem: Subsystem) -> Callable[[str], str]:
    """Names without the ending that all bodies of the subsystem share, so that equal corners give equal source."""
    ending = subsystem.name.removeprefix("corner_") if subsystem.name.startswith("corner_") else None

    @functools.cache
    def short(name: str) -> str:
        if ending is not None:
            name = re.sub(rf"_{re.escape(ending)}(?=_|\W|$)", "", name)
        return identifier(name)

    return short
