"""Outputs on a page against what was printed: words must be equal, numbers as good as they are written.

A line `…` stands for any number of lines. What stands between two of them must come in that order.
"""

from __future__ import annotations

import re

GAP = "…"
_NUMBER = re.compile(r"(?<![\w.])[−-]?\d+(?:\.\d+)?(?:e[−-]?\d+)?(?!\w)")


def differences(shown: str, printed: str) -> list[str]:
    """What is wrong with an output on the page; nothing if all of it is true."""
    try:
        return [f"{old!r} is now {new!r}" for old, new in _pairs(shown, printed) if not _equal(old, new)]
    except LookupError as error:
        return [str(error)]


def renewed(shown: str, printed: str) -> str:
    """The output on the page with the words and numbers of what was printed; the same lines are shown. One without
    gaps is replaced as a whole; raises LookupError where a line to show is not printed any more."""
    if GAP not in shown.splitlines():
        return "".join(f"{line}\n" for line in _lines(printed))
    new = iter(_pairs(shown, printed))
    return "".join(f"{line if line == GAP else next(new)[1]}\n" for line in _lines(shown))


def _lines(text: str) -> list[str]:
    """Without spaces at the ends, and without empty lines at the beginning and the end."""
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def _pairs(shown: str, printed: str) -> list[tuple[str, str]]:
    """Every line on the page with the printed one under it."""
    rest, pairs, free = _lines(printed), [], False
    for line in _lines(shown):
        if line == GAP:
            free = True
            continue
        n = next((i for i, other in enumerate(rest) if _words(other) == _words(line)), None) if free else 0
        if n is None or not rest:
            raise LookupError(f"not printed: {line!r}")
        pairs.append((line, rest[n]))
        rest, free = rest[n + 1 :], False
    if rest and not free:
        raise LookupError(f"printed, and not on the page: {rest[0]!r}")
    return pairs


def _words(line: str) -> list[str]:
    return _NUMBER.sub("#", line).split()


def _equal(shown: str, printed: str) -> bool:
    """Whether words are the same, and numbers within one of the last digit on the page."""
    if _words(shown) != _words(printed):
        return False
    numbers = zip(_NUMBER.findall(shown), _NUMBER.findall(printed), strict=True)
    return all(abs(_value(a) - _value(b)) <= 1.001 * _last_digit(a) for a, b in numbers)


def _value(number: str) -> float:
    return float(number.replace("−", "-"))


def _last_digit(number: str) -> float:
    """What one of the last digit is worth; whole numbers are counts, and exact."""
    mantissa, _, power = number.replace("−", "-").partition("e")
    places = len(mantissa.partition(".")[2])
    return 0.0 if not places and not power else 10.0 ** (int(power or 0) - places)
