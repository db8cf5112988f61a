"""From a measurement file and its map to a result: channels on an even grid, metrics from them, motion for a replay."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.lab.measurements.chassis_motion import measured_motion
from jounce.lab.measurements.file_columns import FileColumns, read_columns
from jounce.lab.measurements.measurement_map import MappedChannel, MeasurementMap, read_map, table_key
from jounce.lab.measurements.resample import check_times, describe_gaps, resample
from jounce.lab.metrics.measuring import with_metrics
from jounce.lab.results.channel import Channel
from jounce.lab.results.channel_names import CHANNELS, named_channel
from jounce.lab.results.metadata import MEASURED, Metadata
from jounce.lab.results.result import Result
from jounce.model.library import load_vehicle
from jounce.model.library import names as vehicle_names
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.variants import facts_of
from jounce.schema.units import parse_unit
from jounce.version import __version__

MIN_COMMON = 0.9
"""Share of the whole time that all channels must cover for the rest to be left out: sensors begin and end apart."""
MAX_SAMPLES = 5_000_000
"""Most samples of a result: 14 hours at 100 Hz."""


def read_measurement(file: str | Path, map: str | Path | MeasurementMap | Mapping) -> Result:
    """The measurement in a .csv, .parquet, .mat or .mf4 file as a result that says it is measured.

    map: which column is which channel, with unit, sign, offset and delay; the grid of time, the filter, gaps, metrics.
    A YAML file, a mapping with its keys, or a MeasurementMap; docs/measurements.md has the keys.

    Channels are evenly spaced, in SI and the signs of docs/conventions.md; where nothing was measured they hold NaN.
    Metrics are computed from these channels. With position, speed or yaw rate there is a motion to replay. Raises
    ModelError with all findings, InputError for a format that is not known, and FileError.
    """
    plan = _as_map(map)
    columns = read_columns(file)
    findings: list[Finding] = []
    channels: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    for name, one in plan.channels.items():
        try:
            channels[name] = _in_si(columns, plan, name, one)
        except InputError as refusal:
            findings.append(refusal.finding.inside("channels", name))
    if findings:
        raise ModelError(list(dict.fromkeys(findings)), f"the map of {file}")
    grid = _grid(plan, [times for times, _ in channels.values()])
    values = {name: _conditioned(plan, plan.channels[name], grid, *found) for name, found in channels.items()}
    car = _vehicle(plan)
    result = Result(
        (named_channel("time", grid), *(_channel(plan, name, found) for name, found in values.items())),
        _metadata(plan, file, grid, values, car),
        measured_motion(grid, values, car, f"{plan.name} · {car.name if car is not None else 'measured'}"),
    )
    return with_metrics(result, plan.metrics)


def _as_map(given: str | Path | MeasurementMap | Mapping) -> MeasurementMap:
    if isinstance(given, MeasurementMap):
        return given
    return MeasurementMap(**given) if isinstance(given, Mapping) else read_map(given)


def _in_si(columns: FileColumns, plan: MeasurementMap, name: str, one: MappedChannel) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] and values of a channel in its unit, as measured."""
    column = columns.column(one.column)
    clock = plan.time
    if column.time is not None:
        times = column.time
    else:
        try:
            times = columns.column(clock.column).values * parse_unit(clock.unit).factor
        except InputError as refusal:
            hint = refusal.finding.hint or "give `time: COLUMN`"
            raise InputError("no column of the time", refusal.finding.got, refusal.finding.expected, hint) from None
    check_times(times, clock.column if column.time is None else one.column)
    values = one.sign * one.factor * _factor(name, one, column.unit) * column.values
    times = times + clock.shift - one.delay
    if one.zero is not None:
        resting = values[(times >= one.zero[0]) & (times <= one.zero[1]) & np.isfinite(values)]
        if not len(resting):
            got = f"{one.zero[0]:g} to {one.zero[1]:g} s"
            raise InputError("nothing measured there", got, "times with samples", where="zero")
        values = values - resting.mean()
    return times, values + one.offset


