"""Tables of comparisons in Markdown: one row a comparison, or one row a name and one column a quantity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby

from validation.comparison import Comparison
from validation.numbers import number, shown

HEAD = "| case | quantity | compared with | difference | allowed | remark |"


def rows_table(rows: Sequence[Comparison]) -> str:
    """A row for every comparison; the name of a case stands in its first row, and so does a remark that is repeated."""
    lines, name, note = [HEAD, "|---|---|---|---|---|---|"], "", ""
    for row in rows:
        if row.name != name:
            note = ""
        cells = (
            row.name if row.name != name else "",
            row.quantity,
            row.reference,
            shown(row.error, row.kind) + ("" if row.holds else " **exceeded**"),
            shown(row.allowed, row.kind),
            row.note if row.note != note else "",
        )
        lines.append(f"| {' | '.join(cells)} |")
        name, note = row.name, row.note
    return "\n".join(lines)


def matrix_table(rows: Sequence[Comparison]) -> str:
    """A row for every case and a column for every quantity, with differences in the cells; a dash where there is
    none."""
    names = list(dict.fromkeys(row.name for row in rows))
    columns = [[row.quantity for row in rows if row.name == name] for name in names]
    fullest = max(range(len(columns)), key=lambda i: len(columns[i]))
    quantities = list(dict.fromkeys(chain(columns[fullest], *columns)))  # in the order of the fullest row
    cells = {(row.name, row.quantity): row for row in rows}
    lines = [f"| case | {' | '.join(quantities)} |", "|---" * (len(quantities) + 1) + "|"]
    for name in names:
        found = (cells.get((name, quantity)) for quantity in quantities)
        lines.append(f"| {name} | {' | '.join(_cell(row) for row in found)} |")
    return "\n".join(lines)


def _cell(row: Comparison | None) -> str:
    if row is None:
        return "–"
    return number(row.error, row.kind) + ("" if row.holds else " **exceeded**")


def tables(comparisons: Iterable[Comparison], *, matrix: bool = False) -> str:
    """A table under a heading for every group, groups in the order in which they come."""
    parts = []
    for group, rows in groupby(comparisons, key=lambda comparison: comparison.group):
        found = list(rows)
        parts.append(f"### {group}\n\n{matrix_table(found) if matrix else rows_table(found)}")
    return "\n\n".join(parts)
