"""A subroutine has no wrapper for Python: called from there it crashes. So no function in plain Python may call one."""

import ast
import re
from pathlib import Path

import jounce

BARE = ("subroutine", "inlined")
"""Decorators that make no wrapper."""
COMPILED = (*BARE, "kernel", "strict", "entry", "generic", "generic_kernel")
PACKAGE, TESTS = Path(jounce.__file__).parent, Path(__file__).parents[2]
POINTED = {
    "cartesian_derivative",
    "cartesian_project",
    "residual_in_frame",
    "jacobian_in_frame",
    "null_space_derivative",
    "null_space_project",
    "bushing_slopes_at",
}
"""Plain functions that are compiled as pointers."""


def sources():
    """Name and text of every module of the package and of its tests."""
    for folder, first in ((PACKAGE, "jounce"), (TESTS, "tests")):
        for path in sorted(folder.rglob("*.py")):
            name = ".".join((first, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__")
            yield name, path.read_text(encoding="utf-8")


def decorators(function):
    return [ast.unparse(decorator) for decorator in function.decorator_list]


def imported(tree, module):
    """Local name → (module, name), of what a module imports and defines."""
    names = {n.name: (module, n.name) for n in tree.body if isinstance(n, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {a.asname or a.name: (node.module, a.name) for a in node.names}
    return names


def called(call, names):
    """(module, name) of a call: `f(…)` or `module.f(…)`."""
    if isinstance(call.func, ast.Name):
        return names.get(call.func.id)
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        home = names.get(call.func.value.id)
        return (f"{home[0]}.{home[1]}", call.func.attr) if home else None
    return None


def test_no_subroutine_is_called_from_python():
    texts = dict(sources())
    trees = {name: ast.parse(text) for name, text in texts.items() if any(f"@{bare}" in text for bare in BARE)}
    subroutines = {
        (module, f.name)
        for module, tree in trees.items()
        for f in tree.body
        if isinstance(f, ast.FunctionDef) and any(bare in decorators(f) for bare in BARE)
    }
    assert len(subroutines) > 100
    mentioned = re.compile(rf"\b({'|'.join(sorted({name for _, name in subroutines}))})\(")
    assert not [
        line
        for module, text in texts.items()
        if mentioned.search(text)
        for line in calls_of(subroutines, module, trees.get(module) or ast.parse(text))
    ]


def calls_of(subroutines, module, tree):
    """Calls of subroutines from functions in plain Python."""
    names = imported(tree, module)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function.name in POINTED:
            continue
        if any(d in COMPILED or ".of(" in d for d in decorators(function)):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and called(call, names) in subroutines:
                yield f"{module}.{function.name} calls {ast.unparse(call.func)}"
