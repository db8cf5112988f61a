"""A study in a terminal: for every metric its range, and what it depends on most."""

from __future__ import annotations

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from jounce.reports.quantities import engineering
from jounce.reports.study.labels import labels
from jounce.studies import StudyTable

STRONGEST = 3


def print_study(table: StudyTable) -> None:
    """Print counts, and a line for every metric."""
    counts = [f"{table.count(how)} {how}" for how in ("ok", "failed", "interrupted") if table.count(how)]
    console = Console()
    console.print(f"[bold]{table.facts['name']}[/bold]: {len(table)} runs, {', '.join(counts)}", highlight=False)
    shown = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for head, side in (("metric", "left"), ("least", "right"), ("mean", "right"), ("most", "right"), ("", "left")):
        shown.add_column(head, justify=side)  # type: ignore[arg-type]
    shown.add_column("strongest parameters", overflow="fold")
    found, short = table.sensitivity(), labels([*table.parameters, *table.metrics])
    for name in table.metrics:
        values = table[name]
        known = values[np.isfinite(values)]
        cells = [engineering(float(one), table.unit(name) or "1") for one in _three(known)]
        unit = cells[0][1] if cells else ""
        ranked = found[name].ranked()[:STRONGEST]
        strong = ", ".join(f"{short[p]} {100.0 * found[name].influences[p].size:.0f} %" for p in ranked)
        shown.add_row(short[name], *([cell for cell, _ in cells] or ["–"] * 3), unit, strong)
    if table.metrics:
        console.print(shown)


def _three(known: np.ndarray) -> list[float]:
    return [known.min(), known.mean(), known.max()] if len(known) else []
