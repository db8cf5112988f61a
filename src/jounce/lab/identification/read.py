"""Read the study of a fit from YAML: all findings at once, each with file and line."""

from __future__ import annotations

from pathlib import Path

from jounce.errors import ModelError
from jounce.lab.identification.prepare import prepare_identification
from jounce.lab.identification.problem import Problem
from jounce.lab.identification.study import Identification
from jounce.lab.studies.read import locate_findings
from jounce.schema.yaml_source import Source, load_source


def read_identification(path: str | Path) -> Identification:
    """The study of a fit in a YAML file; raises ModelError with all findings, or FileError."""
    return _built(load_source(path))


def read_problem(path: str | Path, threads: int | None = None) -> tuple[Identification, Problem]:
    """The study of a fit in a YAML file, ready to run: its records, paths, values and units are checked too."""
    source = load_source(path)
    study = _built(source)
    try:
        return study, prepare_identification(study, threads)
    except ModelError as error:
        raise ModelError(locate_findings(source, error.findings), source.file) from None


def _built(source: Source) -> Identification:
    data = source.mapping("study of a fit", [name for name in Identification.model_fields if name != "folder"])
    findings = list(source.findings)
    try:
        study = Identification(**{"name": Path(source.file).stem, **data}, folder=source.folder)
    except ModelError as error:
        findings += error.findings
    if findings:
        raise ModelError(locate_findings(source, findings), source.file)
    return study
