"""`jounce validate`: a model driven with measured inputs, against what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jounce.cli.exit_codes import FAILED, cli_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jounce.lab.validation.validate import Agreements, Validation


@cli_errors
def validate_command(
    study: Annotated[Path, typer.Argument(help="Validation study: a YAML file.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the page of the validation: one HTML file.")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Also write measured.parquet and model.parquet there, for other reports."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object only.")] = False,
) -> None:
    """Drive a model with the measured inputs and compare: RMS and peak error, correlation and delay of every channel.

    Also applies methods of ISO 19364, 19365 and 22140 where the study asks for them. Exit code 3 if a tolerance of the
    study is not kept. docs/measurements.md has the keys of a study.

    Example: jounce validate validation/data/bmw_m8/study.yaml --out m8.html
    """
    import json

    from jounce.lab.validation.validate import validate

    found = validate(study)
    if out is not None:
        found.report(out)
    if results is not None:
        results.mkdir(parents=True, exist_ok=True)
        found.measured.save(results / "measured.parquet")
        found.model.save(results / "model.parquet")
    if as_json:
        typer.echo(json.dumps(found.data()))
    else:
        for line in _lines(found):
            typer.echo(line)
        if out is not None:
            typer.echo(f"Page: {out}")
    if found.passed is False:
        raise typer.Exit(FAILED)


def _lines(found: Validation) -> Iterator[str]:
    """What the command prints for people."""
    yield f"{found.study.name}: {found.model.metadata.vehicle} against {Path(found.study.measurement).name}"
    sides: list[tuple[str, Agreements]] = [("", found.windows)]
    if found.windows_before:
        sides.append((", before it was fitted", found.windows_before))
    for words, windows in sides:
        for window, channels in windows.items():
            first, last = found.study.looked_at[window]
            yield f"\n{window}{words} ({first:g} to {last:g} s)"
            heads = ("RMS error", "of peak", "peak error", "correlation", "delay")
            yield f"  {'channel':<34} " + " ".join(f"{head:>12}" for head in heads)
            for name, one in channels.items():
                share = f"{100.0 * one.rms_of_peak:.1f} %" if one.rms_of_peak is not None else "–"
                like = f"{one.correlation:.3f}" if one.correlation is not None else "–"
                late = f"{1e3 * one.delay:+.0f} ms" if one.delay is not None else "–"
                yield f"  {name:<34} {one.rms:12.4g} {share:>12} {one.peak:12.4g} {like:>12} {late:>12}"
    for method in found.methods:
        verdict = {True: "kept", False: "not kept", None: "nothing to compare"}[method.passed]
        yield f"\n{method.method.kind.replace('_', ' ').upper()}: {verdict}"
        for band in method.bands:
            share = f"{100.0 * band.inside:.1f} % of {len(band.measured_x)} points inside"
            yield f"  {band.channel} over {band.across}: {share}"
        for value in method.values:
            share = f"{100.0 * value.difference:+.1f} %" if value.difference is not None else value.note or "–"
            yield f"  {value.name:<42} measured {_text(value.measured)}  model {_text(value.model)}  {share}"
    yield ""
    for name, kept in found.verdicts.items():
        limit = found.study.channels[name].rms
        side = f"{'within' if kept else 'beyond'} {100.0 * (limit or 0.0):g} %"
        yield f"{name}: RMS {side} of peak in {found.study.judged}"


def _text(value: float | bool | None) -> str:
    return "–" if value is None else str(value) if isinstance(value, bool) else f"{value:.4g}"
