"""The grammar of expressions: a text becomes a tree of numbers, names and calls.

From loosest to tightest: `or`, `and`, `not`, comparisons, `+ -`, `* /`, signs, `**` (also written `^`). A quantity is a
number and a unit: `10 mm`, `2 deg/s`. Inside a unit there are no spaces, and a power right after it is part of it:
`3 m/s**2` is an acceleration, `9 N * t` a product. The letter `t` is the time and never the tonne.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from jounce.errors import InputError
from jounce.findings import shown, suggestion
from jounce.schema.units import UNITS, parse_quantity

MAX_DEPTH = 60
"""Most levels of nested parentheses, calls and signs."""
MAX_TOKENS = 300
"""Most numbers, names, operators and parentheses of an expression."""
TIME = "t"
"""The name that stands for time where there are no channels."""

_SKIPPED = re.compile(r"\s+")
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_OPERATOR = re.compile(r"\*\*|<=|>=|==|!=|[-+*/^<>(),≤≥≠]")
_UNIT = re.compile(r"[A-Za-zµμ°%]+(?:(?:\^|\*\*)-?\d|\d(?!\w)|[⁻¹²³⁴]+)?(?![\w.(])")
_PLAIN = str.maketrans({"−": "-", "·": "*", "×": "*"})
_SPELLED = {"^": "**", "≤": "<=", "≥": ">=", "≠": "!="}

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_STRENGTH = {"or": 1, "and": 2, **dict.fromkeys(COMPARISONS, 4), "+": 5, "-": 5, "*": 6, "/": 6, "**": 8}
_NOT, _SIGN = 3, 7


@dataclass(frozen=True)
class Number:
    """A number [SI]."""

    value: float


@dataclass(frozen=True)
class Name:
    """A channel, or the time; `at`: its place in the text, from 0."""

    name: str
    at: int


@dataclass(frozen=True)
class Call:
    """An operator or a function with its arguments."""

    function: str
    arguments: tuple[Tree, ...]
    at: int


Tree: TypeAlias = Number | Name | Call


@dataclass(frozen=True)
class _Token:
    kind: str
    """`number`, `word`, `end`, or the operator itself."""
    text: str
    at: int
    value: float = 0.0


def parse(text: str, constants: Mapping[str, float]) -> Tree:
    """The tree of a text; `constants` are names that stand for numbers. Raises InputError with the place in the
    text."""
    return _Parser(text, constants).whole()


def refuse(text: str, at: int, what: str, expected: str = "", hint: str = "") -> NoReturn:
    """Raise a InputError that quotes the text and says where in it, counted from 1."""
    raise InputError(f"{what} at character {at + 1}", shown(text), expected, hint)


def _tokens(text: str) -> list[_Token]:
    text, at, found = text.translate(_PLAIN), 0, []
    while at < len(text):
        if space := _SKIPPED.match(text, at):
            at = space.end()
        elif number := _NUMBER.match(text, at):
            end = _end_of_unit(text, number.end())
            found.append(_Token("number", text[at:end], at, _quantity(text, at, end)))
            at = end
        elif word := _WORD.match(text, at):
            kind = word[0] if word[0] in ("and", "or", "not") else "word"
            found.append(_Token(kind, word[0], at))
            at = word.end()
        elif operator := _OPERATOR.match(text, at):
            found.append(_Token(_SPELLED.get(operator[0], operator[0]), operator[0], at))
            at = operator.end()
        else:
            hint = (
                "write == to compare" if text[at] == "=" else "write 'and', 'or', 'not'" if text[at] in "&|!~" else ""
            )
            refuse(text, at, f"unexpected {text[at]!r}", "numbers, names, operators and parentheses", hint)
    return [*found, _Token("end", "", len(text))]


def _end_of_unit(text: str, at: int) -> int:
    """Where the unit after a number ends; `at` itself if there is none."""
    first = _SKIPPED.match(text, at)
    unit = _UNIT.match(text, first.end() if first else at)
    if unit is None or _plain_name(unit[0]) in ("and", "or", "not", TIME):
        return at
    end = unit.end()
    while end < len(text) and text[end] in "*/⋅" and (unit := _UNIT.match(text, end + 1)) is not None:
        if _plain_name(unit[0]) not in UNITS or _plain_name(unit[0]) == TIME:
            break
        end = unit.end()
    return end


def _plain_name(unit: str) -> str:
    return re.split(r"[\d^*⁻¹²³⁴]", unit, maxsplit=1)[0].replace("μ", "µ")


def _quantity(text: str, at: int, end: int) -> float:
    try:
        return parse_quantity(text[at:end])
    except InputError as refusal:
        finding = refusal.finding
        hint = "put * between a number and a name" if finding.what.startswith("unknown unit") else ""
        refuse(text, at, finding.what, finding.expected, finding.hint or hint)


class _Parser:
    """Precedence climbing over the tokens of one text."""

    def __init__(self, text: str, constants: Mapping[str, float]) -> None:
        self.text, self.constants = text, constants
        if not isinstance(text, str):
            raise InputError("not an expression", shown(text), "a string such as 'max(abs(chassis.yaw_rate))'")
        if not text.strip():
            raise InputError("empty expression", shown(text), "for example '30 deg * sin(2*pi*0.5*t)'")
        self.tokens, self.place, self.depth = _tokens(text), 0, 0
        if len(self.tokens) > MAX_TOKENS:
            raise InputError(
                "too long", f"{len(self.tokens)} parts", f"at most {MAX_TOKENS}", "use a table or a CSV file"
            )

    def whole(self) -> Tree:
        tree = self.expression(0)
        token = self.tokens[self.place]
        if token.kind == ")":
            self.fail(token, "a parenthesis that was never opened")
        if token.kind != "end":
            hint = "units have no spaces inside: write 'N*m'" if token.text in UNITS and token.text != TIME else ""
            self.fail(token, f"unexpected {token.text!r}", "an operator or the end", hint)
        return tree

    def expression(self, weakest: int) -> Tree:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(self.tokens[self.place], "nested too deeply", f"at most {MAX_DEPTH} levels")
        left = self.operand()
        while (strength := _STRENGTH.get(self.tokens[self.place].kind, 0)) > weakest:
            operator = self.take()
            left = self.join(left, operator, strength)
        self.depth -= 1
        return left

    def join(self, left: Tree, operator: _Token, strength: int) -> Tree:
        """An operator between what stands left of it and what follows; powers group from the right."""
        right = self.expression(_SIGN - 1 if operator.kind == "**" else strength)
        if operator.kind in COMPARISONS and self.tokens[self.place].kind in COMPARISONS:
            self.fail(self.tokens[self.place], "two comparisons in a row", "one", "write a < b and b < c")
        return Call(operator.kind, (left, right), operator.at)

    def operand(self) -> Tree:
        token = self.take()
        match token.kind:
            case "number":
                return Number(token.value)
            case "+" | "-":
                return Call(f"sign{token.kind}", (self.expression(_SIGN),), token.at)
            case "not":
                return Call("not", (self.expression(_NOT),), token.at)
            case "(":
                inside = self.expression(0)
                self.close(token)
                return inside
            case "word" if self.tokens[self.place].kind == "(":
                return Call(token.text, self.arguments(), token.at)
            case "word":
                known = self.constants.get(token.text)
                return Name(token.text, token.at) if known is None else Number(known)
        got = f"unexpected {token.text!r}" if token.text else "the expression ends"
        return self.fail(token, got, "a number, a name or a parenthesis")

    def arguments(self) -> tuple[Tree, ...]:
        opened, found = self.take(), []
        if self.tokens[self.place].kind == ")":
            self.fail(self.tokens[self.place], "no arguments", "at least one")
        while True:
            found.append(self.expression(0))
            if self.tokens[self.place].kind != ",":
                self.close(opened)
                return tuple(found)
            self.take()

    def close(self, opened: _Token) -> None:
        token = self.take()
        if token.kind != ")":
            self.fail(
                opened, "a parenthesis that is not closed", "')'" + (f" before {token.text!r}" if token.text else "")
            )

    def take(self) -> _Token:
        token = self.tokens[self.place]
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def fail(self, token: _Token, what: str, expected: str = "", hint: str = "") -> NoReturn:
        refuse(self.text, token.at, what, expected, hint)


def unknown(text: str, kind: str, name: str, at: int, known: Mapping[str, object]) -> NoReturn:
    """Raise an InputError for an unknown name, with the closest ones."""
    few = f"one of {', '.join(known)}" if len(known) <= 40 else ""
    refuse(text, at, f"unknown {kind} {name!r}", few, suggestion(name, known))
