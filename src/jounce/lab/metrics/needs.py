"""The channels that metrics read, so that a study makes no others."""

from __future__ import annotations

from collections.abc import Iterable

from jounce.lab.metrics.own_metrics import is_own, own_metrics
from jounce.lab.metrics.registry import metric
from jounce.lab.results.channel_needs import ChannelNeeds, is_known


def channel_needs(metrics: Iterable[str]) -> ChannelNeeds:
    """What metrics need, by their names or definitions; all channels if one of them names a channel of its own, such as
    an input or what a controller records."""
    asked = list(metrics)
    named = [need for name in asked if not is_own(name) for need in metric(name).needs]
    own = [name for definition in own_metrics(asked) for name in definition.value.names]
    if not all(is_known(name) for name in own):
        return ChannelNeeds()
    return ChannelNeeds((*named, *own))
