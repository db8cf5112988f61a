"""Names that somebody might write to break out of where a name stands."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from jounce.model.mechanism import Mechanism

STATEMENT = "pwned()"
BREAKING = {
    "newline": f"x\n    {STATEMENT}\n    #",
    "carriage return": f"x\r    {STATEMENT}\r    #",
    "form feed": f"x\x0c{STATEMENT}",
    "NUL": "x\x00y",
    "escape sequence": "x\x1b[2Jy",
    "line separator": f"x\u2028{STATEMENT}",
    "next line": f"x\x85{STATEMENT}",
    "surrogate": "x\ud800y",
    "right-to-left override": "x\u202ey",
}
"""What no name may contain."""
STRANGE = {
    "superscript": "front²",
    "ligature": "ﬁrst",
    "Greek": "Δ_link",
    "keyword": "lambda",
    "digit": "4wd",
    "quotes": f'a"""\'; {STATEMENT}',
    "comment": f"a # {STATEMENT}",
    "placeholder": "KERNEL",
    "array": "W",
    "function": "add",
    "format": "{title}{0}%s",
    "backslash": "a\\nb",
}
"""What a name may contain, and identifiers of Python may not or should not."""


def renamed(mechanism: Mechanism, name: str) -> Mechanism:
    """The mechanism with this name put before that of every body, joint, force, tire and input, unchecked."""
    parts = (*mechanism.bodies, *mechanism.joints, *mechanism.forces, *mechanism.tires)
    others = {part.name: f"{name}_{part.name}" for part in parts}
    return _renamed(mechanism, others)


def _renamed(value: Any, others: dict[str, str]) -> Any:
    if isinstance(value, BaseModel):
        fields = {field: _renamed(getattr(value, field), others) for field in type(value).model_fields}
        return value.model_copy(update={field: new for field, new in fields.items() if field != "kind"})
    if isinstance(value, tuple):
        return tuple(_renamed(item, others) for item in value)
    return others.get(value, value) if isinstance(value, str) else value
