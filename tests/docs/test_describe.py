"""The page on describing mechanisms: its YAML is read, its Python runs, and it names every kind."""

import re
from pathlib import Path
from typing import get_args

import pytest

from jounce import mechanism

PAGE = (Path(__file__).parents[2] / "docs" / "describe.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys):
    (text,), code = (re.findall(rf"```{kind}\n(.*?)```", PAGE, flags=re.S) for kind in ("yaml", "python"))
    exec(compile("\n".join(code), "describe.md", "exec"), {"text": text})
    dof, force, frequency, piston, cars = capsys.readouterr().out.splitlines()
    assert 0.1 < float(piston.strip("[]").split()[0]) < 0.4
    assert cars == "2"
    assert dof == "1"
    assert float(force) > 0.0
    assert float(frequency) > 0.1


@pytest.mark.parametrize("union", ["Connection", "Coupling", "Force"])
def test_every_kind_is_named(union):
    kinds = get_args(getattr(mechanism, union))
    assert len(kinds) >= 4
    for cls in kinds:
        assert f"`{cls.model_fields['kind'].default}`" in PAGE
