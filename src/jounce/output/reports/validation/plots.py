"""Plots of a validation: measured and simulated channels, their errors, and cross plots with their bands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.lab.validation.standard_methods import Band
from jounce.lab.validation.validate import Validation
from jounce.output.reports.plots import BLACK, BLUE, ORANGE, SKY, Line, Plot, display_unit, factor, format_unit

MEASURED, MODEL, BEFORE = "measured", "model", "model before the fit"


def channel_plots(found: Validation) -> Iterator[Plot]:
    """Every compared channel over time: measured, model, and model before it was fitted."""
    for name in found.study.channels:
        unit = found.measured[name].unit
        shown = display_unit(unit)
        used = (found.measured.time >= found.study.begin) & (found.measured.time <= found.study.end)
        scale = factor(unit, shown)
        lines = [Line(found.measured.time[used], scale * found.measured[name].values[used], MEASURED, BLACK)]
        if found.model_before is not None:
            before = found.model_before
            lines.append(Line(before.time, scale * before[name].values, BEFORE, ORANGE, "dot"))
        lines.append(Line(found.model.time, scale * found.model[name].values, MODEL, BLUE))
        yield Plot(_key(name), title(name), shown, tuple(lines))


def error_plots(found: Validation) -> Iterator[Plot]:
    """Model − measured over time, of every compared channel."""
    for name in found.study.channels:
        unit = found.measured[name].unit
        shown = display_unit(unit)
        real = np.interp(found.model.time, found.measured.time, found.measured[name].values)
        error = factor(unit, shown) * (found.model[name].values - real)
        line = Line(found.model.time, error, "", BLUE)
        yield Plot(f"error-{_key(name)}", f"{title(name)}: model − measured", shown, (line,))


def band_plots(found: Validation) -> Iterator[Plot]:
    """Cross plots: the band of the model and the measured points."""
    for method in found.methods:
        for band in method.bands:
            yield _band_plot(found, band)


def _band_plot(found: Validation, band: Band) -> Plot:
    units = [found.measured[name].unit for name in (band.across, band.channel)]
    shown = [display_unit(unit) for unit in units]
    across, up = (factor(unit, to) for unit, to in zip(units, shown, strict=True))
    lines = (
        Line(across * band.x, up * band.low, "boundary", SKY, "dash"),
        Line(across * band.x, up * band.high, "boundary", SKY, "dash"),
        Line(across * band.x, up * band.model, MODEL, BLUE),
        Line(across * band.measured_x, up * band.measured_y, MEASURED, BLACK, "dot"),
    )
    axis = f"{title(band.across)} [{format_unit(shown[0])}]"
    note = f"{100.0 * band.inside:.1f} % of the measured points lie within the band"
    return Plot(f"cross-{_key(band.channel)}", title(band.channel), shown[1], lines, note, "against", axis)


def title(name: str) -> str:
    """`chassis.yaw_rate` as people write it."""
    part, _, rest = name.partition(".")
    words = (rest or part).replace("_", " ").replace(".", " ")
    return (words if part in ("chassis", "") else f"{part.replace('_', ' ')} {words}").capitalize()


def _key(name: str) -> str:
    return name.replace(".", "-").replace("_", "-")
