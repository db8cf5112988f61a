"""From a study to a plan: everything that can be wrong is found before anything runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jounce.errors import JounceError, ModelError, Refusal
from jounce.findings import Finding, shown, suggestion
from jounce.maneuvers.maneuver import check_needs
from jounce.metrics import METRICS
from jounce.studies.design import points
from jounce.studies.jobs import jobs_of
from jounce.studies.parameter import Parameter
from jounce.studies.plan import Column, Plan
from jounce.studies.quantities import accepted_unit, is_quantity, si_unit, unit_text
from jounce.studies.study import Study
from jounce.studies.subject import Subject, subject_of
from jounce.units import parse_quantity, parse_unit

COLUMNS = ("index", "seed", "status", "reason", "notes", "wall_time")
"""Names that the table has for itself."""


def prepared(study: Study) -> Plan:
    """The plan of a study; raises ModelError with all findings, each `where` a path in the study file."""
    subject, findings = _subject(study)
    columns, rows = [], []
    try:
        rows = points(study)
    except ModelError as error:
        findings += error.findings
    if subject is not None:
        for name, parameter, written in _parameters(study):
            column, found = _column(subject, name, parameter, written)
            findings += found
            columns.append(column)
    findings += _metric_findings(study)
    findings += _clashes(columns)
    findings += _two_grounds(subject, columns)
    if findings or subject is None:
        raise ModelError(dict.fromkeys(findings), f"study {study.name}")
    metrics = study.metrics or subject.plan().metrics
    kind = study.design.kind
    jobs = jobs_of(rows, study.seed)
    keep = study.keep == "results"
    return Plan(study.name, study.about, kind, study.seed, subject, tuple(columns), tuple(metrics), jobs, keep)


def _subject(study: Study) -> tuple[Subject | None, list[Finding]]:
    """What is run, or why it cannot be."""
    try:
        subject = subject_of(study)
    except ModelError as error:
        return None, list(error.findings)
    except JounceError as error:
        return None, [Finding("vehicle", str(error))]
    try:
        check_needs(subject.plan(), subject.vehicle)
    except ModelError as error:
        return None, [finding.inside("options") for finding in error.findings]
    except Refusal as error:
        return None, [error.finding.inside("maneuver")]
    return subject, []


def _parameters(study: Study) -> list[tuple[str, Parameter, list[tuple[str, Any]]]]:
    """Every parameter with what is written about it, and where: under itself, or in the rows of a list."""
    if study.design.kind != "list":
        return [(n, p, [(f"parameters.{n}.{key}", v) for key, v in p.given()]) for n, p in study.parameters.items()]
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
    subject: Subject, name: str, parameter: Parameter, written: list[tuple[str, Any]]
) -> tuple[Column, list[Finding]]:
    """A parameter as a column, and everything that is wrong with its paths and values."""
    paths = parameter.paths or (name,)
    words = any(not is_quantity(value) for _, value in written)
    findings = [found for path in paths if (found := _lost(subject, path, name, parameter)) is not None]
    if findings:
        return Column(name, paths), findings
    if parameter.factor:
        return _factor_column(subject, name, paths, written)
    for where, value in written:
        if not where.endswith(".std"):
            findings += [found for path in paths if (found := _refused(subject, path, value, where)) is not None]
    if findings:
        return Column(name, paths, words=words), findings
    units = [text for _, value in written if (text := unit_text(value))] if not words else []
    if len({parse_unit(text).dimension for text in units}) > 1:
        return Column(name, paths), [Finding(f"parameters.{name}", "units of different kinds", ", ".join(units))]
    unit = si_unit(units[0]) if units else "" if words else _probed(subject, paths[0], written)
    return Column(name, paths, unit, units[0] if units else unit, words), []


def _factor_column(
    subject: Subject, name: str, paths: tuple[str, ...], written: list[tuple[str, Any]]
) -> tuple[Column, list[Finding]]:
    """A column of multiples of what the model has."""
    nominal, findings = [], []
    for path in paths:
        try:
            value = subject.nominal(path)
            nominal.append(parse_quantity(value))
        except Refusal as error:
            findings.append(error.finding.inside("parameters", name))
    for where, value in written:
        try:
            share = parse_quantity(value, "dimensionless")
        except Refusal as error:
            findings.append(error.finding.inside(where))
            continue
        if not findings and not where.endswith(".std"):
            pairs = zip(paths, nominal, strict=True)
            findings += [f for path, one in pairs if (f := _refused(subject, path, share * one, where)) is not None]
    return Column(name, paths, nominal=tuple(nominal)), findings


def _lost(subject: Subject, path: str, name: str, parameter: Parameter) -> Finding | None:
    """Why a path leads nowhere, if it does."""
    where = f"parameters.{name}" + (".paths" if parameter.paths else "")
    root, _, rest = path.partition(".")
    if root == "vehicle" and rest:
        try:
            value = subject.nominal(path)
        except Refusal as error:
            found = error.finding
            return Finding(where, f"{path}: {found.what}", found.got, found.expected, found.hint)
        if not isinstance(value, int | float | str | None):
            names = list(getattr(type(value), "model_fields", range(len(value) if isinstance(value, tuple) else 0)))
            expected = f"one of its values: {', '.join(str(step) for step in names)}"
            return Finding(where, f"{path}: a part, not a value", shown(value), expected)
        return None
    try:
        subject.checked(path, "no such value")
    except ModelError as error:
        for lost in error.findings:
            if lost.what in ("unknown key", "leads nowhere"):
                return Finding(where, f"{path}: {lost.what}", lost.got, lost.expected, lost.hint)
    return None


def _refused(subject: Subject, path: str, value: Any, where: str) -> Finding | None:
    """Why a value is refused at a path, if it is."""
    try:
        subject.checked(path, value)
    except ModelError as error:
        found = error.findings[0]
        return Finding(where, f"{path}: {found.what}", found.got or shown(value), found.expected, found.hint)
    return None


def _probed(subject: Subject, path: str, written: list[tuple[str, Any]]) -> str:
    """The SI unit of bare numbers, by asking the model which unit it takes; grounds take too long to ask them."""
    if path.startswith("ground."):
        return ""
    accepts: Callable[[str], bool] = lambda text: _refused(subject, path, text, "") is None  # noqa: E731
    return accepted_unit(accepts, parse_quantity(written[0][1]))


def _metric_findings(study: Study) -> list[Finding]:
    """Metrics that nobody knows; those of a maneuver file carry their own definition behind `=`."""
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


def _two_grounds(subject: Subject | None, columns: list[Column]) -> list[Finding]:
    """A maneuver that brings its own ground leaves no other to change."""
    if subject is None or subject.plan().ground is None:
        return []
    got, hint = f"the maneuver {subject.maneuver} brings its own", "change options of the maneuver instead"
    paths = [column.name for column in columns if any(path.startswith("ground.") for path in column.paths)]
    where = ["settings.ground"] if subject.settings.ground is not None else [f"parameters.{name}" for name in paths]
    return [Finding(place, "two grounds", got, hint=hint) for place in where]
