"""A measurement as Markdown, and as lines for the terminal."""

from __future__ import annotations

from benchmarks.peers.results import TARGETS, Measurement, Row, best_costs, costs, key, median

NOT_REACHED = "not reached"
LABELS = {"jounce": "jounce", "mujoco": "MuJoCo", "pinocchio": "Pinocchio", "exudyn": "Exudyn", "drake": "Drake"}
"""Engines as their authors spell them."""


def page(found: Measurement, chart: str) -> str:
    """The page with chart and tables; written by `make bench-peers`, not by hand. chart: where the picture is."""
    versions = ", ".join(f"{LABELS[engine]} {version}" for engine, version in found.versions.items())
    parts = [
        "# jounce beside other engines",
        "The reference car dw18 (18 bodies, four double wishbones, rack prescribed) in a J-turn of 5 s, in every "
        "engine with the same tire law, against one common reference. The error is the largest difference of yaw rate "
        "or height of the chassis over the run, relative to its range; the cost is CPU time in the engine per "
        "simulated second. The steps of `auto` follow from the error and are at most 100 ms long, because nothing in "
        "this run can be missed (by default 30 ms); a row of it stands for a tolerance. What is counted, and the "
        "settings of every engine: [benchmarks/peers](../benchmarks/peers/README.md).",
        f"![Error against computing time]({chart})",
        "## Cost at equal error",
        "Milliseconds of computing per simulated second, interpolated between steps; the best method of each engine, "
        "and how much more that is than jounce takes.",
        _best_table(found),
        "By method:",
        _cost_table(found),
        "## All steps",
        "Cost: smallest and median of the repeats; *total* includes Python between the engine's calls, which is not "
        "counted. *Engine µs* is the smallest cost of one step. End: largest relative difference of yaw rate, height "
        "and forward speed from the reference at the end.",
        _row_table(found),
        f"`make bench-peers`, {found.created}; {found.machine}; {found.repeats} repeats in turns; {versions}. The "
        f"reference (Dormand–Prince in jounce) differs from a second one (Runge–Kutta 4, 25 µs) by "
        f"{found.reference_check:.0e}.",
    ]
    parts += [f"Not measured: {LABELS[engine]} ({why})." for engine, why in found.missing.items()]
    return "\n\n".join(parts) + "\n"


def cost_lines(found: Measurement) -> list[str]:
    """`cost_at_1e-3` and `cost_at_1e-4` of every method and of the best one of every engine, for the terminal."""
    lines = [f"{'ms per simulated second':<28}" + "".join(f"{key(target):>16}" for target in TARGETS)]
    for name, own in costs(found).items():
        lines.append(f"{name:<28}" + "".join(f"{_cost(own[key(target)]):>16}" for target in TARGETS))
    for engine, own in best_costs(found).items():
        lines.append(f"{f'best of {engine}':<28}" + "".join(f"{_cost(own[key(target)]):>16}" for target in TARGETS))
    return lines + [f"{engine}: not measured ({why})" for engine, why in found.missing.items()]


def _best_table(found: Measurement) -> str:
    best = best_costs(found)
    head = ["engine", *(f"at {target:.0e}, ms/s".replace("e-0", "e-") for target in TARGETS)]
    own = best.get("jounce", {})
    rows = [[LABELS[e], *(_beside(b[key(t)], own.get(key(t))) for t in TARGETS)] for e, b in best.items()]
    return _markdown(head, rows)


def _beside(cost: float | None, ours: float | None) -> str:
    """A cost, and how many times ours it is."""
    if cost is None or ours is None:
        return _cost(cost)
    return f"{_cost(cost)} ({cost / ours:.1f} ×)"


def _cost_table(found: Measurement) -> str:
    head = ["method", *(f"`{key(target)}`, ms/s" for target in TARGETS)]
    rows = [[_label(name), *(_cost(own[key(target)]) for target in TARGETS)] for name, own in costs(found).items()]
    return _markdown(head, rows)


def _row_table(found: Measurement) -> str:
    head = ["method", "step, ms", "yaw rate", "height", "end", "min, ms/s", "median, ms/s", "total, ms/s", "engine µs"]
    return _markdown(head, [_cells(row) for row in found.rows])


def _cells(row: Row) -> list[str]:
    cells = [_label(row.name), f"{1e3 * row.step:.4g}"]
    if row.note or row.cost is None:
        return [*cells, "failed", *[""] * 6]
    cells += [f"{value:.1e}" for value in (row.yaw_error, row.height_error, row.end_difference) if value is not None]
    times = (row.cost, median(row.times), median(row.total_times))
    return [*cells, *(_cost(None if t is None else 1e3 * t) for t in times), f"{1e6 * row.cost * row.step:.1f}"]


def _label(name: str) -> str:
    engine, _, method = name.partition(" ")
    return f"{LABELS[engine]} {method}"


def _cost(milliseconds: float | None) -> str:
    return (
        NOT_REACHED if milliseconds is None else f"{milliseconds:.3g}" if milliseconds < 1e3 else f"{milliseconds:.0f}"
    )


def _markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(cells)} |" for cells in rows])
