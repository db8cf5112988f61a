"""The world frame, as the registry knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.engine.formulations.formulation import Capabilities, Formulation

if TYPE_CHECKING:
    from jounce.engine.formulations.world_frame.system import System
    from jounce.model.mechanism import Mechanism

CAPABILITIES = Capabilities(step_frame="world")


def _build(mechanism: Mechanism, **given: Any) -> System:
    from jounce.engine.formulations.world_frame.system import build

    return build(mechanism, **given)


FORMULATION = Formulation(
    name="world-frame",
    aliases=("world_frame", "cartesian"),
    about="world-frame Cartesian coordinates and Lagrange multipliers (alias: cartesian)",
    builder=_build,
    default_integrator="rk4",
    capabilities=CAPABILITIES,
)
