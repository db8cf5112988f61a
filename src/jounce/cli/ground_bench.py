"""`jounce bench ground`: how long does a wheel wait for the ground?"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors


@cli_errors
def ground(
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure; alternatives take turns.")
    ] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure questions to a grid of heights along a path and at random points, beside scipy, for all sizes.

    Along the path the asker remembers its patch, like a wheel; at random points it remembers nothing. The smallest
    time is what the code can do, the median what this machine gave it. scipy computes the height alone, all points in
    one call.

    Example: jounce bench ground --json
    """
    from rich.console import Console

    from jounce.lab.bench.ground import measure_ground

    with Console(stderr=True, quiet=as_json).status("measuring …"):
        numbers = measure_ground(repeats=repeats)
    typer.echo(json.dumps(numbers) if as_json else table(numbers))


ROWS = (
    ("ns_per_query", "height, slopes, normal, friction"),
    ("rect_bivariate_spline_ns", "RectBivariateSpline.ev, height"),
    ("map_coordinates_ns", "map_coordinates, height"),
)
PLACES = ("path", "random")
MEMORIES = {True: "a memory", False: "none"}


def table(n: dict[str, Any]) -> str:
    """The numbers as lines for people."""
    memories = [MEMORIES[n["remembers"][place]] for place in PLACES]
    lines = [
        f"{n['nodes']:,} nodes, {n['points']:,} points, {n['repeats']} repeats; ns per point, smallest (median)",
        f"  {'':<34}{'path':>9}{'':9}{'random':>9}",
        f"  {'the asker has':<34}{memories[0]:>9}{'':9}{memories[1]:>9}",
    ]
    for key, label in ROWS:
        cells = [(n[f"{key}_{place}"], n[f"{key}_{place}_median"]) for place in PLACES]
        lines.append(f"  {label:<34}" + "".join(f"{smallest:>9.1f} ({median:>6.1f})" for smallest, median in cells))
    lines += [
        f"  {'faster of scipy / ours':<34}"
        f"{n['scipy_ratio_path']:>9.1f} ({n['scipy_ratio_path_median']:>6.1f})"
        f"{n['scipy_ratio']:>9.1f} ({n['scipy_ratio_median']:>6.1f})",
        "  other sizes, points that are warm",
    ]
    for size in n["sizes"]:
        path, scattered = (size[f"ns_per_query_{place}"] for place in PLACES)
        lines.append(f"  {size['nodes']:>20,} nodes{'':8}{path:>9.1f}{'':9}{scattered:>9.1f}")
    return "\n".join(lines)
