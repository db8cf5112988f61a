"""From a study to a plan: everything that can be wrong is found before anything runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.errors import InputError, JounceError, ModelError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.maneuvers.maneuver import check_needs
from jounce.lab.metrics import METRICS
from jounce.lab.studies.design import points
from jounce.lab.studies.parameter import Parameter
from jounce.lab.studies.plan import Column, Plan
from jounce.lab.studies.quantities import accepted_unit, is_quantity, si_unit, unit_text
from jounce.lab.studies.runs import TIMES, runs_of
from jounce.lab.studies.study import Study
from jounce.model.library import load_vehicle
from jounce.model.vehicle import Vehicle
from jounce.schema.frozen import replace as replace_fields
from jounce.schema.units import parse_quantity, parse_unit

_ENDINGS = (".yaml", ".yml")
COLUMNS = ("index", "seed", "status", "reason", "notes", *TIMES)
"""Names that the table has for itself."""


def prepare_study(study: Study) -> Plan:
    """The plan of a study; raises ModelError with all findings, each `where` a path in the study file."""
    plan, findings = _checked_nominal(study)
    columns, rows = [], []
    try:
        rows = points(study)
    except ModelError as error:
        findings += error.findings
    if plan is not None:
        for name, parameter, written in _parameters(study):
            column, found = _column(plan, name, parameter, written)
            findings += found
            columns.append(column)
    findings += _metric_findings(study)
    findings += _clashes(columns)
    findings += _two_grounds(plan, columns)
    if findings or plan is None:
        raise ModelError(dict.fromkeys(findings), f"study {study.name}")
    return replace(
        plan,
        columns=tuple(columns),
        metrics=tuple(study.metrics or plan.build_maneuver().metrics),
        runs=runs_of(rows, study.seed),
        keep=study.keep == "results",
    )


def _checked_nominal(study: Study) -> tuple[Plan | None, list[Finding]]:
    """The plan without any parameter, or why it cannot be run."""
    try:
        plan = _nominal(study)
    except ModelError as error:
        return None, list(error.findings)
    except JounceError as error:
        return None, [Finding("vehicle", str(error))]
    try:
        check_needs(plan.build_maneuver(), plan.vehicle)
    except ModelError as error:
        return None, [finding.inside("options") for finding in error.findings]
    except InputError as error:
        return None, [error.finding.inside("maneuver")]
    return plan, []


def _nominal(study: Study) -> Plan:
    """The plan without any parameter, its files found; raises ModelError, InputError or FileError."""
    vehicle = study.vehicle if isinstance(study.vehicle, Vehicle) else load_vehicle(_located(study, study.vehicle))
    settings = study.settings
    if isinstance(settings.ground, str):
        name, comma, rest = settings.ground.partition(",")
        if Path(name.strip()).suffix:
            settings = replace_fields(settings, ground=f"{study.folder / name.strip()}{comma}{rest}")
    return Plan(
        name=study.name,
        about=study.about,
        design=study.design.kind,
        seed=study.seed,
        vehicle=vehicle,
        maneuver=str(_located(study, study.maneuver)),
        options=study.options,
        settings=settings,
    )


def _located(study: Study, name: str | Path) -> str | Path:
    """A file relative to the folder of the study, or a name as it is."""
    return str(study.folder / name) if str(name).lower().endswith(_ENDINGS) else name


def _parameters(study: Study) -> list[tuple[str, Parameter, list[tuple[str, Any]]]]:
    """Every parameter with what is written about it, and where: under itself, or in the rows of a list."""
    if study.design.kind != "list":
        return [
            (n, p, [(f"parameters.{n}.{key}", v) for key, v in p.list_values()]) for n, p in study.parameters.items()
        ]
    rows = study.design.list
    return [
        (
            name,
            study.parameters.get(name, Parameter()),
            [(f"design.list.{i}.{name}", row[name]) for i, row in enumerate(rows) if name in row],
        )
        for name in rows[0]
    ]


def _column(
    plan: Plan, name: str, parameter: Parameter, written: list[tuple[str, Any]]
) -> tuple[Column, list[Finding]]:
    """A parameter as a column, and everything that is wrong with its paths and values."""
    paths = parameter.paths or (name,)
    words = any(not is_quantity(value) for _, value in written)
    findings = [found for path in paths if (found := _lost(plan, path, name, parameter)) is not None]
    if findings or not written:  # without values there is a finding already
        return Column(name, paths), findings
    if parameter.factor:
        return _factor_column(plan, name, paths, written)
    for where, value in written:
        if not where.endswith(".std"):
            findings += [found for path in paths if (found := _refused(plan, path, value, where)) is not None]
    if findings:
        return Column(name, paths, words=words), findings
    units = [text for _, value in written if (text := unit_text(value))] if not words else []
    if len({parse_unit(text).dimension for text in units}) > 1:
        return Column(name, paths), [Finding(f"parameters.{name}", "units of different kinds", ", ".join(units))]
    unit = si_unit(units[0]) if units else "" if words else _probed(plan, paths[0], written)
    return Column(name, paths, unit, units[0] if units else unit, words), []


def _factor_column(
    plan: Plan, name: str, paths: tuple[str, ...], written: list[tuple[str, Any]]
) -> tuple[Column, list[Finding]]:
    """A column of multiples of what the model has."""
    nominal, findings = [], []
    for path in paths:
        try:
            value = plan.nominal(path)
            nominal.append(parse_quantity(value))
        except InputError as error:
            findings.append(error.finding.inside("parameters", name))
    for where, value in written:
        try:
            share = parse_quantity(value, "dimensionless")
        except InputError as error:
            findings.append(error.finding.inside(where))
            continue
        if not findings and not where.endswith(".std"):
            pairs = zip(paths, nominal, strict=True)
            findings += [f for path, one in pairs if (f := _refused(plan, path, share * one, where)) is not None]
    return Column(name, paths, nominal=tuple(nominal)), findings


def _lost(plan: Plan, path: str, name: str, parameter: Parameter) -> Finding | None:
    """Why a path leads nowhere, if it does."""
    where = f"parameters.{name}" + (".paths" if parameter.paths else "")
    root, _, rest = path.partition(".")
    if root == "vehicle" and rest:
        try:
            value = plan.nominal(path)
        except InputError as error:
            found = error.finding
            return Finding(where, f"{path}: {found.what}", found.got, found.expected, found.hint)
        if not isinstance(value, int | float | str | None):
            names = list(getattr(type(value), "model_fields", range(len(value) if isinstance(value, tuple) else 0)))
            expected = f"one of its values: {', '.join(str(step) for step in names)}"
            return Finding(where, f"{path}: a part, not a value", shown(value), expected)
        return None
    try:
        plan.check_value(path, "no such value")
    except ModelError as error:
        for lost in error.findings:
            if lost.what in ("unknown key", "no such path"):
                return Finding(where, f"{path}: {lost.what}", lost.got, lost.expected, lost.hint)
    return None


def _refused(plan: Plan, path: str, value: Any, where: str) -> Finding | None:
    """Why a value is refused at a path, if it is."""
    try:
        plan.check_value(path, value)
    except ModelError as error:
        found = error.findings[0]
        return Finding(where, f"{path}: {found.what}", found.got or shown(value), found.expected, found.hint)
    return None


def _probed(plan: Plan, path: str, written: list[tuple[str, Any]]) -> str:
    """The SI unit of bare numbers, by asking the model which unit it takes; grounds take too long to ask them."""
    if path.startswith("ground."):
        return ""
    accepts: Callable[[str], bool] = lambda text: _refused(plan, path, text, "") is None  # noqa: E731
    return accepted_unit(accepts, parse_quantity(written[0][1]))


def _metric_findings(study: Study) -> list[Finding]:
    """Findings about unknown metrics; those of a maneuver file carry their own definition behind `=`."""
    return [
        Finding(f"metrics.{i}", "unknown metric", repr(name), hint=suggestion(name, METRICS) or "see docs/metrics.md")
        for i, name in enumerate(study.metrics)
        if name not in METRICS and "=" not in name
    ]


def _clashes(columns: list[Column]) -> list[Finding]:
    """Names that the table has already, and paths that two parameters change."""
    findings = [
        Finding(f"parameters.{column.name}", "a name of the table itself", hint="take another name")
        for column in columns
        if column.name in COLUMNS
    ]
    seen: dict[str, str] = {}
    for column in columns:
        for path in column.paths:
            if path in seen:
                got = f"{path} in {seen[path]!r} and {column.name!r}"
                findings.append(Finding(f"parameters.{column.name}", "changed twice", got, hint="keep one"))
            seen[path] = column.name
    return findings


def _two_grounds(plan: Plan | None, columns: list[Column]) -> list[Finding]:
    """A maneuver that brings its own ground leaves no other to change."""
    if plan is None or plan.build_maneuver().ground is None:
        return []
    got, hint = f"the maneuver {plan.maneuver} brings its own", "change options of the maneuver instead"
    paths = [column.name for column in columns if any(path.startswith("ground.") for path in column.paths)]
    where = ["settings.ground"] if plan.settings.ground is not None else [f"parameters.{name}" for name in paths]
    return [Finding(place, "two grounds", got, hint=hint) for place in where]
