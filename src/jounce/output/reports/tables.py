"""The tables of a report as rows of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.lab.maneuvers.options import OWN_OPTIONS, Option, options_of
from jounce.lab.maneuvers.registry import MANEUVERS
from jounce.lab.results import Result
from jounce.output.reports.plots import MEASURED, NOISE, corner_suffixes, digits, engineering, factor, format_unit

QUANTITIES = (
    ("Speed", "chassis.speed", "km/h"),
    ("Yaw rate", "chassis.yaw_rate", "deg/s"),
    ("Lateral acceleration", "chassis.lateral_acceleration", "m/s^2"),
    ("Longitudinal acceleration", "chassis.longitudinal_acceleration", "m/s^2"),
    ("Roll angle", "chassis.roll_angle", "deg"),
    ("Pitch angle", "chassis.pitch_angle", "deg"),
    ("Side slip angle", "chassis.side_slip_angle", "deg"),
    ("Rack travel", "rack.travel", "mm"),
)
SPELLED = {"tb": "TB", "hz": "Hz", "mfdd": "MFDD", "iso": "ISO", "rms": "RMS"}
"""Words with capitals of their own."""
MAX_COUNT = 10_000
"""Whole numbers without a unit below this are counts, and written without decimals."""
NEGLIGIBLE = 1e-4
"""Values below this share of the largest of their channel are written as 0."""
OPTION = "… "
"""Prefix of the names of a maneuver's options."""


