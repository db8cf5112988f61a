"""From a study of a fit to a problem: everything that can be wrong is found before anything runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import InputError, JounceError, ModelError
from jounce.findings import Finding, suggestion
from jounce.lab.identification.problem import ChannelChange, FitRecord, Problem, Series, change_keys
from jounce.lab.identification.replay import InputChange, replay, replayed_inputs
from jounce.lab.identification.study import Identification, Record, Windows
from jounce.lab.maneuvers.maneuver import check_needs
from jounce.lab.results import Result, read_result
from jounce.lab.results.channel_needs import is_known
from jounce.lab.studies.free_parameter import free_numbers
from jounce.lab.studies.quantities import accepted_unit, ground_options, unit_text
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.parameters import value_at, with_parameters
from jounce.schema.units import parse_quantity, parse_unit

ROOTS = ("vehicle", "inputs", "channels", "ground")
"""What dotted paths of a fit begin with."""
DEFAULT_STD = 0.05
"""Standard deviation of a channel without any, by the spread of what was measured."""
MIN_SAMPLES = 5
"""Fewest samples of a series."""


def prepare_identification(study: Identification, threads: int | None = None) -> Problem:
    """The problem of a fit; raises ModelError with all findings, each `where` a path in the study file."""
    findings: list[Finding] = []
    vehicle = _gather(findings, "vehicle", lambda: _vehicle(study))
    read = [
        _gather(findings, f"records.{i}", partial(_record, study, one, vehicle)) for i, one in enumerate(study.records)
    ]
    records = [one for one in read if one is not None]
    if vehicle is None or len(records) < len(study.records):
        raise ModelError(findings, f"study {study.name}")
    inputs = sorted({name for record in records for name in record.inputs})
    numbers, wrong = free_numbers(
        study.parameters,
        lambda path: _nominal(study, vehicle, inputs, path),
        lambda path, value: _check(vehicle, path, value),
        lambda path, value: _unit(vehicle, path, value),
    )
    findings += wrong
    series = _series(study, records, findings)
    if findings:
        raise ModelError(dict.fromkeys(findings), f"study {study.name}")
    return Problem(vehicle, numbers, tuple(records), tuple(series), study.settings, study.every, threads)


def _gather(findings: list[Finding], where: str, make: Callable[[], Any]) -> Any:
    """What a function makes, or None and findings."""
    try:
        return make()
    except ModelError as error:
        findings += [finding.inside(where) for finding in error.findings]
    except InputError as error:
        findings.append(error.finding.inside(where))
    except JounceError as error:
        findings.append(Finding(where, str(error)))
    return None


def _vehicle(study: Identification) -> Vehicle:
    if isinstance(study.vehicle, Vehicle):
        return study.vehicle
    name = str(study.vehicle)
    return load_vehicle(study.folder / name if name.lower().endswith((".yaml", ".yml")) else name)


def _record(study: Identification, record: Record, vehicle: Vehicle | None) -> FitRecord:
    result = record.file if isinstance(record.file, Result) else read_result(study.folder / record.file)
    label = record.name or (
        f"{result.metadata.maneuver}" if isinstance(record.file, Result) else Path(record.file).stem
    )
    if len(result.time) < MIN_SAMPLES or not np.all(np.diff(result.time) > 0.0):
        raise InputError("too few samples, or times that do not increase", str(len(result.time)), where="file")
    inputs = replayed_inputs(result, record.inputs)
    gaps = [name for name, channel in inputs.items() if not np.all(np.isfinite(result[channel].values))]
    if gaps:
        raise InputError("gaps in what is replayed", ", ".join(gaps), "numbers at all times", where="inputs")
    windows = [*record.windows, *(record.hold_out if isinstance(record.hold_out, tuple) else ())]
    end = max((b for _, b in windows), default=None) if record.windows else None
    ready = FitRecord(label, result, inputs, record.ground, end)
    if vehicle is not None:
        check_needs(replay(result, inputs, name=label), vehicle)
    return ready


def _series(study: Identification, records: list[FitRecord], findings: list[Finding]) -> list[Series]:
    """All channels of all records, fitted and held out apart."""
    stds = {name: _std(name, channel.std, records, findings) for name, channel in study.channels.items()}
    found = []
    for number, (given, record) in enumerate(zip(study.records, records, strict=True)):
        known = [name for name in study.channels if name in record.result]
        if not known:
            names = ", ".join(study.channels)
            findings.append(Finding(f"records.{number}", "has none of the channels", expected=names))
        for held_out, windows in _parts(given):
            for name in known:
                series = _one_series(study, number, record.result, name, windows, stds[name] / given.weight, held_out)
                if len(series.time) >= MIN_SAMPLES:
                    found.append(series)
    if not findings and not any(not one.held_out for one in found):
        findings.append(Finding("records", "no samples to fit", hint="give windows within the records"))
    return found


def _parts(record: Record) -> list[tuple[bool, Windows | None]]:
    """Whether held out, and the windows: of what is fitted first."""
    if record.hold_out is True:
        return [(True, record.windows or None)]
    held = record.hold_out if isinstance(record.hold_out, tuple) else ()
    return [(False, record.windows or None), *([(True, held)] if held else [])]


def _one_series(
    study: Identification,
    number: int,
    result: Result,
    name: str,
    windows: Windows | None,
    std: float,
    held_out: bool,
) -> Series:
    time, values, held = result.time, result[name].values, study.records[number].hold_out
    inside = np.isfinite(values)
    if windows is not None:
        inside &= np.any([(time >= a) & (time <= b) for a, b in windows], axis=0)
    elif not held_out and isinstance(held, tuple):
        inside &= ~np.any([(time >= a) & (time <= b) for a, b in held], axis=0)
    stride = max(1, int(np.floor(study.every / max(float(np.median(np.diff(time))), 1e-9) + 1e-6)))
    kept = np.flatnonzero(inside)[::stride]
    return Series(number, name, result[name].unit, time[kept], values[kept], std, held_out)


def _std(name: str, given: Any, records: list[FitRecord], findings: list[Finding]) -> float:
    """The standard deviation of a channel [SI]: as given, or a share of the spread of what was measured."""
    having = [record.result[name] for record in records if name in record.result]
    if not having and not is_known(name):
        names = sorted({n for record in records for n in record.result})
        findings.append(Finding(f"channels.{name}", "no such channel", repr(name), hint=suggestion(name, names)))
        return 1.0
    if given is None:
        values = np.concatenate([one.values[np.isfinite(one.values)] for one in having]) if having else np.ones(1)
        return DEFAULT_STD * float(np.std(values)) or 1.0
    try:
        unit = having[0].unit if having else ""
        text = unit_text(given)
        value = parse_quantity(given)
        if text and unit not in ("", "1") and parse_unit(unit).dimension != parse_unit(text).dimension:
            raise InputError("another unit than the channel", given, unit)
        if not value > 0.0:
            raise InputError("out of range", str(given), "a value greater than 0")
        return value
    except InputError as error:
        findings.append(error.finding.inside(f"channels.{name}"))
        return 1.0


def _nominal(study: Identification, vehicle: Vehicle, inputs: list[str], path: str) -> Any:
    """The value at a path without any change; raises InputError where there is none."""
    root, _, rest = path.partition(".")
    if root not in ROOTS or not rest:
        expected = f"a path that begins with one of {', '.join(f'{name}.' for name in ROOTS)}"
        raise InputError("no such path", repr(path), expected, suggestion(root, ROOTS))
    if root == "vehicle":
        return value_at(vehicle, rest)
    if root == "ground":
        options = ground_options(study.settings.ground if isinstance(study.settings.ground, str) else "")
        if rest in options:
            return options[rest]
        if rest == "friction":
            return 1.0
        hint = f"write ground: 'flat, {rest}=…' in the settings"
        raise InputError("no such option of the ground", repr(rest), f"one of {', '.join(options)}", hint)
    name, _, key = rest.rpartition(".")
    known, keys = (
        (inputs, change_keys(InputChange))
        if root == "inputs"
        else (
            list(study.channels),
            change_keys(ChannelChange),
        )
    )
    if name not in known:
        raise InputError(f"no such {root.removesuffix('s')}", repr(name), f"one of {', '.join(known)}",
                         suggestion(name, known))  # fmt: skip
    if key not in keys:
        raise InputError("no such value", repr(key), f"one of {', '.join(keys)}", suggestion(key, keys))
    return 1.0 if key == "factor" else 0.0


def _check(vehicle: Vehicle, path: str, value: Any) -> None:
    """Refuse what cannot stand at a path with a ModelError."""
    root, _, rest = path.partition(".")
    if root == "vehicle":
        with_parameters(vehicle, {rest: value})
        return
    try:
        parse_quantity(value, *(("time",) if rest.endswith(".delay") else ()))
    except InputError as error:
        raise ModelError([error.finding]) from None


def _unit(vehicle: Vehicle, path: str, value: float) -> str:
    """The SI unit of bare numbers at a path."""
    root, _, rest = path.partition(".")
    if root != "vehicle":
        return "s" if rest.endswith(".delay") else ""

    def accepts(text: str) -> bool:
        try:
            with_parameters(vehicle, {rest: text})
        except ModelError:
            return False
        return True

    return accepted_unit(accepts, value)
