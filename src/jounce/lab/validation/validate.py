"""A validation from its study: both sides on one grid of time and through one filter, compared in every window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.lab.measurements.filtered import filter_result
from jounce.lab.measurements.measurement_map import read_map, with_filter
from jounce.lab.measurements.read import read_measurement
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter
from jounce.lab.results.parquet import read_result
from jounce.lab.results.result import Result
from jounce.lab.validation.agreement import Agreement, agreement
from jounce.lab.validation.driven_model import drive_as_measured
from jounce.lab.validation.standard_methods import Band, ComparedValue, compare_characteristics, cross_plot
from jounce.lab.validation.study import CrossPlot, Method, ValidationStudy, read_validation_study
from jounce.methods import implementation
from jounce.model.library import load_vehicle
from jounce.model.library import names as vehicle_names
from jounce.model.vehicle import Vehicle

Agreements = Mapping[str, Mapping[str, Agreement]]
"""Window → channel → how well the model agrees there."""


@dataclass(frozen=True, eq=False)
class MethodResult:
    """What came of a method of a standard."""

    method: Method
    bands: tuple[Band, ...] = ()
    values: tuple[ComparedValue, ...] = ()

    @property
    def passed(self) -> bool | None:
        """Whether all that could be compared agrees; None where nothing could."""
        found = [band.passed for band in self.bands] + [one.passed for one in self.values if one.passed is not None]
        return all(found) if found else None

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return {
            "kind": self.method.kind,
            "passed": self.passed,
            **({"channels": {band.channel: band.data() for band in self.bands}} if self.bands else {}),
            **({"values": {one.name: one.data() for one in self.values}} if self.values else {}),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Validation:
    """A model held against a measurement."""

    study: ValidationStudy
    measured: Result
    model: Result
    """The model's run with the measured inputs, in measured time, through the same filter."""
    windows: Agreements
    model_before: Result | None = None
    """The run of the model with the values of the vehicle before it was fitted; None if the study gives none."""
    windows_before: Agreements = field(default_factory=dict)
    methods: tuple[MethodResult, ...] = ()
    filter: ZeroPhaseFilter | None = None

    @property
    def verdicts(self) -> dict[str, bool]:
        """Channel → whether its RMS error keeps the tolerance, in the window that is judged."""
        found = self.windows[self.study.judged]
        return {
            name: (found[name].rms_of_peak or 0.0) <= limit.rms
            for name, limit in self.study.channels.items()
            if limit.rms is not None and name in found
        }

    @property
    def passed(self) -> bool | None:
        """Whether all tolerances and methods are kept; None where there is neither."""
        found = [*self.verdicts.values(), *(one.passed for one in self.methods if one.passed is not None)]
        return all(found) if found else None

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON: window → channels → name → rms, peak, correlation, delay."""
        return {
            "name": self.study.name,
            "vehicle": self.model.metadata.vehicle,
            "measurement": Path(self.study.measurement).name,
            "windows": {name: list(times) for name, times in self.study.looked_at.items()},
            "filter": str(self.filter) if self.filter is not None else None,
            **_data(self.windows),
            **({"before": _data(self.windows_before)} if self.windows_before else {}),
            "methods": [one.data() for one in self.methods],
            "verdicts": self.verdicts,
            "passed": self.passed,
            "notes": list(self.study.notes),
        }

    def report(self, path: str | Path) -> None:
        """Write the page of the validation, one self-contained HTML file; raises FileError."""
        implementation("Validation.report")(self, path)

    def __repr__(self) -> str:
        verdict = {True: "passed", False: "failed", None: "no tolerances"}[self.passed]
        what = f"{self.model.metadata.vehicle}, {len(self.study.channels)} channels"
        return f"<Validation {self.study.name}: {what}, {verdict}>"


def _data(windows: Agreements) -> dict[str, Any]:
    return {
        window: {"channels": {name: found.data() for name, found in channels.items()}}
        for window, channels in windows.items()
    }


def validate(study: str | Path | ValidationStudy, *, progress: Callable[[str], None] | None = None) -> Validation:
    """Drive a model with measured inputs and compare it with what was measured.

    study: a YAML file, or a ValidationStudy; docs/measurements.md has its keys. progress: called with the stages.

    Measured and simulated channels have the same grid of time and pass the same zero-phase filter; the model's inputs
    are not filtered, so that neither side is filtered twice. Raises ModelError or InputError for what does not fit, and
    RunError for a run that fails.
    """
    tell = progress or (lambda stage: None)
    plan = study if isinstance(study, ValidationStudy) else read_validation_study(study)
    tell("reading the measurement")
    measured, inputs, chosen = _measured(plan)
    car = _vehicle(plan)
    _check_channels(plan, measured)
    sample = float(measured.time[1] - measured.time[0])

    def simulate(vehicle: Vehicle) -> Result:
        return _on_grid(_filtered(drive_as_measured(plan, vehicle, inputs, sample), chosen), measured)

    tell("simulating the model")
    model = simulate(car)
    before = None
    if plan.before:
        tell("simulating the model before it was fitted")
        before = simulate(car.with_values(plan.before))
    tell("comparing")
    return Validation(
        study=plan,
        measured=measured,
        model=model,
        windows=compare_windows(plan, model, measured),
        model_before=before,
        windows_before=compare_windows(plan, before, measured) if before is not None else {},
        methods=tuple(_apply(method, plan, model, measured) for method in plan.methods),
        filter=chosen,
    )


def _measured(plan: ValidationStudy) -> tuple[Result, Result, ZeroPhaseFilter | None]:
    """The filtered measurement, the one that the model's inputs are taken from, and the filter."""
    file = plan.file(plan.measurement)
    if plan.map is None:
        found = read_result(file)
        return (_filtered(found, plan.filter), found, plan.filter)
    columns = read_map(plan.file(plan.map))
    chosen = plan.filter or columns.filter
    raw = read_measurement(file, with_filter(columns, None))
    return _filtered(raw, chosen), raw, chosen


