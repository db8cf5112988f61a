"""Subsystem synthesis, as the registry knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.engine.formulations.formulation import Capabilities, Formulation

if TYPE_CHECKING:
    from jounce.engine.formulations.synthesis.system import System
    from jounce.model.mechanism import Mechanism

CAPABILITIES = Capabilities(
    has_independent_coordinates=True,
    runs_batches=True,
    runs_lanes=True,
    has_exact_derivatives=True,
    observes_chassis_and_tires=True,
)


def _build(mechanism: Mechanism, **given: Any) -> System:
    from jounce.engine.formulations.synthesis.system import build

    return build(mechanism, **given)


FORMULATION = Formulation(
    name="synthesis",
    about="subsystem synthesis in relative joint coordinates, on generated kernels (Song 2005); the default",
    builder=_build,
    default_integrator="chord",
    capabilities=CAPABILITIES,
)
