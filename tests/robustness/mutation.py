"""Damage done to inputs, the same for the same random numbers: bytes, lines of text, and trees of data."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

TEXTS = (
    "", " ", "x", "nan", "inf", "-1e999", "0", "1e-320", "9" * 400, "1 mm", "1 N/m", "a.b", "../x", "\x00", "\ud800",
    "²", "x\ny", "revolute", "[", "{}", "=", "1/0", "t", "time", "-", "\u202e", "a" * 3000, "front", "0x10", "%s",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2**31, 2**63, -(2**63), 10**400, 0.5, -0.0, 1e-320, 1e-30, 1e30, 1e308, float("inf"), float("nan"))
MARKS = "{}[]:,-&*!|>'\"%@`#?~ \t\\\n=()+^/<.eE0123456789²\ufeff\x00"


def junk(random: Random, depth: int = 2) -> Any:
    """Something that does not belong there."""
    kind = random.randrange(8 if depth else 5)
    if kind < 2:
        return random.choice(TEXTS)
    if kind < 4:
        return random.choice(NUMBERS)
    if kind == 4:
        return random.choice((None, True, False))
    count = random.randrange(5)
    if kind == 5:
        return {random.choice(TEXTS): junk(random, depth - 1) for _ in range(count)}
    return [junk(random, depth - 1) for _ in range(count)]


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path in nested data but its root."""
    found = [path] if path else []
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        found += spots(value, (*path, key))
    return found


def damage_data(random: Random, data: Any, times: int = 1) -> Any:
    """A copy of nested data with values replaced, removed, doubled, renamed or exchanged."""
    made = copy.deepcopy(data)
    for _ in range(times):
        places = spots(made)
        if not places:
            return junk(random)
        path = random.choice(places)
        parent = _at(made, path[:-1])
        way = random.randrange(6)
        if way == 0:
            del parent[path[-1]]
        elif way == 1 and isinstance(parent, dict):
            parent[random.choice(TEXTS)] = parent.pop(path[-1])
        elif way == 2 and isinstance(parent, list):
            parent.insert(random.randrange(len(parent) + 1), copy.deepcopy(parent[path[-1]]))
        elif way == 3:
            parent[path[-1]] = copy.deepcopy(_at(made, random.choice(places)))
        elif way == 4 and isinstance(parent[path[-1]], int | float):
            factor = random.choice((-1, 0, 10, 1e3, 1e-3, 1e12))
            too_large = isinstance(parent[path[-1]], int) and abs(parent[path[-1]]) > 10**300  # for a float
            parent[path[-1]] = parent[path[-1]] * (int(factor) or 7 if too_large else factor)
        else:
            parent[path[-1]] = junk(random)
    return made


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def damage_text(random: Random, text: str) -> str:
    """A text with some characters inserted, removed or exchanged, or with lines doubled or moved."""
    for _ in range(random.randrange(1, 5)):
        way, place = random.randrange(5), random.randrange(len(text) + 1)
        if way == 0:
            text = text[:place] + "".join(random.choices(MARKS, k=random.randrange(1, 4))) + text[place:]
        elif way == 1:
            text = text[:place] + text[place + random.randrange(1, 12) :]
        elif way == 2:
            text = text[:place] + random.choice(TEXTS) + text[place:]
        else:
            lines = text.splitlines(keepends=True) or [""]
            line = lines.pop(random.randrange(len(lines))) if way == 3 else random.choice(lines)
            lines.insert(random.randrange(len(lines) + 1), line)
            text = "".join(lines)
    return text


def damage_bytes(random: Random, data: bytes) -> bytes:
    """Bytes with some flipped, overwritten by extreme numbers, removed, doubled or cut off."""
    made = bytearray(data)
    for _ in range(random.randrange(1, 6)):
        way, place = random.randrange(5), random.randrange(len(made) + 1)
        if way == 0 and made:
            made[place % len(made)] ^= 1 << random.randrange(8)
        elif way == 1:
            made[place : place + 4] = random.choice(
                (b"\xff\xff\xff\x7f", b"\xff" * 4, b"\x00" * 4, b"\x00\x00\xc0\x7f")
            )
        elif way == 2:
            del made[place : place + random.randrange(1, 40)]
        elif way == 3:
            made[place:place] = made[place : place + random.randrange(1, 40)]
        else:
            del made[max(place, 8) :]
    return bytes(made)
