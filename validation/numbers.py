"""Differences as an engineer reads them: percent, powers of ten, millimetres."""

from __future__ import annotations

from collections.abc import Sequence

from validation.comparison import Comparison

PERCENT_FROM = 1e-4
"""Shares from here on are written in percent."""
UNITS = ("m", "rad", "N", "s")
"""Kinds that are units, with a prefix."""
PREFIXES = ((1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
OTHER_UNITS = ("1", "ln", "SI")
"""Kinds that are no share either; "1" is a plain number."""


def shown(value: float, kind: str) -> str:
    """A difference or what is allowed, with its unit: `0.077 % of peak`, `4.7e-10`, `17 µm`."""
    return f"{number(value, kind)}{after(kind)}" if value else "0"


def number(value: float, kind: str) -> str:
    """A difference without the words that `after` adds."""
    if value == 0.0:
        return "0"
    if kind in UNITS:
        return _with_prefix(value, kind)
    if kind in OTHER_UNITS or value < PERCENT_FROM:
        return f"{value:.1e}" if value < PERCENT_FROM else _two_digits(value)
    return f"{_two_digits(100.0 * value)} %"


def after(kind: str) -> str:
    """What a share is one of, with a space before it; nothing for units that `number` writes."""
    return "" if kind in (*UNITS, "1", "relative") else f" {kind}"


def worst(rows: Sequence[Comparison]) -> str:
    """The largest difference of each kind."""
    largest: dict[str, float] = {}
    for row in rows:
        largest[row.kind] = max(row.error, largest.get(row.kind, 0.0))
    return ", ".join(shown(value, kind) for kind, value in largest.items())


def by_quantity(rows: Sequence[Comparison]) -> str:
    """The largest difference of each quantity, for rows of one kind."""
    kinds = {row.kind for row in rows}
    if len(kinds) != 1:
        raise ValueError(f"rows of several kinds: {', '.join(sorted(kinds))}")
    (kind,) = kinds
    largest: dict[str, float] = {}
    for row in rows:
        largest[row.quantity] = max(row.error, largest.get(row.quantity, 0.0))
    return ", ".join(f"{quantity} {number(value, kind)}" for quantity, value in largest.items()) + after(kind)


def _with_prefix(value: float, unit: str) -> str:
    for scale, prefix in PREFIXES:
        if value >= 0.9995 * scale:
            return f"{_two_digits(value / scale)} {prefix}{unit}"
    return f"{value:.1e} {unit}"


def _two_digits(value: float) -> str:
    """Two significant digits, without an exponent: `0.057`, `4.0`, `240`."""
    return f"{float(f'{value:.2g}'):g}" if value >= 9.95 else f"{value:#.2g}"
