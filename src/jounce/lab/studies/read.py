"""Read a study from YAML: all findings at once, each with file and line."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jounce.errors import ModelError
from jounce.findings import Finding, shown
from jounce.lab.studies.parameter import Parameter
from jounce.lab.studies.plan import Plan
from jounce.lab.studies.prepare import prepare_study
from jounce.lab.studies.study import Study
from jounce.schema.yaml_source import Source, load_source, parse_source


def read_study(path: str | Path) -> Study:
    """The study in a YAML file; raises ModelError with all findings, or FileError."""
    return _built(load_source(path))


def parse_study(text: str, file: str = "<text>") -> Study:
    """The study in a YAML text; raises ModelError with all findings, which name `file`."""
    return _built(parse_source(text, file))


def read_plan(path: str | Path) -> Plan:
    """The study in a YAML file, ready to run: its paths, values and units are checked too."""
    source = load_source(path)
    study = _built(source)
    try:
        return prepare_study(study)
    except ModelError as error:
        raise ModelError(locate_findings(source, error.findings), source.file) from None


def _built(source: Source) -> Study:
    if not isinstance(source.data, dict):
        keys = ", ".join(name for name in Study.model_fields if name != "folder")
        finding = Finding("", "not a study", shown(source.data), f"a mapping with the keys {keys}")
        raise ModelError([source.locate(finding)], source.file)
    findings = list(source.findings)
    given = source.data.get("parameters")
    parameters: dict[str, Any] = {}
    if given is not None and not isinstance(given, dict):
        findings.append(Finding("parameters", "not a mapping", shown(given), "paths with their values"))
    for name, keys in (given if isinstance(given, dict) else {}).items():
        try:
            if not isinstance(keys, dict):
                expected = "a mapping such as {values: [1, 2]} or {from: 1, to: 2, steps: 3}"
                raise ModelError([Finding("", "not a mapping", shown(keys), expected)])
            parameters[name] = Parameter(**keys)
        except ModelError as error:
            findings += [finding.inside("parameters", name) for finding in error.findings]
    rest = {key: value for key, value in source.data.items() if key != "parameters"}
    stand_in = parameters or ({"…": Parameter()} if findings else {})
    try:
        study = Study(**rest, parameters=stand_in, folder=source.folder)
    except ModelError as error:
        findings += error.findings
    if findings:
        raise ModelError(locate_findings(source, findings), source.file)
    return study


def locate_findings(source: Source, findings: Iterable[Finding]) -> list[Finding]:
    """Findings with their lines, in the order of the file; those of other files have theirs already."""
    found = [
        f if f.file is not None else f.at(source.file, source.line(_steps(source.data, f.where))) for f in findings
    ]
    named = [dataclasses.replace(f, where=f.where.removesuffix(".")) for f in dict.fromkeys(found)]
    return sorted(named, key=lambda finding: finding.line or 0)


def _steps(data: Any, where: str) -> list[str]:
    """The keys on the way to a value; keys that hold dots themselves are found in the data."""
    if not where:
        return []
    if isinstance(data, dict):
        for key in sorted(data, key=len, reverse=True):
            if where == key or where.startswith(f"{key}."):
                return [key, *_steps(data[key], where[len(key) + 1 :])]
    if isinstance(data, list):
        first, _, rest = where.partition(".")
        if first.isdecimal() and int(first) < len(data):
            return [first, *_steps(data[int(first)], rest)]
    return [where]
