"""When a number has no meaning."""

from __future__ import annotations

from jounce.errors import JounceError


class NoValue(JounceError, ValueError):
    """A signal does not hold what was asked for, such as the time of a stop of a car that never stopped.

    The message says why, as a clause that can stand behind the name of the metric. `jounce.metrics.compute` turns it
    into a note; only who calls the functions on arrays sees it raised.
    """
