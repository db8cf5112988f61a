"""The chassis frame, as the registry knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.engine.formulations.formulation import Capabilities, Formulation

if TYPE_CHECKING:
    from jounce.engine.formulations.chassis_frame.system import System
    from jounce.model.mechanism import Mechanism

CAPABILITIES = Capabilities(has_derivative=False, step_frame="chassis")


def _build(mechanism: Mechanism, **given: Any) -> System:
    from jounce.engine.formulations.chassis_frame.system import build

    return build(mechanism, **given)


FORMULATION = Formulation(
    name="chassis-frame",
    aliases=("chassis_frame",),
    about="Cartesian coordinates in the frame of the chassis, with the integrator tangent (Kang 2014)",
    builder=_build,
    default_integrator="tangent",
    capabilities=CAPABILITIES,
)
