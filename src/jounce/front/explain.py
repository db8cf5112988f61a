"""How the synthesis formulation sees a vehicle or a mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.errors import Refusal
from jounce.front.model_file import named_model

if TYPE_CHECKING:
    from jounce.mechanism import Mechanism
    from jounce.synthesis import Explanation, System
    from jounce.vehicle import Vehicle


def explain(
    model: str | Path | Vehicle | Mechanism,
    *,
    rack: str | None = None,
    base: str | None = None,
    independent: Sequence[str] = (),
) -> Explanation:
    """Base, subsystems, cut joints, independent coordinates, forces and the size of the generated code.

    model: a library vehicle, a file, a Vehicle or a Mechanism; rack: servo or prescribed; base: a body; independent:
    coordinates that must be. Nothing is compiled.
    """
    from jounce import synthesis

    return synthesis.explain(explained_system(model, rack=rack, base=base, independent=independent))


def explained_system(
    model: str | Path | Vehicle | Mechanism,
    *,
    rack: str | None = None,
    base: str | None = None,
    independent: Sequence[str] = (),
) -> System:
    """The system that `explain` speaks of."""
    from jounce import synthesis

    return synthesis.build(_mechanism(model, rack), base=base, independent=independent)


def _mechanism(given: str | Path | Vehicle | Mechanism, rack: str | None) -> Mechanism:
    from jounce.maneuvers.rack import with_rack
    from jounce.vehicle import Vehicle, to_mechanism

    model = named_model(str(given)) if isinstance(given, str | Path) else given
    if isinstance(model, Vehicle):
        return to_mechanism(with_rack(model, rack))
    if rack is not None:
        raise Refusal("a mechanism has no rack to choose", f"rack {rack}", "a vehicle")
    return model
