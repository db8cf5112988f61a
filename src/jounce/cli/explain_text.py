"""An explanation of a mechanism as lines for people; colours vanish where there is no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import typer

from jounce.cli.wrapping import terminal_width
from jounce.engine.formulations.synthesis.explanation import (
    DEPENDENT,
    INDEPENDENT,
    PRESCRIBED,
    BlockSummary,
    BodySummary,
    CoordinateSummary,
    Explanation,
    ForceElement,
    LoopSummary,
    SubsystemSummary,
)

MARK = {INDEPENDENT: "●", DEPENDENT: "○", PRESCRIBED: "▶"}
COLOUR = {INDEPENDENT: typer.colors.GREEN, DEPENDENT: typer.colors.BRIGHT_BLACK, PRESCRIBED: typer.colors.CYAN}
MAX_WIDTH = 108
"""Columns after which a list goes on in the next line, if the terminal has as many."""


def lines(told: Explanation) -> Iterator[str]:
    """All lines, without line ends."""
    yield from _head(told)
    for s in told.subsystems:
        yield ""
        yield from _subsystem(told, s)
    if told.links:
        yield ""
        yield _bold("between subsystems")
        yield from _listed("  forces  ", _elements(told.links))
    yield ""
    yield from _code(told)


def _head(told: Explanation) -> Iterator[str]:
    yield _bold(told.mechanism) + " in subsystem synthesis (Song 2005)"
    freedom = f"{_many(told.degrees_of_freedom, 'degree')} of freedom"
    parts = f"{_many(len(told.subsystems), 'subsystem')}, {_many(len(told.kernels), 'kernel')}"
    yield f"  {freedom} · {told.states} states · {_many(told.bodies, 'body')} · {parts}"
    how = "moves freely: 6 degrees of freedom, 7 + 6 states" if told.base_moves else "does not move"
    yield f"  base {_bold(told.base)}, {how}"
    if told.base_forces:
        yield from _listed("  forces on the base alone  ", _elements(told.base_forces))
    found = [role for role in MARK if any(getattr(s, role) for s in told.subsystems)]
    yield "  " + "   ".join(f"{_marked(role)} {role}" for role in found)


def _subsystem(told: Explanation, s: SubsystemSummary) -> Iterator[str]:
    sharing = next(k.subsystems for k in told.kernels if k.name == s.kernel)
    others = [name for name in sharing if name != s.name]
    freedom = "all prescribed" if s.driven else f"{_many(s.degrees_of_freedom, 'degree')} of freedom"
    shared = f", shared with {', '.join(others)}" if others else ""
    carried = [other.name for other in told.subsystems if other.parent == s.name]
    place = f" · between {told.base} and {', '.join(carried)}" if carried else f" · on {s.parent}" if s.parent else ""
    yield f"{_bold(s.name)}{place} · {_many(len(s.bodies), 'body')} · {freedom} · kernel {s.kernel}{shared}"
    yield from _tree(told.base, s.bodies)
    yield from _table("  cut     ", [_loop(x) for x in s.loops if x.cut])
    yield from _table("  coupled ", [_loop(x) for x in s.loops if not x.cut])
    for block in s.blocks:
        yield from _block(block)
    for loop in s.loops:
        if loop.dropped:
            equations = _many(loop.equations, "equation")
            yield f"  dropped {loop.dropped} of the {equations} of {loop.name}: they follow from others"
    if s.forces:
        yield from _listed("  forces  ", _elements(s.forces))


def _tree(base: str, bodies: Sequence[BodySummary]) -> Iterator[str]:
    """Bodies under what they hang on: `lca_fl ← lca_fl (revolute)  ● angle`."""
    children: dict[str, list[BodySummary]] = {}
    for body in bodies:
        children.setdefault(body.parent, []).append(body)
    inside = {body.name for body in bodies}
    rows: list[tuple[str, str, str]] = []

    def grow(parent: str, stem: str) -> None:
        found = children.get(parent, [])
        for i, body in enumerate(found):
            last = i == len(found) - 1
            joint = "free" if body.joint is None else f"{body.joint} ({_words(body.kind or '')})"
            rows.append((f"{stem}{'└─' if last else '├─'} {body.name}", joint, _coordinates(body.coordinates)))
            grow(body.name, stem + ("   " if last else "│  "))

    roots = [parent for parent in children if parent not in inside]
    for root in roots:
        rows.append((root if root == base else f"{root} (carried)", "", ""))
        grow(root, "")
    first, second = (max(len(row[k]) for row in rows) for k in (0, 1))
    for name, joint, coordinates in rows:
        yield f"  {name:<{first}} ← {joint:<{second}}  {coordinates}".rstrip() if joint else f"  {name}"


def _coordinates(coordinates: Iterable[CoordinateSummary]) -> str:
    return "   ".join(_coordinate(c) for c in coordinates)


def _coordinate(c: CoordinateSummary) -> str:
    marks = "".join(_marked(v.role) for v in c.velocities)
    drive = f" ← {c.driver} ({c.motion})" if c.driver is not None else ""
    return f"{marks} {c.name}{drive}"


def _loop(loop: LoopSummary) -> tuple[str, ...]:
    motion = f", follows {loop.motion}" if loop.motion else ""
    ends = (" – " if loop.cut else ", ").join(loop.between)
    return loop.name, _words(loop.kind), ends, _many(loop.equations, "equation") + motion


def _block(block: BlockSummary) -> Iterator[str]:
    yield f"  block   {_many(len(block.dependent), 'equation')}, condition of Φ_u {block.condition:.3g}"
    yield from _listed("          of    ", [f"{name} ({count})" for name, count in block.equations.items()])
    yield from _listed("          gives ", _grouped(block.dependent), _coloured(DEPENDENT))
    yield from _listed("          from  ", _grouped(block.independent), _coloured(INDEPENDENT))
    yield from _listed("          with  ", _grouped(block.prescribed), _coloured(PRESCRIBED))


def _grouped(names: Sequence[str]) -> list[str]:
    """Velocities of one ball as one: `lbj_fl rotation about x, y, z` instead of three names."""
    found: dict[str, list[str]] = {}
    for name in names:
        ball, about, axis = name.partition(" about ")
        found.setdefault(ball, []).extend([axis] if about else [])
    return [f"{name} about {' '.join(axes)}" if axes else name for name, axes in found.items()]


def _elements(elements: Iterable[ForceElement]) -> list[str]:
    """Names, with the kind where the name does not say it."""
    return [e.name if e.kind.partition("_")[0] in e.name else f"{e.name} ({_words(e.kind)})" for e in elements]


def _code(told: Explanation) -> Iterator[str]:
    yield _bold("generated code")
    rows = []
    for kernel in told.kernels:
        numbers = [s.parameters for s in told.subsystems if s.kernel == kernel.name]
        each = " each" if len(numbers) > 1 else ""
        rows.append(
            (
                kernel.name,
                f"{kernel.source_lines} lines",
                f"{numbers[0]} parameters{each}",
                ", ".join(kernel.subsystems),
            )
        )
    rows.append(
        ("all", f"{told.source_lines} lines", f"{told.parameters} parameters", f"{told.work_numbers} numbers of work")
    )
    yield from _table("  ", rows)


def _table(indent: str, rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Columns under each other; what the indentation says is said once."""
    if not rows:
        return
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for i, row in enumerate(rows):
        lead = indent if i == 0 else " " * len(indent)
        yield (lead + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True))).rstrip()


def _listed(indent: str, items: Sequence[str], style: Callable[[str], str] = str) -> Iterator[str]:
    """Items after one another, in as many lines as it takes."""
    line: list[str] = []
    lead, width = indent, min(MAX_WIDTH, terminal_width() - 1)
    for item in items:
        if line and len(lead) + len(", ".join([*line, item])) > width:
            yield lead + ", ".join(style(x) for x in line) + ","
            line, lead = [], " " * len(indent)
        line.append(item)
    if line:
        yield lead + ", ".join(style(x) for x in line)


def _many(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _bold(text: str) -> str:
    return typer.style(text, bold=True)


def _marked(role: str) -> str:
    return typer.style(MARK[role], fg=COLOUR[role])


def _coloured(role: str) -> Callable[[str], str]:
    return lambda text: typer.style(text, fg=COLOUR[role])