def _factor(name: str, one: MappedChannel, unit_of_file: str) -> float:
    """From the unit of the column to that of the channel; raises InputError for another dimension."""
    key, written = table_key(name), one.unit if one.unit is not None else unit_of_file
    if not key or written in ("", "1", "-"):
        return 1.0  # one of a car's own is kept in its unit; a bare number is SI
    parsed, wanted = parse_unit(written), CHANNELS[key].unit
    if wanted == "1" and parsed.dimension == (0, 0, 0, 0):
        return parsed.factor
    if wanted == "1" or parsed.dimension != parse_unit(wanted).dimension:
        raise InputError("wrong unit", repr(written), f"a unit like {wanted}", where="unit")
    return parsed.factor


def _grid(plan: MeasurementMap, times: list[np.ndarray]) -> np.ndarray:
    """Even times [s], on multiples of the spacing: what all channels cover, or any if that is more; or as asked."""
    first, last = min(t[0] for t in times), max(t[-1] for t in times)
    common = max(t[0] for t in times), min(t[-1] for t in times)
    if common[1] - common[0] >= MIN_COMMON * (last - first):
        first, last = common
    if plan.between is not None:
        if plan.between[1] <= first or plan.between[0] >= last:
            got, expected = f"{plan.between[0]:g} to {plan.between[1]:g} s", f"within {first:g} to {last:g} s"
            raise InputError("nothing measured there", got, expected, where="between")
        first, last = max(first, plan.between[0]), min(last, plan.between[1])
    begin, end = math.ceil(first * plan.rate - 1e-6), math.floor(last * plan.rate + 1e-6)
    if end - begin + 1 > MAX_SAMPLES:
        got = f"{end - begin + 1} samples from {first:g} to {last:g} s"
        raise InputError("too many samples", got, f"at most {MAX_SAMPLES}", "give a lower rate, or `between`", "rate")
    if end - begin < 2:
        raise InputError("too few samples", f"{max(0, end - begin + 1)}", "3 or more", "give a higher rate", "rate")
    return np.arange(begin, end + 1) / plan.rate


def _conditioned(
    plan: MeasurementMap, one: MappedChannel, grid: np.ndarray, times: np.ndarray, values: np.ndarray
) -> np.ndarray:
    found = resample(times, values, grid, plan.max_gap)
    return plan.filter.apply(found, 1.0 / plan.rate) if plan.filter is not None else found


def _channel(plan: MeasurementMap, name: str, values: np.ndarray) -> Channel:
    one = plan.channels[name]
    if table_key(name):
        made = named_channel(name, values)
        text = f"{made.description}; measured, column {one.column}"
        return Channel(name, made.unit, made.frame, text, values)
    return Channel(name, one.unit or "1", "", one.description or f"measured, column {one.column}", values)


def _vehicle(plan: MeasurementMap) -> Vehicle | None:
    """The car that the map names, if that is one of the library or a file."""
    name = plan.vehicle
    if name in vehicle_names():
        return load_vehicle(name)
    return load_vehicle(plan.folder / name) if Path(name).suffix.lower() in (".yaml", ".yml") else None


def _metadata(
    plan: MeasurementMap,
    file: str | Path,
    grid: np.ndarray,
    values: Mapping[str, np.ndarray],
    car: Vehicle | None,
) -> Metadata:
    gaps = {name: describe_gaps(grid, found) for name, found in values.items()}
    notes = tuple(f"{name}: no values from {text}" for name, text in gaps.items() if text)
    facts = {**(facts_of(car) if car is not None else {}), **plan.facts}
    settings = {
        "file": Path(file).name,
        "source": plan.source,
        "rate": plan.rate,
        "filter": str(plan.filter) if plan.filter is not None else "none",
        "ground": "the road",
        "initial": "as measured",
    }
    return Metadata(
        vehicle=car.name if car is not None else plan.vehicle or "measured car",
        maneuver=plan.name,
        origin=MEASURED,
        settings=settings,
        planned_end=float(grid[-1]),
        options=dict(plan.options),
        facts=facts,
        about=plan.about,
        jounce_version=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        steps=0,
        evaluations=0,
        rejected_steps=0,
        wall_time=0.0,
        warnings=notes,
    )
