"""The options of `jounce run` that are generated: settings of the run, and options of the maneuver.

Both come from what defines them, RunSettings and the registry of maneuvers, when the command is called: the name of the
maneuver among the arguments decides which options there are, also for `--help`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from jounce.cli.exit_codes import BAD_INPUT, print_error
from jounce.cli.help_pages import PlainCommand
from jounce.errors import InputError, JounceError

SETTINGS_PANEL = "Settings of the run"
_PARAMETERS, _CHOSEN = "jounce.run.parameters", "jounce.run.chosen"
"""Keys in the context of a command: options of the maneuver that is named, and what was given of all made here."""


@dataclass(frozen=True)
class Chosen:
    """What was given of the options made here, by name and as written."""

    settings: Mapping[str, str]
    options: Mapping[str, str]


@dataclass(frozen=True)
class _Spec:
    """One option of a command: how it is spelled and what its help says."""

    name: str
    flag: str
    metavar: str
    help: str
    panel: str


class RunCommand(PlainCommand):
    """A command with an option for every setting of a run, and for every option of the maneuver that is named."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of the function, those of the maneuver, those of the settings, and `--help`."""
        *written, help_option = super().get_params(ctx)
        return [*written, *ctx.meta.get(_PARAMETERS, ()), *_parameters(setting_specs()), help_option]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; what was given of settings and options is kept for `chosen_of`."""
        name = maneuver_among(args, super().get_params(ctx))
        specs: list[_Spec] = []
        if name is not None:
            try:
                specs = maneuver_specs(name)
            except JounceError as error:
                print_error(error)
                raise typer.Exit(BAD_INPUT) from None
        ctx.meta[_PARAMETERS] = _parameters(specs)
        try:
            rest = super().parse_args(ctx, [_with_dashes(arg, [*setting_specs(), *specs]) for arg in args])
        except Exception as error:
            if hasattr(error, "option_name") and hasattr(error, "possibilities"):  # an option that does not exist
                hint = f"`jounce run {name or 'MANEUVER'} --help` lists the options of a maneuver."
                error.message = f"{getattr(error, 'message', error)}; {hint}"  # type: ignore[attr-defined]
            raise
        settings, options = (_take(ctx.params, own) for own in (setting_specs(), specs))
        ctx.meta[_CHOSEN] = Chosen(settings, {name.removeprefix("option_"): value for name, value in options.items()})
        return rest


def chosen_of(context: typer.Context) -> Chosen:
    """Settings and options of the maneuver that the command was called with."""
    found: Chosen = context.meta[_CHOSEN]
    return found


def setting_specs() -> list[_Spec]:
    """An option for every field of RunSettings."""
    from jounce.lab.run_settings import RunSettings, describe_setting, option_name, spelling

    return [
        _Spec(name, option_name(name), spelling(name).metavar, _sentence(describe_setting(name)), SETTINGS_PANEL)
        for name in RunSettings.model_fields
    ]


def maneuver_specs(name: str) -> list[_Spec]:
    """An option for every option of a maneuver; raises JounceError for an unknown name or a bad file."""
    from jounce.lab.maneuvers.options import options_of
    from jounce.lab.run_settings import option_name

    return [
        _Spec(
            f"option_{option.name}",
            option_name(option.name),
            option.metavar,
            _sentence(f"{option.about}; default {option.written_default}"),
            f"Options of {name}",
        )
        for option in options_of(name)
    ]


def maneuver_among(args: list[str], parameters: Iterable[Any]) -> str | None:
    """The maneuver that arguments name, or that of the result file behind `--from`; None without either."""
    from jounce.lab.maneuvers.registry import MANEUVERS

    takes_value = {flag for one in parameters if not getattr(one, "is_flag", False) for flag in one.opts}
    takes_value |= {spec.flag for spec in setting_specs()}
    loose: list[str] = []
    repeated: str | None = None
    known, unknown_before = iter(args), False
    for arg in known:
        flag, equals, value = _with_dashes(arg, setting_specs()).partition("=")
        if flag in takes_value:
            value = value if equals else next(known, "")
            repeated = value if flag == "--from" else repeated
            unknown_before = False
        elif arg.startswith("-"):
            unknown_before = arg.startswith("--") and not equals  # of the maneuver, or a flag: its value may follow
        else:
            if not unknown_before or arg in MANEUVERS:
                loose.append(arg)
            unknown_before = False
    named = [arg for arg in loose if arg in MANEUVERS]
    if named:
        return named[0]
    return loose[0] if loose else _recorded_maneuver(repeated)


def parse_assignments(written: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE strings as a mapping; `ramp-time` may stand for `ramp_time`."""
    found = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise InputError("not an option of a maneuver", repr(text), "NAME=VALUE, such as speed='80 km/h'")
        found[name.strip().replace("-", "_")] = value.strip()
    return found


def merge_options(assigned: Mapping[str, str], options: Mapping[str, str]) -> dict[str, str]:
    """Options given by `--set` and by their own names together; raises InputError for one that is given both ways."""
    for name in assigned:
        if name in options:
            got = f"--set {name}={assigned[name]} and --{name.replace('_', '-')} {options[name]}"
            raise InputError("given twice", got, hint="give one of them", where=name)
    return {**assigned, **options}


def _recorded_maneuver(file: str | None) -> str | None:
    """The name of the maneuver in the record of a result file; None where the run itself has to tell what is wrong."""
    if file is None or not Path(file).is_file():
        return None
    from jounce.lab.results import read_result

    try:
        record = read_result(file).record
    except JounceError:
        return None
    named = record is not None and record.maneuver.get("text") is None and record.maneuver.get("options") is not None
    return str(record.maneuver["name"]) if record is not None and named else None


def _take(params: dict[str, Any], specs: Iterable[_Spec]) -> dict[str, str]:
    """The values of these options, taken out of the parameters of a command; those not given are left out."""
    found = {spec.name: params.pop(spec.name, None) for spec in specs}
    return {name: value for name, value in found.items() if value is not None}


def _with_dashes(arg: str, specs: Iterable[_Spec]) -> str:
    """An argument as it is, but `--rack_travel` as `--rack-travel` if there is such an option."""
    flag, equals, value = arg.partition("=")
    dashed = flag.replace("_", "-")
    return f"{dashed}{equals}{value}" if dashed in {spec.flag for spec in specs} else arg


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _parameters(specs: Iterable[_Spec]) -> list[Any]:
    """The parameters of a command that has these options, made by typer from a function with that signature."""
    specs = list(specs)
    if not specs:
        return []

    def command(**given: Any) -> None:
        """Never called: only its parameters are used."""

    hints = {
        spec.name: Annotated[
            str | None,
            typer.Option(
                spec.flag,
                metavar=spec.metavar,
                help=spec.help,
                rich_help_panel=spec.panel,
                show_default=False,
            ),
        ]
        for spec in specs
    }
    keyword = inspect.Parameter.KEYWORD_ONLY
    command.__annotations__ = hints
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, keyword, default=None, annotation=hint) for name, hint in hints.items()]
    )
    app = typer.Typer(add_completion=False)
    app.command()(command)
    return [one for one in typer.main.get_command(app).params if one.name in hints]
