"""From the words of a run to its integrator: names, steps, tolerances, and what does not go together."""

from __future__ import annotations

import math
from dataclasses import replace

from jounce.errors import Refusal
from jounce.simulate import Integrator
from jounce.simulate.options import ADAPTIVE_BY_NAME, FIXED_BY_NAME, TangentSpace
from jounce.units import parse_quantity


def integrator_of(
    name: str,
    end: float,
    step: float | str,
    sample: float,
    *,
    given_step: float | str | None = None,
    tolerance: float | None = None,
    max_step: float | str | None = None,
) -> tuple[Integrator, float]:
    """The integrator, and the time between samples [s] that fits its step.

    end, step and sample: of the maneuver [s]; given_step, tolerance, max_step: what is asked for instead.
    """
    if name in ADAPTIVE_BY_NAME:
        if given_step is not None:
            got = f"step {given_step}"
            raise Refusal(f"{name} chooses its own step", got, "a tolerance such as 1e-8, or a longest step")
        longest = math.inf if max_step is None else parse_quantity(max_step, "time")
        allowed = ADAPTIVE_BY_NAME[name]().relative if tolerance is None else tolerance
        return ADAPTIVE_BY_NAME[name](relative=allowed, largest_step=longest), sample
    for what, given in (("tolerance", tolerance), ("longest step", max_step)):
        if given is not None:
            raise Refusal(f"{name} has a fixed step", f"{what} {given}", "a step such as '1 ms'")
    wanted = FIXED_BY_NAME[name](step=parse_quantity(step if given_step is None else given_step, "time"))
    fitted, spacing = fitted_step(end, wanted.step, sample)
    return FIXED_BY_NAME[name](step=fitted), spacing


def in_frame(method: Integrator, formulation: str, refresh: str | int | None) -> Integrator:
    """The method, if it is tangent in the frame of the formulation and with that policy; refuses what does not fit."""
    if not isinstance(method, TangentSpace):
        if formulation == "chassis-frame":
            raise Refusal("chassis-frame has one integrator", type(method).__name__, "tangent", where="integrator")
        if refresh is not None:
            raise Refusal("only tangent has a policy", f"refresh {refresh}", "the integrator tangent", where="refresh")
        return method
    if formulation in ("synthesis", "null-space"):
        got, hint = f"the formulation {formulation}", "use the formulation chassis-frame or cartesian"
        raise Refusal("tangent moves all bodies at once", got, hint=hint, where="integrator")
    policy = method.refresh if refresh is None else int(refresh) if str(refresh).isdigit() else refresh
    return replace(method, frame="chassis" if formulation == "chassis-frame" else "world", refresh=policy)


def fitted_step(end: float, step: float, sample: float) -> tuple[float, float]:
    """The nearest step, not above the one given, and sampling, that both divide the end [s]."""
    stride = max(1, round(sample / step))
    samples = math.ceil(math.ceil(end / step - 1e-9) / stride)
    return end / (samples * stride), end / samples
