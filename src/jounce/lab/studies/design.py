"""The points of a design: row after row, one value for each parameter, the same for the same study."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown
from jounce.lab.studies.quantities import is_quantity
from jounce.lab.studies.runs import Point
from jounce.lab.studies.study import Study
from jounce.schema.units import parse_quantity

MAX_RUNS = 1_000_000
"""Runs of one study: a day and more of the quickest ones, and a list that takes half a gigabyte."""


def points(study: Study) -> list[Point]:
    """All points in their order; of a grid, the last parameter changes first. Raises ModelError."""
    _check_count(study)
    if study.design.kind == "list":
        return _listed(study)
    if study.design.kind == "grid":
        axes = _each(study, lambda name: study.parameters[name].grid())
        return [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    shares = _shares(study)
    columns = _each(study, lambda name: study.parameters[name].at(shares[:, list(study.parameters).index(name)]))
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def _check_count(study: Study) -> None:
    """Refuse more runs than can be listed, before they are."""
    design = study.design
    if sampled := design.sobol or design.latin_hypercube:
        count = sampled.runs
    else:
        count = math.prod(len(p.values) or p.steps or 1 for p in study.parameters.values()) if design.grid else 0
    if count > MAX_RUNS:
        finding = Finding("design", "too many runs", str(count), f"at most {MAX_RUNS}", "split the study into several")
        raise ModelError([finding], f"study {study.name}")


def _shares(study: Study) -> Any:
    """A sample of the unit cube: a row for each run, a column for each parameter."""
    from scipy.stats import qmc  # takes a second, which workers need not spend

    count, design = len(study.parameters), study.design
    random = np.random.default_rng(study.seed)
    if design.sobol is not None:
        return qmc.Sobol(count, scramble=True, seed=random).random(design.sobol.runs)
    assert design.latin_hypercube is not None
    return qmc.LatinHypercube(count, seed=random).random(design.latin_hypercube.runs)


def _each(study: Study, values: Any) -> dict[str, list[float | str]]:
    """What `values` gives for every parameter; all refusals at once."""
    found, findings = {}, []
    for name in study.parameters:
        try:
            found[name] = values(name)
        except InputError as error:
            findings.append(error.finding.inside("parameters", name))
    if findings:
        raise ModelError(findings, f"study {study.name}")
    return found


def _listed(study: Study) -> list[Point]:
    """The rows of a list, all with the same parameters."""
    findings, rows = [], study.design.list
    names = list(rows[0])
    for i, row in enumerate(rows):
        missing = [name for name in names if name not in row]
        extra = [name for name in row if name not in names]
        if missing or extra:
            got = "; ".join(f"{what} {', '.join(which)}" for what, which in (("no", missing), ("also", extra)) if which)
            expected = f"in every row {', '.join(names)}"
            findings.append(Finding(f"design.list.{i}", "another set of parameters", got, expected))
    for name, parameter in study.parameters.items():
        if not parameter.open:
            hint = "leave the values out: the list has them"
            findings.append(Finding(f"parameters.{name}", "values beside a list", "values twice", hint=hint))
        elif name not in names:
            findings.append(Finding(f"parameters.{name}", "not in the list", expected=f"one of {', '.join(names)}"))
    for name in names:
        kinds = {is_quantity(row[name]) for row in rows if name in row}
        if len(kinds) > 1:
            got = shown([row[name] for row in rows if name in row])
            findings.append(Finding("design.list", f"numbers and names mixed for {name}", got, "one or the other"))
    if findings:
        raise ModelError(findings, f"study {study.name}")
    return [
        {name: parse_quantity(row[name]) if is_quantity(row[name]) else row[name] for name in names} for row in rows
    ]
