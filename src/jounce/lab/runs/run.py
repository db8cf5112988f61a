"""One run from names to a result: the function behind `jounce.run` and `jounce run`.

It is no module `jounce/run.py`, which would hide the function `jounce.run` as soon as anything imported it.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jounce.engine.simulate import simulate
from jounce.errors import InputError, ModelError, SimulationError
from jounce.findings import Finding, shown, suggestion
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.options import options_of
from jounce.lab.maneuvers.registry import maneuver as maneuver_of
from jounce.lab.results import Result
from jounce.lab.run_settings import RunSettings, as_keywords
from jounce.lab.runs.ending import ending
from jounce.lab.runs.finish import finish
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.recording import make_record
from jounce.lab.runs.rehearse import rehearse
from jounce.model.vehicle import Vehicle
from jounce.schema.frozen import replace as replace_fields


class RunError(SimulationError):
    """A run that stopped early; `.result` holds what was recorded until then."""

    def __init__(self, error: SimulationError, result: Result) -> None:
        super().__init__(str(error), time=error.time, step=error.step, culprit=error.culprit)
        self.trajectory = error.trajectory
        self.result = result


@dataclass(frozen=True)
class Progress:
    """Where a run is: a stage (`building`, `compiling`, `attempt 1` and so on of a driver who learns, `simulating`,
    `observing`) and the simulated time [s]."""

    stage: str
    time: float
    end: float


def run(
    maneuver: str | Path | Maneuver,
    *,
    vehicle: str | Path | Vehicle,
    settings: RunSettings | None = None,
    progress: Callable[[Progress], None] | None = None,
    **keywords: Any,
) -> Result:
    """Run a maneuver with a vehicle and give all its channels.

    maneuver: a name, a YAML file or a Maneuver. vehicle: a name of the library, a YAML file or a Vehicle.

    keywords: options of the maneuver (speed="80 km/h") and settings of the run (integrator="rk4", step="1 ms",
    ground="plane, grade=0.1"), numbers in SI or strings with a unit; `jounce.lab.run_settings.RunSettings` has all
    settings, and `jounce run NAME --help` lists both. settings: the same in one object, which keywords override. ground
    may also be an object of `jounce.engine.laws.ground` or `jounce.engine.terrain`; at is x and y [m] and heading
    [rad].

    progress: called with a Progress as the run goes on. A car with a powertrain starts in the gear that fits its speed,
    and its driver holds that speed, unless the maneuver says otherwise.

    Raises InputError or ModelError for what cannot be run and RunError, with the partial `.result`, for a run that
    fails. Ctrl-C gives what was recorded, marked `metadata.interrupted`.
    """
    maneuver = str(maneuver) if isinstance(maneuver, Path) else maneuver
    _check_types(maneuver, settings)
    chosen, plan, options = _check_keywords(maneuver, settings or RunSettings(), keywords)
    tell = progress or (lambda progress: None)
    ready = prepare(plan, vehicle, chosen, lambda stage: tell(Progress(stage, 0.0, plan.end)))
    ready = rehearse(ready, lambda attempt: tell(Progress(f"attempt {attempt}", 0.0, plan.end)))
    system, method, sample = ready.system, ready.method, ready.sample
    # one sample, thrown away: everything is compiled and loaded before the clock of the run starts
    with contextlib.suppress(SimulationError):  # if it fails so early, the run itself will say so
        _ = simulate(
            system, ready.start, end=sample, integrator=method, sample=sample, rewrite_equations=False
        ).observation

    def tell_time(time: float) -> None:
        tell(Progress("simulating", time, plan.end))

    def with_record(result: Result) -> Result:
        names = {key: ready.names[key] for key in ("formulation", "integrator", "initial")}
        record = make_record(
            maneuver=maneuver,
            vehicle=vehicle,
            plan=plan,
            car=ready.car,
            settings={**dict(chosen), **names},
            options=options,
            timing=ready.timing,
        )
        return replace(result, record=record)

    tell_time(0.0)
    over = ending(ready)
    try:
        trajectory = simulate(
            system,
            ready.start,
            end=ready.end,
            integrator=method,
            sample=sample,
            control=ready.control,
            ticks=ready.ticks,
            stop=over,
            progress=tell_time,
            rewrite_equations=False,
        )
    except SimulationError as error:
        raise RunError(error, with_record(finish(ready, error.trajectory, str(error)))) from None
    tell(Progress("observing", float(trajectory.time[-1]), plan.end))
    return with_record(finish(ready, trajectory, stopped=over.found if over is not None else None))


run.__signature__ = inspect.signature(run).replace(  # type: ignore[attr-defined]
    parameters=[
        *(p for p in inspect.signature(run).parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD),
        *as_keywords(),
        inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD, annotation=Any),
    ]
)
"""What editors and `help` show: every setting as a keyword, and options of the maneuver."""


def _check_keywords(
    maneuver: str | Maneuver, settings: RunSettings, keywords: Mapping[str, Any]
) -> tuple[RunSettings, Maneuver, dict[str, Any]]:
    """Settings, maneuver and its options from the keywords of `run`; raises ModelError with all that is wrong."""
    given = {name: value for name, value in keywords.items() if name in RunSettings.model_fields}
    options = {name: value for name, value in keywords.items() if name not in given}
    findings: list[Finding] = []
    try:
        settings = replace_fields(settings, **given)
    except ModelError as error:
        findings += error.findings
    try:
        plan = _plan(maneuver, options)
    except ModelError as error:
        hinted = [_suggesting_settings(finding, maneuver) for finding in error.findings]
        subject = f"{error.subject} and the settings" if findings else error.subject
        raise ModelError([*findings, *hinted], subject) from None
    if findings:
        raise ModelError(findings, "the settings of the run")
    return settings, plan, options


def _check_types(maneuver: object, settings: object) -> None:
    """Refuse what is neither a maneuver nor settings of a run."""
    if not isinstance(maneuver, str | Maneuver):
        got = f"{shown(maneuver)} ({type(maneuver).__name__})"
        raise InputError("not a maneuver", got, "a name, a YAML file or a Maneuver", where="maneuver")
    if settings is not None and not isinstance(settings, RunSettings):
        got, hint = f"{shown(settings)} ({type(settings).__name__})", "or give settings as keywords"
        raise InputError("not settings of a run", got, "a RunSettings", hint, where="settings")


def _plan(maneuver: str | Maneuver, options: Mapping[str, Any]) -> Maneuver:
    if isinstance(maneuver, str):
        return maneuver_of(maneuver, **options)
    if options:
        hint = next((text for name in options if (text := suggestion(name, RunSettings.model_fields))), "")
        expected = "a name with options, or a Maneuver alone"
        raise InputError("options beside a Maneuver", ", ".join(options), expected, hint)
    return maneuver


def _suggesting_settings(finding: Finding, maneuver: str | Maneuver) -> Finding:
    """A finding about an unknown option with a hint from the names of settings too."""
    if finding.what not in ("unknown key", "unknown option") or "." in finding.where or finding.file is not None:
        return finding
    options = [option.name for option in options_of(str(maneuver))]
    hint = suggestion(finding.where, [*options, *RunSettings.model_fields])
    return replace(finding, hint=hint) if hint else finding
