"""Where code is executed, unpickled or started: a short list, each entry with its reason."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
SUSPECT = {
    "exec",
    "eval",
    "compile",
    "__import__",
    "exec_module",
    "spec_from_file_location",
    "Popen",
    "system",
    "popen",
}
OF_A_MODULE = {"run": "subprocess", "load": "pickle", "loads": "pickle", "compile": ""}
"""Suspect as functions of these modules only; `re.compile` is not."""
KNOWN = {
    "jounce/cli/kernels.py": {"Popen"},  # jounce itself, for `warmup`
    "jounce/engine/compiler/cache.py": {"loads"},  # compiled code that nobody but the user may write, with its checksum
    "jounce/engine/compiler/dependencies.py": {"compile"},  # our own modules, to hash them; nothing is executed
    "jounce/engine/formulations/synthesis/module.py": {
        "spec_from_file_location",
        "exec_module",  # generated modules: tests/robustness/test_generated_code.py
    },
    "jounce/engine/integrators/batch.py": {"exec"},  # fields of our own named tuples
    "jounce/lab/bench/floor.py": {"spec_from_file_location", "exec_module"},  # benchmarks of this repository
    "jounce/lab/bench/speed.py": {"run"},  # Python itself
    "jounce/lab/bench/startup.py": {"run"},  # jounce itself
    "jounce/output/native_export/check.py": {"run"},  # the C example, built from files of our own
    "jounce/output/video/headless.py": {"Popen"},  # a browser of the machine, on a page of our own
    "jounce/output/native_export/toolchain.py": {"run"},  # C compiler and linker, on files of our own
}
"""Files and what they call, none of it with text from a file that a user gives."""


def suspects(path):
    """Names of suspect functions that a file calls."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        function = node.func if isinstance(node, ast.Call) else None
        if isinstance(function, ast.Name) and function.id in SUSPECT:
            found.add(function.id)
        elif isinstance(function, ast.Attribute):
            owner = getattr(function.value, "id", None)
            wanted = OF_A_MODULE.get(function.attr)
            if owner == wanted if wanted is not None else function.attr in SUSPECT:
                found.add(function.attr)
    return found


def test_code_is_executed_in_known_places_only():
    places = {path.relative_to(SOURCE).as_posix(): suspects(path) for path in sorted(SOURCE.rglob("*.py"))}
    assert {place: found for place, found in places.items() if found} == KNOWN
