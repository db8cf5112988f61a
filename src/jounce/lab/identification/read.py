"""Read the study of a fit from YAML: all findings at once, each with file and line."""

from __future__ import annotations

from pathlib import Path

from jounce.errors import ModelError
from jounce.lab.identification.study import Identification
from jounce.lab.studies.read import locate_findings
from jounce.schema.yaml_source import load_source


def read_identification(path: str | Path) -> Identification:
    """The study of a fit in a YAML file; raises ModelError with all findings, or FileError."""
    source = load_source(path)
    keys = [name for name in Identification.model_fields if name != "folder"]
    data = source.mapping("study of a fit", keys)
    findings = list(source.findings)
    try:
        study = Identification(**{"name": Path(path).stem, **data}, folder=source.folder)
    except ModelError as error:
        findings += error.findings
    if findings:
        raise ModelError(locate_findings(source, findings), source.file)
    return study
