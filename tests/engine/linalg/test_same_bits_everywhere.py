"""Compiled functions take sines, powers and their kin from jounce, never from the C library of the system."""

import ast
from collections.abc import Iterator
from pathlib import Path

import jounce

SOURCE = Path(jounce.__file__).parent
COMPILED = {"kernel", "strict", "subroutine", "inlined", "generic", "generic_kernel", "inline", "pointer", "entry"}
"""Decorators of `jounce.engine.compiler` that make machine code."""
LIBRARY = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log1p", "log2", "log10"} | {
    *("pow", "sinh", "cosh", "tanh", "hypot", "cbrt", "arcsin", "arccos", "arctan", "arctan2", "power")
}
"""Functions of `math` and `numpy` that the C library computes, each in its own way."""


def compiled_functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {ast.unparse(d.func if isinstance(d, ast.Call) else d) for d in node.decorator_list}
            if names & COMPILED:
                yield node


def is_whole(power: ast.expr) -> bool:
    """Whether a power is a whole number in the source: then it becomes products."""
    value = power.operand if isinstance(power, ast.UnaryOp) else power
    return isinstance(value, ast.Constant) and isinstance(value.value, int)


def library_calls(function: ast.FunctionDef) -> list[str]:
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            module = node.func.value
            if isinstance(module, ast.Name) and module.id in ("math", "np") and node.func.attr in LIBRARY:
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not is_whole(node.right):
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def test_no_compiled_function_calls_the_c_library():
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if calls := [call for function in compiled_functions(tree) for call in library_calls(function)]:
            found[path.relative_to(SOURCE).as_posix()] = calls
    assert not found


def test_a_call_of_the_c_library_would_be_found():
    (function,) = compiled_functions(
        ast.parse("@kernel\ndef f(x, n):\n    return math.sin(x) + np.hypot(x, 1.0) + x**0.3 + x**n + x**2 + sin(x)")
    )
    assert len(library_calls(function)) == 4
