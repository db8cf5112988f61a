"""The null space, as the registry knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.engine.formulations.formulation import Capabilities, Formulation

if TYPE_CHECKING:
    from jounce.engine.formulations.null_space.system import System
    from jounce.model.mechanism import Mechanism

CAPABILITIES = Capabilities()
BASES = {
    "projection": "the null space of the last step, projected; all velocities integrated (the default)",
    "projection-printed": "the same with the independent velocities integrated, as the paper prints it: of order 1",
    "qr": "QR of the constraints' Jacobian; all velocities integrated",
    "qr-held": "QR, its tangent frame held and the velocities along it integrated (Kim & Vanderploeg 1986)",
    "svd": "singular values; all velocities integrated",
    "partitioning": "dependent and independent coordinates, chosen anew when need be (Wehage & Haug 1982)",
    "augmented": "no null space: accelerations and multipliers from one dense system",
}
"""Names of bases; what stands behind a hyphen integrates the independent velocities ż."""


def _build(mechanism: Mechanism, *, basis: str = "projection", **given: Any) -> System:
    from jounce.engine.formulations.null_space.system import build

    name, _, kind = basis.partition("-")
    return build(mechanism, basis=name, velocities="independent" if kind else "all", **given)


FORMULATION = Formulation(
    name="null-space",
    aliases=("null_space",),
    about="joint coordinates of a tree, constraint forces removed by a null space (Kim 1997)",
    builder=_build,
    default_integrator="abm",
    capabilities=CAPABILITIES,
    options={"basis": BASES},
)
