"""Straight-line source, one line per vector operation, cut into functions that a compiler can digest.

A Builder collects lines in single-assignment form. Vectors are names, `None` is the zero vector (or the identity
matrix) and vanishes from what it meets; scalars are expressions or the numbers 0.0 and 1.0, which vanish too. Equal
operations are written once.
"""

from __future__ import annotations

import functools
import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from jounce.engine.formulations.synthesis.module import FUNCTIONS

Vector = str | None
Matrix = str | None
Scalar = str | float
Twist = tuple[Vector, Vector]

MAX_LINES = 800
"""Lines of one function. Shorter parts run slower, because what passes between them goes through memory, and do not
compile faster: dw18's right-hand side took 5.4 µs in parts of 130 lines, 4.0 in parts of 350, 3.8 uncut, and 23, 22 and
19 s to compile. From about a thousand vector operations in one function on, compile time explodes."""

_NAME = re.compile(r"[A-Za-z_]\w*")


@functools.cache
def identifier(name: str) -> str:
    """A name as an identifier of generated code: ASCII letters, digits and underscores, never a keyword.

    No other text of a file reaches generated code. Python normalises letters beyond ASCII and takes some for others.
    """
    made = re.sub(r"\W", "_", name, flags=re.ASCII)
    return f"_{made}" if keyword.iskeyword(made) or not made or made[0].isdigit() else made


@dataclass
class Statement:
    """One statement."""

    stage: str
    targets: tuple[str, ...]
    text: str
    """The right-hand side, or the whole statement when there are no targets."""
    uses: set[str]


@dataclass
class Builder:
    """Collects lines. `stage` names the step of the algorithm that the next lines belong to."""

    given: tuple[str, ...]
    """Arguments that every function may use: arrays, offsets, the motion of the base."""
    stage: str = "positions"
    lines: list[Statement] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    known: dict[str, str] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    """Names of records, which stay within one function."""

    def fresh(self, hint: str) -> str:
        """An unused name."""
        base = identifier(hint)
        name, n = base, 2
        while name in self.taken or name in self.given or name in FUNCTIONS:
            name, n = f"{base}_{n}", n + 1
        self.taken.add(name)
        return name

    def let(self, hint: str, text: str) -> str:
        """hint = text; the name of an earlier line with the same text if there is one."""
        if text in self.known:
            return self.known[text]
        name = self.fresh(hint)
        self._append((name,), text)
        self.known[text] = name
        return name

    def record(self, hint: str, text: str) -> str:
        """A name for a record. Lines that use it are not parted: what is written there is read in the same function."""
        name = self.let(hint, text)
        self.records.add(name)
        return name

    def several(self, hints: Sequence[str], text: str) -> tuple[str, ...]:
        """Names for the parts of a result."""
        names = tuple(self.fresh(h) for h in hints)
        self._append(names, text)
        return names

    def do(self, text: str) -> None:
        """A statement without a result."""
        self._append((), text)

    def _append(self, targets: tuple[str, ...], text: str) -> None:
        mentioned = set(_NAME.findall(text))
        self.lines.append(
            Statement(self.stage, targets, text, {n for n in mentioned if n in self.taken or n in self.given})
        )

    # vectors
    def add(self, a: Vector, b: Vector, hint: str) -> Vector:
        if a is None or b is None:
            return a if b is None else b
        return self.let(hint, f"add({a}, {b})")

    def sub(self, a: Vector, b: Vector, hint: str) -> Vector:
        if b is None:
            return a
        if a is None:
            return self.let(hint, f"neg({b})")
        return self.let(hint, f"sub({a}, {b})")

    def cross(self, a: Vector, b: Vector, hint: str) -> Vector:
        if a is None or b is None:
            return None
        return self.let(hint, f"cross({a}, {b})")

    def scale(self, s: Scalar, a: Vector, hint: str) -> Vector:
        if a is None or s == 0.0:
            return None
        if s == 1.0:
            return a
        return self.let(hint, f"scale({s}, {a})")

    def axpy(self, s: Scalar, a: Vector, b: Vector, hint: str) -> Vector:
        """s a + b"""
        if a is None or s == 0.0:
            return b
        if b is None:
            return self.scale(s, a, hint)
        if s == 1.0:
            return self.add(b, a, hint)
        return self.let(hint, f"axpy({s}, {a}, {b})")

    def mv(self, R: Matrix, a: Vector, hint: str) -> Vector:
        if a is None or R is None:
            return a
        return self.let(hint, f"mv({R}, {a})")

    def tmv(self, R: Matrix, a: Vector, hint: str) -> Vector:
        if a is None or R is None:
            return a
        return self.let(hint, f"tmv({R}, {a})")

    def matmul(self, A: Matrix, B: Matrix, hint: str) -> Matrix:
        if A is None or B is None:
            return A if B is None else B
        return self.let(hint, f"matmul({A}, {B})")

    def dot(self, a: Vector, b: Vector, hint: str) -> Scalar:
        if a is None or b is None:
            return 0.0
        return self.let(hint, f"dot({a}, {b})")

    def format_vector(self, a: Vector) -> str:
        """A vector as an argument."""
        return "(0.0, 0.0, 0.0)" if a is None else a

    # scalars
    def plus(self, *parts: Scalar) -> Scalar:
        """Sum of scalars, as an expression."""
        real = [p for p in parts if p != 0.0]
        if not real:
            return 0.0
        return real[0] if len(real) == 1 else " + ".join(_wrapped(p) for p in real)

    def times(self, a: Scalar, b: Scalar) -> Scalar:
        """Product of scalars, as an expression."""
        if a == 0.0 or b == 0.0:
            return 0.0
        if a == 1.0 or b == 1.0:
            return a if b == 1.0 else b
        return f"{_wrapped(a)} * {_wrapped(b)}"

    def minus(self, a: Scalar) -> Scalar:
        """−a as an expression."""
        return 0.0 if a == 0.0 else f"-{_wrapped(a)}"

    def scalar(self, value: Scalar, hint: str) -> Scalar:
        """Give an expression a name, unless it is one or a number."""
        if isinstance(value, float) or _NAME.fullmatch(value):
            return value
        return self.let(hint, value)


