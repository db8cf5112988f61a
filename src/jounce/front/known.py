"""Everything that has a name: what `jounce.list()` gives and `jounce list` prints."""

from __future__ import annotations

from typing import Any


def list_() -> dict[str, dict[str, Any]]:
    """Vehicles, maneuvers with their options, metrics and channels with their units, formulations, bases of null
    spaces, integrators and grounds, by kind and name. Plain data."""
    from jounce import library
    from jounce.maneuvers.choices import BASES, FORMULATIONS, INTEGRATORS
    from jounce.maneuvers.registry import MANEUVERS
    from jounce.metrics import METRICS
    from jounce.results.channel_names import CHANNELS
    from jounce.terrain.words import ABOUT

    return {
        "vehicles": {name: library.vehicle(name).about for name in library.names()},
        "maneuvers": {
            name: {
                "about": entry.about,
                "options": [
                    {"name": key, "default": field.default, "about": field.description}
                    for key, field in entry.options.model_fields.items()
                ],
            }
            for name, entry in MANEUVERS.items()
        },
        "metrics": {name: {"about": metric.definition, "unit": metric.unit} for name, metric in METRICS.items()},
        "channels": {name: {"about": one.description, "unit": one.unit} for name, one in CHANNELS.items()},
        "formulations": dict(FORMULATIONS),
        "bases": dict(BASES),
        "integrators": dict(INTEGRATORS),
        "grounds": dict(ABOUT),
    }