def _filtered(result: Result, chosen: ZeroPhaseFilter | None) -> Result:
    return filter_result(result, chosen) if chosen is not None else result


def _vehicle(plan: ValidationStudy) -> Vehicle:
    if isinstance(plan.vehicle, Vehicle) or plan.vehicle in vehicle_names():
        return load_vehicle(plan.vehicle)
    return load_vehicle(plan.file(str(plan.vehicle)) if str(plan.vehicle).endswith((".yaml", ".yml")) else plan.vehicle)


def _check_channels(plan: ValidationStudy, measured: Result) -> None:
    for name in plan.channels:
        if name not in measured:
            known = ", ".join(list(measured)[1:])
            raise InputError("not measured", repr(name), f"one of {known}", where=f"channels.{name}")
    if measured.time[0] > plan.begin + 1e-9 or measured.time[-1] < plan.end - 1e-9:
        got = f"{plan.begin:g} to {plan.end:g} s"
        raise InputError("not measured", got, f"within {measured.time[0]:g} to {measured.time[-1]:g} s", where="begin")


def _on_grid(model: Result, measured: Result) -> Result:
    """The model's channels at the measured times of the run, by straight lines where its own differ."""
    used = (measured.time >= model.time[0] - 1e-9) & (measured.time <= model.time[-1] + 1e-9)
    grid = measured.time[used]
    if len(grid) == len(model.time) and np.max(np.abs(grid - model.time)) < 1e-9:
        return model
    channels = tuple(
        replace(one, values=grid if one.name == "time" else np.interp(grid, model.time, one.values))
        for one in model.channels
    )
    return replace(model, channels=channels, motion=None)


def compare_windows(plan: ValidationStudy, model: Result, measured: Result) -> Agreements:
    """Window → channel → how well the model agrees; channels without common values are left out."""
    found: dict[str, dict[str, Agreement]] = {}
    for window, (first, last) in plan.looked_at.items():
        times = model.time[(model.time >= first - 1e-9) & (model.time <= last + 1e-9)]
        found[window] = {}
        for name in plan.channels:
            if name not in model:
                raise InputError("the model has no such channel", repr(name), where=f"channels.{name}")
            simulated, real = (np.interp(times, one.time, one[name].values) for one in (model, measured))
            agreed = agreement(times, simulated, real, measured[name].unit)
            if agreed is not None:
                found[window][name] = agreed
    return found


def _apply(method: Method, plan: ValidationStudy, model: Result, measured: Result) -> MethodResult:
    within = _between(measured, plan.begin, plan.end)
    if isinstance(method, CrossPlot):
        bands = [cross_plot(method, channel, model, within) for channel in method.channels]
        return MethodResult(method, bands=tuple(band for band in bands if band is not None))
    return MethodResult(method, values=tuple(compare_characteristics(method, model, within, plan.options)))


def _between(result: Result, first: float, last: float) -> Result:
    """The part of a result within two times [s]."""
    used = (result.time >= first - 1e-9) & (result.time <= last + 1e-9)
    channels = tuple(replace(one, values=one.values[used]) for one in result.channels)
    return replace(result, channels=channels, motion=None)
