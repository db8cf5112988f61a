"""The public names of jounce: exported = typed = documented, none hides another, and importing them costs nothing."""

import ast
import builtins
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import jounce
from jounce.methods import IMPLEMENTATIONS, implementation
from tools import api_page

PACKAGE = Path(jounce.__file__).parent
PUBLIC = [name for name in jounce.__all__ if name != "__version__"]
ERRORS = [name for name in PUBLIC if name.endswith("Error")]


def typed_names() -> dict[str, str]:
    """Names that type checkers see, with their modules: the imports under TYPE_CHECKING."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    return {alias.name: node.module for node in block.body for alias in node.names}


def test_what_is_exported_is_typed_and_found_in_one_place():
    assert sorted(jounce.__all__) == list(jounce.__all__) == sorted({*jounce._HOMES, "__version__"})
    assert typed_names() == jounce._HOMES


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_defined_where_it_is_said_and_documented(name):
    item = getattr(jounce, name)
    assert item.__module__ == jounce._HOMES[name]
    assert item.__name__ == name
    assert item.__doc__
    assert name in dir(jounce)


def test_the_page_lists_every_public_name_with_its_signature():
    assert api_page.PAGE.read_text(encoding="utf-8") == api_page.render(), "run `python -m tools.api_page`"
    for name in PUBLIC:
        assert re.search(rf"`{name}\(", api_page.render()), name


def test_no_public_name_hides_a_builtin_or_a_module():
    modules = {path.stem for path in PACKAGE.iterdir()}
    assert not {*PUBLIC} & ({*dir(builtins)} | modules)


def test_other_names_are_refused():
    for name in ("list", "replace", "Simulationn"):
        with pytest.raises(AttributeError, match=name):
            getattr(jounce, name)


def test_importing_jounce_imports_nothing_else():
    code = "import sys; before = {*sys.modules}; import jounce; print(*sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith("jounce")] == ["jounce", "jounce.version"]
    assert not {"numpy", "numba", "pydantic", "typer", "pyarrow"} & {*loaded}


def test_the_docstring_shows_the_tree_of_exceptions():
    shown = re.findall(r"^ {4}((?:│   )*(?:[├└]── )?)(\w+Error)\b", jounce.__doc__, flags=re.MULTILINE)
    parents: dict[str, str] = {}
    path: list[str] = []
    for indent, name in shown:
        del path[len(indent) // 4 :]
        parents[name] = path[-1] if path else "Exception"
        path.append(name)
    assert parents == {name: getattr(jounce, name).__mro__[1].__name__ for name in ERRORS}


@pytest.mark.parametrize("method", IMPLEMENTATIONS)
def test_a_method_takes_what_the_function_behind_it_takes(method):
    owner, _, name = method.partition(".")
    _, *own = inspect.signature(getattr(getattr(jounce, owner), name)).parameters.values()
    _, *behind = inspect.signature(implementation(method)).parameters.values()
    assert [(p.name, p.kind, p.default) for p in own] == [(p.name, p.kind, p.default) for p in behind]


def test_only_methods_reach_upwards_by_name():
    asked = {
        call
        for path in PACKAGE.rglob("*.py")
        for call in re.findall(r'(?<!def )\bimplementation\("([\w.]+)"\)', path.read_text(encoding="utf-8"))
    }
    assert asked == {*IMPLEMENTATIONS}