def _wrapped(x: Scalar) -> str:
    text = str(x)
    return f"({text})" if re.search(r"[ +]|^-", text) and not re.fullmatch(r"\w+\[[^\]]*\]", text) else text


def functions(name: str, builder: Builder, about: str, results: Sequence[str] = ()) -> tuple[str, list[str]]:
    """Source of the function `name(given…)`, and the names of the arguments that it takes.

    A long one is cut into parts, each of which takes what it uses of the earlier ones and returns what later ones use.
    """
    parts = _cut(_needed(builder.lines, set(results)), builder.records)
    if len(parts) <= 1:
        lines = parts[0] if parts else []
        taken = _ordered(
            builder, {u for line in lines for u in line.uses} - {t for line in lines for t in line.targets}
        )
        body = _body(lines)
        if results:
            body.append(f"    return {', '.join(results)}")
        return _define(name, taken, about, body or ["    pass"]), taken
    after: list[set[str]] = [set() for _ in parts]
    needed = set(results)
    for i in range(len(parts) - 1, -1, -1):
        after[i] = set(needed)
        for line in parts[i]:
            needed |= line.uses
    text, calls, used = [], [], set()
    for n, (lines, later) in enumerate(zip(parts, after, strict=True), start=1):
        made = [t for line in lines for t in line.targets]
        taken = _ordered(builder, {u for line in lines for u in line.uses} - set(made))
        handed = [t for t in made if t in later]
        body = _body(lines)
        if handed:
            body.append(f"    return {', '.join(handed)}")
        text.append(_define(f"{name}_{n}", taken, f"Part {n} of {name}.", body))
        call = f"{name}_{n}({', '.join(taken)})"
        calls.append(f"    {', '.join(handed)} = {call}" if handed else f"    {call}")
        used |= set(taken) & set(builder.given)
    if results:
        calls.append(f"    return {', '.join(results)}")
    arguments = _ordered(builder, used)
    return "\n\n".join([*text, _define(name, arguments, about, calls)]), arguments


def _define(name: str, arguments: Sequence[str], about: str, body: Sequence[str]) -> str:
    return f'def {name}({", ".join(arguments)}):\n    """{about}"""\n' + "\n".join(body) + "\n"


def _body(lines: Sequence[Statement]) -> list[str]:
    """Statements, with a comment where a stage begins."""
    body, stage = [], None
    for line in lines:
        if line.stage != stage:
            stage = line.stage
            body.append(f"    # {stage}")
        body.append(f"    {_statement(line)}")
    return body


def _needed(lines: Sequence[Statement], wanted: set[str]) -> list[Statement]:
    """The lines that have an effect or whose result is used."""
    kept, wanted = [], set(wanted)
    for line in reversed(lines):
        if not line.targets or not wanted.isdisjoint(line.targets):
            kept.append(line)
            wanted |= line.uses
    return kept[::-1]


def _cut(lines: Sequence[Statement], records: set[str]) -> list[list[Statement]]:
    """Parts of about MAX_LINES; a record is used in the part that names it."""
    if len(lines) <= MAX_LINES:
        return [list(lines)] if lines else []
    last = {name: i for i, line in enumerate(lines) for name in line.uses & records}
    parts: list[list[Statement]] = []
    together = -1  # the line up to which nothing may be cut
    for i, line in enumerate(lines):
        if not parts or (len(parts[-1]) >= MAX_LINES and i > together):
            parts.append([])
        parts[-1].append(line)
        together = max([together, *(last.get(name, -1) for name in line.targets)])
    return parts


def _statement(line: Statement) -> str:
    return f"{', '.join(line.targets)} = {line.text}" if line.targets else line.text


def _ordered(builder: Builder, names: set[str]) -> list[str]:
    """Given names in their own order, then the others in the order of their making."""
    made = {t: (i, j) for i, line in enumerate(builder.lines) for j, t in enumerate(line.targets)}
    return [g for g in builder.given if g in names] + sorted(names - set(builder.given), key=lambda n: made[n])
