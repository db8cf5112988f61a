"""Repeating a run from its result file: what to ask for, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.engine.integrators.catalogue.auto import Auto
from jounce.errors import InputError
from jounce.lab.results import Result, different_channels
from jounce.lab.runs.recording import arguments

MAX_NAMES = 4
"""Channels that differ and are named in the message."""
LIMITS_STEPS = frozenset(("ground", "controllers", "step"))
"""Settings on which the choice between `auto` and `chord` depends."""


def merge_arguments(
    original: Result | None,
    file: str,
    maneuver: str | None,
    vehicle: str | None,
    chosen: Mapping[str, Any],
    options: Mapping[str, str],
) -> dict[str, Any]:
    """Arguments of `jounce.run`: those of the original run, if there is one, and over them what was chosen here.

    Options of the original stay unless the maneuver is another; `auto`, which takes long steps, does not stay where
    something is replaced that such steps depend on. Raises InputError.
    """
    if original is None:
        missing = [what for what, given in (("a maneuver", maneuver), ("a vehicle", vehicle)) if given is None]
        if missing:
            hint = "`jounce list` shows all; or repeat a run with --from RESULT"
            raise InputError(
                f"nothing to run without {' and '.join(missing)}", expected="MANEUVER --vehicle NAME", hint=hint
            )
        return {"maneuver": maneuver, "vehicle": vehicle, **chosen, **options}
    if original.record is None:
        hint = "run it anew; files of jounce 0.1 and recordings of `jounce drive` have no record"
        raise InputError("a result without a record", file, "a result file of `jounce run`", hint, where="from")
    asked = arguments(original.record)
    replaced = (maneuver is not None or not LIMITS_STEPS.isdisjoint(chosen)) and "integrator" not in chosen
    if replaced and asked.get("integrator") == Auto.name:
        asked = {name: value for name, value in asked.items() if name not in ("integrator", "tolerance", "max_step")}
    if maneuver is not None and maneuver != asked["maneuver"]:
        recorded = original.record.maneuver.get("options") or {}
        asked = {name: value for name, value in asked.items() if name not in recorded} | {"maneuver": maneuver}
    if vehicle is not None:
        asked["vehicle"] = vehicle
    if chosen.get("integrator", asked.get("integrator")) != asked.get("integrator"):
        asked = {
            name: value for name, value in asked.items() if name not in ("step", "tolerance", "max_step", "refresh")
        }
    return {**asked, **chosen, **options}


def compare_with_original(original: Result, again: Result, file: str) -> str:
    """Whether the numbers are the same, in a sentence."""
    names = different_channels(original, again)
    if not names:
        return f"Same bits: all {len(again)} channels are as in {file}, to the last bit."
    rest = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return f"Not the same bits as in {file}: {', '.join(names[:MAX_NAMES])}{rest} of {len(again)} channels differ."
