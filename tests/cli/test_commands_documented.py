"""Every command and option has help, an example, and a place in docs/commands.md; help is quick."""

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from jounce.cli import exit_codes
from jounce.cli.main import app


def commands(group, before: str = "") -> dict:
    """Every command and sub-command by its words."""
    found = {}
    for name, command in group.commands.items():
        found[f"{before}{name}"] = command
        if hasattr(command, "commands"):
            found |= commands(command, f"{before}{name} ")
    return found


def parameters(command) -> list:
    """Arguments and options of a command, those that are made when it is called included."""
    context = command.make_context("", [], resilient_parsing=True)
    return [one for one in command.get_params(context) if one.name != "help"]


COMMANDS = commands(typer.main.get_command(app))
PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    found = re.search(rf"^## `jounce {name}`$(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert found, f"docs/commands.md has no section on `jounce {name}`"
    return found.group(1)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    command, text = COMMANDS[name], section(name)
    assert command.help
    assert f"Example: jounce {name}" in command.help
    assert f"jounce {name}" in text
    for parameter in parameters(command):
        assert parameter.help, f"{name}: {parameter.name} has no help"
        if parameter.param_type_name == "argument":
            assert f"`{parameter.name.upper()}`" in text
        else:
            for option in parameter.opts:
                assert re.search(rf"`{option}[ `]", text), f"{name} {option} is not in docs/commands.md"


def test_sub_commands_are_found():
    assert "bench ground" in COMMANDS


def test_the_page_speaks_of_no_other_commands_or_options():
    assert set(re.findall(r"^## `jounce (.+)`$", PAGE, flags=re.MULTILINE)) == set(COMMANDS)
    for name, command in COMMANDS.items():
        known = {option for parameter in parameters(command) for option in parameter.opts}
        listed = set(re.findall(r"^\| `(--[\w-]+)", section(name), flags=re.MULTILINE))
        assert listed <= known, f"{name}: {listed - known}"


def test_exit_codes_are_documented():
    for code in (0, exit_codes.BAD_INPUT, exit_codes.FAILED, exit_codes.INTERRUPTED):
        assert re.search(rf"^\| {code} \|", PAGE, flags=re.MULTILINE)


def test_help_loads_no_numerics():
    code = (
        "import sys, jounce; from jounce.cli.main import app;"
        "print(*[m for m in ('numpy', 'numba', 'pyarrow') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_command_imports_no_other():
    """`jounce run --help` needs neither the modules of other commands nor what only writes files."""
    unused = ("jounce.cli.sweep", "jounce.cli.bench", "jounce.cli.view", "numba", "pyarrow", "scipy")
    code = (
        "import sys; from jounce.cli.main import main; sys.argv = ['jounce', 'run', '--help'];\n"
        "try: main()\n"
        f"finally: print(*[m for m in {unused} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Run a maneuver with a vehicle." in done.stdout
    assert done.stderr.strip() == ""


def test_the_version_is_printed(jounce):
    from jounce import __version__

    assert jounce("--version").stdout == f"jounce {__version__}\n"


def test_list_shows_everything_with_a_name(jounce):
    import json

    text, data = jounce("list").stdout, json.loads(jounce("list", "--json").stdout)
    kinds = "vehicles maneuvers controllers metrics channels figures formulations bases integrators grounds"
    assert set(data) == set(kinds.split())
    for kind, names in data.items():
        assert re.search(rf"^{kind} +{len(names)} ", text, flags=re.MULTILINE)
        listed = jounce("list", kind).stdout
        assert all(re.search(rf"^ {re.escape(name)} ", listed, flags=re.MULTILINE) for name in names)
    one = jounce("list", "maneuvers", "j-turn").stdout
    assert re.search(r"^ speed +60 km/h +", one, flags=re.MULTILINE)
    assert "did you mean 'j-turn'" in jounce("list", "maneuvers", "jturn").stderr
    assert {option["name"] for option in data["maneuvers"]["j-turn"]["options"]} >= {"speed", "rack_travel"}
    alone = json.loads(jounce("list", "controllers", "--json").stdout)
    assert alone == {"controllers": data["controllers"]}
    assert "did you mean 'controllers'" in jounce("list", "controler").stderr


def test_python_has_functions_called_like_the_commands():
    import jounce as package
    from jounce.cli.main import app

    names = {c.name for c in app.registered_commands} | {group.name for group in app.registered_groups}
    otherwise = dict(re.findall(r"^\| `jounce ([\w-]+)[^`]*` \| `([\w.]+)\b", PAGE, flags=re.MULTILINE))
    known = {"report", "export", "export-c", "fmu", "import", "list", "measured", "realtime", "schema"}
    known |= {"feedback", "serve", "video"}
    assert set(otherwise) == known
    for name in names:
        found = _resolve(otherwise.get(name, f"jounce.{name}"))
        assert callable(found), name
        assert found.__doc__, name
        assert (name in package.__all__) == (name not in otherwise)


def _resolve(path: str):
    """What a dotted name on the page stands for; `result` is any Result."""
    import jounce as package

    if path.startswith("result."):
        return getattr(package.Result, path.removeprefix("result."))
    return pkgutil.resolve_name(path)


def test_every_command_stands_under_a_heading():
    from jounce.cli.help_pages import PANELS
    from jounce.cli.main import COMMANDS as NAMES

    listed = [name for names in PANELS.values() for name in names]
    assert sorted(listed) == sorted(NAMES)
