"""Read the study of an optimisation from YAML: all findings at once, each with file and line."""

from __future__ import annotations

from pathlib import Path

from jounce.errors import ModelError
from jounce.lab.optimisation.problem import OptimisationProblem, prepare_optimisation
from jounce.lab.optimisation.study import Optimisation
from jounce.lab.studies.read import locate_findings
from jounce.schema.yaml_source import Source, load_source


def read_optimisation(path: str | Path) -> Optimisation:
    """The study of an optimisation in a YAML file; raises ModelError with all findings, or FileError."""
    return _built(load_source(path))


def read_problem(path: str | Path, threads: int | None = None) -> tuple[Optimisation, OptimisationProblem]:
    """The study of an optimisation in a YAML file, ready to run: its paths, values and metrics are checked too."""
    source = load_source(path)
    study = _built(source)
    try:
        return study, prepare_optimisation(study, threads)
    except ModelError as error:
        raise ModelError(locate_findings(source, error.findings), source.file) from None


def _built(source: Source) -> Optimisation:
    data = source.mapping("study of an optimisation", [name for name in Optimisation.model_fields if name != "folder"])
    findings = list(source.findings)
    try:
        study = Optimisation(**{"name": Path(source.file).stem, **data}, folder=source.folder)
    except ModelError as error:
        findings += error.findings
    if findings:
        raise ModelError(locate_findings(source, findings), source.file)
    return study
