"""Tires as part of a mechanism: where they sit, and by which law they grip."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from jounce.errors import ModelError
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Direction, Name, Point
from jounce.mechanism.tire_laws import TireLaw, build_law


class Tire(Frozen):
    """A tire on a body, centre [m] and spin axis in world axes at the design position.

    law: a SimpleTire, MagicFormula87 or TirTire; its keys may stand beside the others instead. side: of the vehicle on
    which it is mounted, for a law that was measured on one side; None: as measured.
    """

    name: Name
    body: Name
    centre: Point
    spin_axis: Direction = (0.0, 1.0, 0.0)
    side: Literal["left", "right"] | None = None
    law: Annotated[TireLaw, BeforeValidator(build_law)]

    def __init__(self, /, **data: Any) -> None:
        inside = {key: value for key, value in data.items() if key not in type(self).model_fields}
        if not inside and "law" in data:
            super().__init__(**data)
            return
        law = data.get("law")
        numbers = {name: getattr(law, name) for name in type(law).model_fields} if isinstance(law, Frozen) else {}
        own = {key: value for key, value in data.items() if key not in inside}
        try:
            super().__init__(**own | {"law": numbers | inside})
        except ModelError as error:
            flat = [dataclasses.replace(f, where=f.where.removeprefix("law.")) for f in error.findings]
            raise ModelError(flat, error.subject) from None

    @property
    def radius(self) -> float:
        """Unloaded [m]."""
        return self.law.radius
