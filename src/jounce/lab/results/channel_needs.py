"""Which channels somebody needs: names, in which `*` stands for the name of any wheel or trailer."""

from __future__ import annotations

from collections.abc import Iterable

from jounce.lab.results.channel_names import CHANNELS, table_key


class ChannelNeeds:
    """Names of channels that are to be made; without any given, all are."""

    def __init__(self, names: Iterable[str] | None = None) -> None:
        self.names = None if names is None else frozenset(names)

    def __contains__(self, name: object) -> bool:
        """Whether a channel is needed; `tire.fl.slip_angle` is by its name and by `tire.*.slip_angle`."""
        if self.names is None:
            return True
        part, *rest = str(name).split(".")
        return name in self.names or (len(rest) == 2 and f"{part}.*.{rest[1]}" in self.names)

    def any_of(self, names: Iterable[str]) -> bool:
        """Whether one of these channels is needed."""
        return any(name in self for name in names)


def is_known(name: str) -> bool:
    """Whether a channel of this name stands in the table of channels, for whichever wheel or trailer."""
    return table_key(name) in CHANNELS
