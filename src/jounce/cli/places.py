"""Places on a ground, and addresses in a network, as people write them."""

from __future__ import annotations

import math

from jounce.errors import Refusal


def place_of(at: str | None) -> tuple[float, float, float] | None:
    """X,Y or X,Y,HEADING in m and degrees as m and rad."""
    if at is None:
        return None
    try:
        x, y, *heading = (float(part) for part in at.split(","))
        (angle,) = heading or [0.0]
    except ValueError:
        expected = "X,Y or X,Y,HEADING in m and degrees, such as 20,-5,90"
        raise Refusal("not a place", repr(at), expected, where="at") from None
    return x, y, math.radians(angle)


def address_of(text: str | None) -> tuple[str, int] | None:
    """HOST:PORT as host and port; a bare port is one of this machine."""
    if text is None:
        return None
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) <= 65535:
        raise Refusal("not an address", repr(text), "HOST:PORT such as 127.0.0.1:4950", where="udp")
    return host.strip("[]") or "127.0.0.1", int(port)
