"""`jounce list` and `jounce.catalog`: everything that has a name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jounce.cli.exit_codes import cli_errors
from jounce.errors import InputError
from jounce.findings import suggestion

if TYPE_CHECKING:
    from jounce.lab.maneuvers.options import Option
    from jounce.schema.frozen import Frozen


@cli_errors
def list_command(
    kind: Annotated[
        str | None,
        typer.Argument(help="Kind to list alone, such as `controllers`; by default an overview.", show_default=False),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(help="A name of that kind, for its full description.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as one JSON object, nothing else.")] = False,
) -> None:
    """List names: vehicles, maneuvers, controllers, metrics, channels, figures, formulations, integrators, grounds.

    Without a KIND, an overview of all kinds; with a KIND, its names, units and descriptions; with a NAME, also its
    options.

    Example: jounce list maneuvers step-steer
    """
    from jounce.cli.listing import print_entry, print_kind, print_overview

    known = catalog()
    kinds = known.by_kind()
    if kind is not None and kind not in kinds:
        raise InputError("unknown kind", repr(kind), f"one of {', '.join(kinds)}", suggestion(kind, kinds))
    if kind is not None and name is not None and name not in kinds[kind]:
        hint = suggestion(name, kinds[kind]) or f"`jounce list {kind}` has all"
        raise InputError("unknown name", repr(name), f"one of the {kind}", hint)
    if as_json:
        data = known.to_dict()
        chosen = data if kind is None else {kind: data[kind] if name is None else {name: data[kind][name]}}
        typer.echo(json.dumps(chosen, ensure_ascii=False))
    elif kind is None:
        print_overview(kinds)
    elif name is None:
        print_kind(kinds[kind])
    else:
        print_entry(kind, name, kinds[kind][name], _more(kind, name))


@dataclass(frozen=True)
class Entry:
    """What a name stands for."""

    about: str
    unit: str | None = None
    """SI unit of a metric or a channel; None of anything else."""
    options: tuple[Option, ...] | None = None
    """Options of a maneuver; None of anything else."""

    def to_data(self) -> str | dict[str, Any]:
        """The description alone, or with the unit or the options."""
        if self.options is not None:
            options = [{"name": one.name, "default": one.default, "about": one.about} for one in self.options]
            return {"about": self.about, "options": options}
        return self.about if self.unit is None else {"about": self.about, "unit": self.unit}


@dataclass(frozen=True, repr=False)
class Catalog:
    """Everything that has a name: for each kind, name → Entry."""

    vehicles: Mapping[str, Entry]
    maneuvers: Mapping[str, Entry]
    controllers: Mapping[str, Entry]
    metrics: Mapping[str, Entry]
    channels: Mapping[str, Entry]
    figures: Mapping[str, Entry]
    formulations: Mapping[str, Entry]
    bases: Mapping[str, Entry]
    integrators: Mapping[str, Entry]
    grounds: Mapping[str, Entry]

    def by_kind(self) -> dict[str, Mapping[str, Entry]]:
        """Kind → name → Entry."""
        return {kind.name: getattr(self, kind.name) for kind in fields(self)}

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Plain data, for JSON."""
        return {
            kind: {name: entry.to_data() for name, entry in entries.items()} for kind, entries in self.by_kind().items()
        }

    def __repr__(self) -> str:
        return f"<Catalog: {', '.join(f'{len(entries)} {kind}' for kind, entries in self.by_kind().items())}>"


def catalog() -> Catalog:
    """Vehicles, maneuvers and controllers with their options, metrics and channels with units, formulations …

    `jounce.catalog().maneuvers["step-steer"].options` are the options of a maneuver.
    """
    from jounce.engine.integrators.registry import INTEGRATORS
    from jounce.engine.terrain.ground_spec import GROUND_DESCRIPTIONS
    from jounce.lab.controllers.registry import CONTROLLERS
    from jounce.lab.maneuvers.leading_figures import FIGURES
    from jounce.lab.maneuvers.options import options_of
    from jounce.lab.maneuvers.registry import MANEUVERS
    from jounce.lab.metrics import METRICS
    from jounce.lab.results.channel_names import CHANNELS
    from jounce.lab.run_settings import BASES, FORMULATIONS
    from jounce.model import library

    return Catalog(
        vehicles={name: Entry(library.vehicle(name).about) for name in library.names()},
        maneuvers={name: Entry(entry.about, options=options_of(name)) for name, entry in MANEUVERS.items()},
        controllers={
            name: Entry(entry.about, options=_controller_options(entry.options)) for name, entry in CONTROLLERS.items()
        },
        metrics={name: Entry(metric.definition, metric.unit) for name, metric in METRICS.items()},
        channels={name: Entry(channel.description, channel.unit) for name, channel in CHANNELS.items()},
        figures={name: Entry(about) for name, about in FIGURES.items()},
        formulations={name: Entry(about) for name, about in FORMULATIONS.items()},
        bases={name: Entry(about) for name, about in BASES.items()},
        integrators={name: Entry(integrator.help) for name, integrator in INTEGRATORS.items()},
        grounds={name: Entry(about) for name, about in GROUND_DESCRIPTIONS.items()},
    )


def _more(kind: str, name: str) -> dict[str, str]:
    """What else there is to know of a name: metrics and leading figures of a maneuver with its default options."""
    from jounce.lab.maneuvers.registry import maneuver

    if kind != "maneuvers":
        return {}
    plan = maneuver(name)
    return {"metrics": ", ".join(plan.metrics), "figures": ", ".join(plan.figures)}


def _controller_options(options: type[Frozen]) -> tuple[Option, ...]:
    """The options of a controller."""
    from jounce.lab.maneuvers.options import Option

    fields = options.model_fields.items()
    return tuple(Option(name, field.description or "", field.default) for name, field in fields)