def headline_rows(result: Result) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers to see first: the first metrics that have a value, or the end of the run."""
    factor_of_time = result.summary["real_time_factor"]
    speed = [("Real-time factor", digits(factor_of_time, 3), "×")] if not result.metadata.is_measured else []
    measured = [row[:3] for row in measured_rows(result) if not row[3]][:4]
    if measured:
        return [*measured, *speed]
    rows = [
        (label, *engineering(result[name][-1], result[name].unit, unit))
        for label, name, unit in QUANTITIES
        if name in ("chassis.speed", "chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle")
        and name in result
    ]
    return [*rows, *speed]


def first_words(result: Result) -> str:
    """What the numbers to see first are, and how long the run was."""
    end = f"{result.time[-1]:.4g} s"
    if any(row.get("value") is not None for row in result.metadata.measured.values()):
        return f"first metrics of the maneuver; the run ends at t = {end}"
    return f"at the end of the run, t = {end}"


def quantity_rows(result: Result) -> list[tuple[str, str, str, str, str]]:
    """Quantity, unit, value at the end, extreme (the value farthest from zero) and its time."""
    rows = []
    for label, name, unit in QUANTITIES:
        if name in result:
            rows.append((label, *_end_and_extreme(result, name, unit)))
    for suffix in corner_suffixes(result):
        rows.append((f"Vertical load {suffix.upper()}, smallest", *_end_and_least(result, suffix)))
    return rows


def title_rows(result: Result) -> list[tuple[str, str]]:
    """What the title block says: when, with what, and the fingerprint of everything that made the numbers."""
    run, record = result.metadata, result.record
    when = run.created.replace("T", " ").removesuffix("+00:00") + (" UTC" if run.created.endswith("+00:00") else "")
    rows = [("Date", when), ("Read by" if run.is_measured else "Made by", f"jounce {run.jounce_version}")]
    return [*rows, ("Fingerprint", record.hash[:16])] if record is not None else rows


def measured_rows(result: Result) -> list[tuple[str, str, str, str]]:
    """Name, value, unit and note of the metrics of the maneuver."""
    return [
        (display_name(name), *measure(row.get("value"), *units_of(row)), str(row.get("note") or ""))
        for name, row in result.metadata.measured.items()
    ]


def display_name(name: str) -> str:
    """`peak_yaw_rate` as people write it."""
    words = name.replace("_", " ").replace(".", " ").capitalize().split(" ")
    return " ".join(SPELLED.get(word.lower(), word) for word in words)


def units_of(row: Mapping[str, Any]) -> tuple[str, str]:
    """The SI unit of a metric, and the one people give it in: its `display_unit` one, or the usual one."""
    unit = str(row.get("unit") or "1")
    return unit, str(row.get("display_unit") or MEASURED.get(unit, unit))


def measure(value: object, unit: str, shown: str) -> tuple[str, str]:
    """A number as text in its display unit, and that unit; yes and no, and what does not exist, stay what they are."""
    if isinstance(value, bool):
        return ("yes" if value else "no"), ""
    if not isinstance(value, int | float):
        return ("–" if value is None else str(value)), ""
    if unit == shown == "1" and float(value).is_integer() and abs(value) < MAX_COUNT:  # cones are counted
        return f"{value:.0f}".replace("-", "−"), ""
    return engineering(float(value), unit, shown)


def setting_rows(result: Result) -> list[tuple[str, str]]:
    """What was run and how, or what was measured and how it was treated."""
    run, record = result.metadata, result.record
    if run.is_measured:
        treated = ("file", "source", "rate", "filter")
        rows = [("Vehicle", run.vehicle), ("Maneuver", run.maneuver), ("Origin", run.origin)]
        rows += [(f"{OPTION}{name.replace('_', ' ')}", _plain(value)) for name, value in run.options.items()]
        return rows + [(name.capitalize(), _plain(run.settings[name])) for name in treated if run.settings.get(name)]
    rows = [
        ("Vehicle", run.vehicle),
        ("Maneuver", run.maneuver),
        *((f"{OPTION}{name.replace('_', ' ')}", value) for name, value in written_options(result).items()),
        ("Formulation", run.formulation),
        ("Integrator", _method(result)),
        ("Rack", run.rack or "none"),
        ("Ground", run.ground),
        ("Initial position", run.initial),
    ]
    if record is not None:
        names = {"python": "Python", "numpy": "NumPy", "numba": "Numba", "scipy": "SciPy"}
        words = (f"{names.get(name, name)} {version}" for name, version in record.versions.items() if name != "machine")
        rows += [
            ("Versions", ", ".join(words)),
            ("Processor", record.versions.get("machine", "")),
            ("Hash", record.hash),
        ]
    return rows


def how_words(result: Result) -> list[str]:
    """The settings in a few words, for the head of the page."""
    run = result.metadata
    if run.is_measured:
        return ["measured", f"{run.settings.get('rate', 0.0):g} Hz", f"filter: {run.settings.get('filter', 'none')}"]
    rack = [f"rack: {run.rack}"] if run.rack else []
    return [run.formulation, _method(result), *rack, f"ground: {run.ground}", f"from the {run.initial} position"]


def cost_rows(result: Result) -> list[tuple[str, str]]:
    """What it took, and how well the joints were kept."""
    summary, run = result.summary, result.metadata
    if run.is_measured:
        return [("Measured time", f"{digits(result.time[-1] - result.time[0])} s, {count(len(result.time))} samples")]
    rejected = f", {summary['rejected_steps']} rejected" if summary["rejected_steps"] else ""
    rows = [
        ("Simulated time", f"{digits(summary['end_time'])} s of {summary['planned_end_time']:g} s"),
        ("Steps", f"{count(summary['steps'])}{rejected}"),
        ("Evaluations", f"{count(summary['evaluations'])}{_per_step(run.evaluations, run.steps)}"),
        ("Iterations", f"{count(run.iterations)}{_per_step(run.iterations, run.steps)}" if run.iterations else ""),
        ("Renewals of the matrix", count(run.refreshes) if run.iterations or run.refreshes else ""),
        ("Wall-clock time", f"{digits(summary['wall_time'], 3)} s, without compilation"),
        ("Time per step", f"{digits(summary['us_per_step'])} µs"),
        ("Real-time factor", f"{digits(summary['real_time_factor'], 3)} (above 1: faster than the clock)"),
        ("Largest constraint violation", f"{digits(summary['max_constraint_violation'], 2)} m"),
    ]
    if result.record is not None and result.record.timing:
        stages = (f"{stage} {digits(seconds, 2)} s" for stage, seconds in result.record.timing.items())
        rows.append(("Stages", ", ".join(stages)))
    return [row for row in rows if row[1]]


def channel_rows(result: Result) -> list[tuple[str, ...]]:
    """Name, unit, frame, range and description of every channel, in SI."""
    rows: list[tuple[str, ...]] = []
    for channel in result.channels:
        finite = channel.values[np.isfinite(channel.values)]
        low, high = (digits(float(finite.min())), digits(float(finite.max()))) if len(finite) else ("–", "–")
        rows.append((channel.name, format_unit(channel.unit), channel.frame, low, high, channel.description))
    return rows


def count(number: int) -> str:
    """Thousands apart: 12 345."""
    return f"{number:,}".replace(",", "\u202f")


def _per_step(number: int, steps: int) -> str:
    return f" ({number / steps:.2f} per step)" if steps else ""


def written_options(result: Result) -> dict[str, str]:
    """The options of a maneuver as people write them: speed → `100 km/h`; without a unit where none is known."""
    run = result.metadata
    known = {option.name: option for option in options_of(run.maneuver)} if run.maneuver in MANEUVERS else OWN_OPTIONS
    return {name: _written(known.get(name), value) for name, value in run.options.items()}


def _written(option: Option | None, value: object) -> str:
    if option is not None and isinstance(value, float | int) and not isinstance(value, bool):
        return Option(option.name, option.about, value).written_default.replace("-", "−")
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return f"{value:.6g}".replace("-", "−") if isinstance(value, float) else str(value)


def _plain(value: object) -> str:
    return f"{value:.6g}".replace("-", "−") if isinstance(value, float) else str(value)


def _method(result: Result) -> str:
    run = result.metadata
    step = f", step {1e3 * run.step:g} ms" if run.step is not None else ""
    return run.integrator + step + (f", tolerance {run.tolerance:g}" if run.tolerance is not None else "")


def _end_and_extreme(result: Result, name: str, unit: str) -> tuple[str, str, str, str]:
    channel = result[name]
    scale, n = factor(channel.unit, unit), farthest(channel.values)
    extreme = scale * channel[n] if abs(scale * channel[n]) >= NOISE else 0.0
    end = scale * channel[-1] if abs(scale * channel[-1]) > NEGLIGIBLE * abs(extreme) else 0.0
    return format_unit(unit), digits(end), digits(extreme), f"{result.time[n]:.2f}"


def farthest(values: np.ndarray) -> int:
    """Index of the value farthest from zero; measurements have gaps, which are passed over."""
    return int(np.argmax(np.where(np.isfinite(values), np.abs(values), -1.0)))


def _end_and_least(result: Result, suffix: str) -> tuple[str, str, str, str]:
    load = result[f"tire.{suffix}.vertical_force"]
    n = int(np.argmin(load.values))
    return "kN", digits(1e-3 * load[-1]), digits(1e-3 * load[n]), f"{result.time[n]:.2f}"
