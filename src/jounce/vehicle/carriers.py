"""The parts of a suspension that carry springs, bars and the wheel, and the bodies they become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from jounce.findings import Finding

Carrier: TypeAlias = Literal["lower_arm", "upper_arm", "knuckle", "arm"]
"""The part of a suspension to which something is attached."""


@dataclass(frozen=True)
class Carriers:
    """The parts of one kind of suspension."""

    bodies: Mapping[str, str]
    """Part as the user calls it → its body without the suffix of the corner."""
    usual: Carrier
    """What carries a spring or a bar of which nothing else is said."""
    hub: Carrier
    """What carries the wheel."""

    def body(self, part: Carrier | None) -> str:
        """The body of a part without the suffix of its corner; None stands for the usual one."""
        return self.bodies[part or self.usual]

    def findings(self, where: str, part: Carrier | None) -> Iterator[Finding]:
        """What is wrong with something attached to `part`."""
        if part is not None and part not in self.bodies:
            yield Finding(where, "no such part of this suspension", repr(part), " or ".join(self.bodies))
