"""`python -m benchmarks.work_precision`: error against time, for every integrator."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import INTERRUPTED, cli_errors, print_error

if TYPE_CHECKING:
    from benchmarks.work_precision.study import CaseStudy, Point, Progress, Study

CELL, LABEL = 12, 22


@cli_errors
def work_precision(
    cases: Annotated[
        list[str] | None,
        typer.Option(
            "--case", metavar="NAME", help="j-turn, bump, slope, stop, lock or bushings; repeatable. By default all."
        ),
    ] = None,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            metavar="NAME",
            help="An integrator with its variant, such as auto or 'chord trapezoid'; repeatable. By default all.",
        ),
    ] = None,
    repeats: Annotated[
        int, typer.Option(min=1, metavar="COUNT", help="How often to measure; the methods take turns.")
    ] = 3,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write work_precision.json and work_precision.html (plots) there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """Measure error against microseconds per simulated second for every integrator, with dw18 in six cases.

    Every run is compared with a reference that is itself checked by a second one. Runs that fail or come out wrong
    are shown as such. Ctrl-C keeps what is done.

    Example: python -m benchmarks.work_precision --case j-turn --out out/work-precision
    """
    from benchmarks.work_precision.cases import CASES, case
    from benchmarks.work_precision.study import METHODS, check_method
    from benchmarks.work_precision.study import work_precision as study_of

    wanted = [case(name) for name in dict.fromkeys(cases)] if cases else list(CASES.values())
    chosen = [check_method(name) for name in dict.fromkeys(methods)] if methods else METHODS
    with _progress(silent=as_json) as progress:
        study = study_of(wanted, repeats=repeats, methods=chosen, progress=progress)
    typer.echo(json.dumps(study.as_dict(), allow_nan=False) if as_json else table(study))
    if out is not None:
        _write(study, out, silent=as_json)
    if study.interrupted:
        print_error("interrupted; what was done until then is above" + (f" and in {out}" if out is not None else ""))
        raise typer.Exit(INTERRUPTED)


def _write(study: Study, folder: Path, *, silent: bool) -> None:
    from benchmarks.work_precision.page import write_page
    from jounce.lab.results.atomic import write_text

    text = json.dumps(study.as_dict(), indent=1, allow_nan=False)
    write_text(folder / "work_precision.json", text + "\n")
    write_page(study, folder / "work_precision.html")
    if not silent:
        typer.echo(f"Page: {folder / 'work_precision.html'}   (beside it work_precision.json)")


@contextlib.contextmanager
def _progress(*, silent: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A bar on stderr; one line per case where there is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console, seen = Console(stderr=True), set[str]()
    if silent:
        yield None
        return
    if not console.is_terminal:

        def line(progress: Progress) -> None:
            if progress.case not in seen:
                seen.add(progress.case)
                console.print(f"{progress.case} …", highlight=False)

        yield line
        return
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=32), TimeElapsedColumn()
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("building", total=None)

        def move(progress: Progress) -> None:
            words = f"{progress.case}: {progress.what:<28}"
            bar.update(task, description=words, total=progress.total, completed=progress.done)

        yield move


def table(study: Study) -> str:
    """The study as lines for people."""
    return "\n\n".join(_case_lines(case) for case in study.cases)


def _case_lines(case: CaseStudy) -> str:
    from benchmarks.work_precision.study import ADAPTIVE, FIXED, shown

    reference = case.reference
    lines = [
        f"{case.name}: {case.about}; {case.end:g} s, {case.freedom} degrees of freedom",
        f"  reference: two agree to {reference['check']:.1e}; speed at the end {reference['end_speed']:.4g} m/s",
        "  largest relative error, µs and evaluations per simulated second, iterations per step and new matrices",
    ]
    for kinds in (FIXED, ADAPTIVE):
        own = [p for p in case.points if p.method in kinds]
        sizes = sorted({p.size for p in own}, reverse=kinds is ADAPTIVE)
        if not own:
            continue
        lines.append(f"  {'':<{LABEL}}" + "".join(f"{shown(own[0].method, size):>{CELL}}" for size in sizes))
        for method in dict.fromkeys(p.method for p in own):
            found = {p.size: p for p in own if p.method == method}
            row = [_cell(found.get(size), case.end) for size in sizes]
            for i, label in enumerate((method, "", "", "")):
                cells = [cell[i] for cell in row]
                if any(cells):
                    lines.append((f"  {label:<{LABEL}}" + "".join(f"{cell:>{CELL}}" for cell in cells)).rstrip())
    return "\n".join(lines)


def _cell(p: Point | None, end: float) -> tuple[str, str, str, str]:
    """Error, cost, evaluations and, of an implicit iteration, what it took; end: of the case [s]."""
    if p is None:
        return "–", "", "", ""
    if p.error is None:
        at = p.note.partition(" s:")[0].removeprefix("t = ")
        return "failed", f"at {at} s", "", ""
    error = f"{p.error:.1e}" if p.outcome == "ok" else f"wrong {p.error:.{1 if p.error < 10.0 else 0}f}×"
    work = f"{p.iterations / p.steps:.1f}, {p.refreshes}" if p.iterations else ""
    return error, f"{p.us_per_second:.0f}", f"{p.evaluations / end:.0f}", work


if __name__ == "__main__":
    typer.run(work_precision)
