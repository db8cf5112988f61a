"""Write docs/api.md from the public names of jounce: signature and first sentence of each, and of methods.

python -m tools.api_page
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import jounce

PAGE = Path(__file__).parents[1] / "docs" / "api.md"

HEAD = """# Python API

Everything that `import jounce` offers; modules below it are internal and may change without notice. Names are loaded
when they are first used. Written by `python -m tools.api_page` from signatures and docstrings, of which
`help(jounce.run)` shows all; types are in the source, and editors show them.

```python
{example}
```

The same name means the same argument everywhere: `vehicle` (a Vehicle, a name of the library or a YAML file), `path` (a
file), `out` (where to write), `progress` (a function that is called as work goes on), `integrator` (its name). Numbers
are in SI units and radians; most places also take strings with a unit, such as `"80 km/h"`. Objects show themselves in
notebooks.
"""


def render() -> str:
    """The whole page."""
    public = {name: getattr(jounce, name) for name in jounce._HOMES}
    errors = {name: item for name, item in public.items() if _is_error(item)}
    nouns = {name: item for name, item in public.items() if inspect.isclass(item) and name not in errors}
    functions = {name: item for name, item in public.items() if name not in nouns and name not in errors}
    parts = [
        HEAD.replace("{example}", example()),
        "## Functions\n",
        *_table("function", (_row(name, item) for name, item in functions.items())),
    ]
    parts.append("\n## Classes\n")
    for name, noun in nouns.items():
        parts += [f"### {name}\n", f"`{name}{signature(noun)}`\n", f"{first_sentence(noun)}.\n"]
        if members := [*_members(noun)]:
            parts += [*_table("member", members), ""]
    parts += ["## Errors\n", "All derive from `jounce.JounceError`.\n"]
    parts += _table(
        "exception", ((f"{name}({_parent(error)})", first_sentence(error)) for name, error in errors.items())
    )
    parts += ["", "`jounce.__version__` is the version as a string.", ""]
    return "\n".join(parts)


def example() -> str:
    """The Python in the docstring of the package, its first indented block."""
    found = re.search(r"\n\n((?: {4}.*\n|\n)+)", jounce.__doc__ or "")
    assert found is not None
    return inspect.cleandoc(found.group(1))


def signature(item: Callable[..., Any]) -> str:
    """Names and defaults of the arguments, without annotations."""
    found = inspect.signature(item)
    arguments = [_plain(p) for p in found.parameters.values() if p.name != "self"]
    return str(found.replace(parameters=arguments, return_annotation=inspect.Signature.empty))


def first_sentence(item: object) -> str:
    """The first sentence of a docstring, on one line, without its full stop."""
    text = " ".join((inspect.getdoc(item) or "").partition("\n\n")[0].split())
    return re.split(r"\. (?=[A-Z`])", text)[0].removesuffix(".")


def _is_error(item: object) -> bool:
    return inspect.isclass(item) and issubclass(item, Exception)


def _parent(error: type) -> str:
    return error.__mro__[1].__name__


class _Shown:
    """A default that shows itself as code."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    if callable(default) and default is not inspect.Parameter.empty:
        default = _Shown(default.__name__)
    elif not isinstance(default, type(None) | bool | int | float | str | tuple | type):
        default = _Shown("…")
    return parameter.replace(annotation=inspect.Parameter.empty, default=default)


def _row(name: str, function: Callable[..., Any]) -> tuple[str, str]:
    return f"{name}{signature(function)}", first_sentence(function)


def _members(noun: type) -> Iterator[tuple[str, str]]:
    """Public methods and properties that the class itself defines, in its order."""
    for name, member in vars(noun).items():
        if name.startswith("_") or name in ("model_config", "model_post_init"):
            continue
        if isinstance(member, property | cached_property):
            yield name, first_sentence(member)
        elif inspect.isfunction(member):
            yield _row(name, member)


def _table(head: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"| {head} | what it is |", "|---|---|", *(f"| `{name}` | {text} |" for name, text in rows)]


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
