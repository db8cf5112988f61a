"""The page of a validation: what was compared and how, numbers by window, curves, errors, methods of standards."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from jounce.lab.results.atomic import write_text
from jounce.lab.validation.standard_methods import TITLES
from jounce.lab.validation.validate import Agreements, MethodResult, Validation
from jounce.output.reports.figures import figure
from jounce.output.reports.page import PageSection, card, page, plot_cards, table, table_rows, tile
from jounce.output.reports.plots import digits, display_unit, factor, format_unit
from jounce.output.reports.validation.plots import band_plots, channel_plots, error_plots, title
from jounce.version import __version__

_FOOTER = "Errors are model − measured. Both sides have the same grid of time and passed the same zero-phase filter."
_FROM_STANDARDS = (
    "Methods follow what the public previews of the standards describe; bands, tolerances and the choice of "
    "characteristic values are ours where the previews do not give them, and no compliance with a standard is claimed."
)


def write_validation(found: Validation, path: str | Path) -> None:
    """Write the page of a validation, whole or not at all; raises FileError."""
    write_text(path, render_validation(found))


def render_validation(found: Validation) -> str:
    """The page as HTML that needs no network."""
    plots = [*channel_plots(found), *error_plots(found), *band_plots(found)]
    return page(
        title=f"{found.study.name} · validation",
        head=_head(found),
        parts=list(_parts(found)),
        figures={plot.key: {**figure(plot), "kind": plot.kind} for plot in plots},
        footer=_FOOTER,
    )


def _head(found: Validation) -> str:
    study, made = found.study, found.measured.metadata
    verdict = {True: "all kept", False: "not all kept", None: "none given"}[found.passed]
    facts = (
        ("Vehicle", found.model.metadata.vehicle),
        ("Measurement", Path(study.measurement).name),
        ("Tolerances", verdict),
        ("Made by", f"jounce {__version__}"),
        ("Date", found.model.metadata.created.replace("T", " ").removesuffix("+00:00") + " UTC"),
    )
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    tiles = "".join(_tile(found, name) for name in study.channels)
    about = " ".join(text for text in (study.about, made.about) if text)
    return (
        f'<div class="title"><div><p class="brand">jounce</p>\n<h1>Validation <span>{escape(study.name)}</span></h1>\n'
        f'<p class="about">{escape(about)}</p></div>\n<dl>{rows}</dl></div>\n'
        f'<div class="tiles">{tiles}</div>\n'
        f'<p class="note">RMS error as a share of the measured peak, in the window “{escape(study.judged)}”</p>'
    )


def _tile(found: Validation, name: str) -> str:
    one = found.windows[found.study.judged].get(name)
    share = one.rms_of_peak if one is not None else None
    return tile(title(name), digits(100.0 * share, 3) if share is not None else "–", "%")


def _parts(found: Validation) -> Iterator[PageSection]:
    yield PageSection("numbers", "Numbers", _numbers(found))
    yield PageSection("curves", "Measured and simulated", plot_cards(channel_plots(found)))
    yield PageSection("errors", "Errors", plot_cards(error_plots(found)))
    if found.methods:
        body = "".join(_method(found, one) for one in found.methods) + plot_cards(band_plots(found))
        yield PageSection("methods", "Methods of standards", f'<p class="note">{escape(_FROM_STANDARDS)}</p>\n{body}')
    yield PageSection("how", "How it was compared", _how(found))


def _numbers(found: Validation) -> str:
    cards = [_window_card(found, name, found.windows, "") for name in found.windows]
    cards += [_window_card(found, name, found.windows_before, ", before the fit") for name in found.windows_before]
    return f'<div class="tables broad">{"".join(cards)}</div>\n'


def _window_card(found: Validation, window: str, windows: Agreements, words: str) -> str:
    head = ("channel", "unit", "RMS error", "of peak", "peak error", "measured peak", "correlation", "delay", "")
    rows = []
    for name, one in windows[window].items():
        shown = display_unit(one.unit)
        scale = factor(one.unit, shown)
        judged = window == found.study.judged and name in found.verdicts and not words
        verdict = ("kept" if found.verdicts[name] else "not kept") if judged else ""
        limit = found.study.channels[name].rms
        rows.append(
            (
                title(name),
                format_unit(shown),
                digits(scale * one.rms, 3),
                f"{digits(100.0 * one.rms_of_peak, 3)} %" if one.rms_of_peak is not None else "–",
                digits(scale * one.peak, 3),
                digits(scale * one.measured_peak, 3),
                digits(one.correlation, 4),
                f"{digits(1e3 * one.delay, 2)} ms" if one.delay is not None else "–",
                f"{verdict} (≤ {100.0 * limit:g} %)" if verdict and limit is not None else "",
            )
        )
    first, last = found.study.looked_at[window]
    return card(
        f"{window}{words}",
        table("numbers", head, rows),
        f"{first:g} to {last:g} s; the delay is positive where the model is late",
    )


def _method(found: Validation, one: MethodResult) -> str:
    verdict = {True: "kept", False: "not kept", None: "nothing to compare"}[one.passed]
    if one.values:
        head = ("characteristic value", "unit", "measured", "model", "difference", "")
        rows = [
            (
                value.name.replace("_", " ").capitalize(),
                format_unit(value.unit),
                _value(value.measured),
                _value(value.model),
                f"{digits(100.0 * value.difference, 3)} %" if value.difference is not None else "–",
                value.note or {True: "kept", False: "not kept", None: ""}[value.passed],
            )
            for value in one.values
        ]
        return card(TITLES[one.method.kind], table("numbers", head, rows), verdict)
    head = ("channel", "over", "points", "inside", "largest excess", "")
    rows = []
    for band in one.bands:
        unit = found.measured[band.channel].unit
        excess = digits(factor(unit, display_unit(unit)) * band.excess, 3)
        cells = (title(band.channel), title(band.across), str(len(band.measured_x)), f"{100.0 * band.inside:.1f} %")
        rows.append((*cells, f"{excess} {format_unit(display_unit(unit))}", "kept" if band.passed else "not kept"))
    return card(TITLES[one.method.kind], table("numbers", head, rows), verdict)


def _value(value: float | bool | None) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else digits(value)


def _how(found: Validation) -> str:
    study, run = found.study, found.model.metadata
    step = f", step {1e3 * run.step:g} ms" if run.step is not None else ""
    rows = [
        (
            "Model's run",
            f"{study.begin:g} to {study.end:g} s of the measurement, {run.formulation}, {run.integrator}{step}",
        ),
        *((f"Input {name}", f"measured {channel}, not filtered") for name, channel in study.inputs.items()),
        ("Filter of both sides", str(found.filter) if found.filter is not None else "none"),
        ("Source", str(found.measured.metadata.settings.get("source") or "–")),
        *((f"Before the fit: {path}", str(value)) for path, value in study.before.items()),
    ]
    notes = "".join(f"<li>{escape(note)}</li>" for note in (*study.notes, *found.measured.metadata.warnings))
    listed = card("What a reader should know", f"<ul>{notes}</ul>") if notes else ""
    facts = f'<table class="facts"><tbody>\n{table_rows(rows)}\n</tbody></table>'
    return f'<div class="tables">{card("Settings", facts)}{listed}</div>\n'
