"""Generated code holds no text of a file: names become identifiers, and nothing else of a name is left."""

import ast
import io
import re
import tokenize

import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.writer import Builder, identifier
from tests.engine.formulations.synthesis.vehicles import CASES
from tests.robustness.hostile import BREAKING, STATEMENT, STRANGE, renamed

NAMES = BREAKING | STRANGE


def assert_only_identifiers(source, name):
    """Names of the source are ASCII, and comments and strings hold nothing of what was written in a file."""
    compile(source, "generated", "exec")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            assert token.string.isascii(), token
        elif token.type == tokenize.COMMENT:
            assert re.fullmatch(r"# [A-Za-z0-9_ ]+", token.string), token
    nodes = list(ast.walk(ast.parse(source)))
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert STATEMENT.removesuffix("()") not in called
    strings = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert not [text for text in strings if f"{name}_" in text]


@pytest.mark.parametrize("coordinates", ["joint", "cartesian"])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_of_every_element_become_identifiers(name, coordinates):
    mechanism = renamed(CASES["prescribed_rack"].make(), name)
    assert_only_identifiers(synthesis.build(mechanism, coordinates=coordinates).generated.source, name)


@pytest.mark.parametrize("case", CASES)
def test_no_mechanism_writes_a_name_as_it_stands(case):
    name = f"²{BREAKING['newline']}"
    assert_only_identifiers(synthesis.build(renamed(CASES[case].make(), name)).generated.source, name)


def test_an_identifier_is_ascii_and_no_keyword_and_usual_names_stay():
    assert identifier("lower_arm_fl") == "lower_arm_fl"
    for name in NAMES.values():
        assert identifier(name).isascii()
        assert identifier(name).isidentifier()
    assert identifier("lambda") != "lambda"
    assert identifier("4wd") == "_4wd"


def test_names_that_give_one_identifier_get_two_variables():
    """Python reads ﬁ as fi, so the letters alone do not tell two names apart."""
    builder = Builder(("W",))
    names = [builder.fresh(name) for name in ("ﬁ", "fi", "f-i", "f i", "²", "³", "W", "add")]
    assert len(set(names)) == len(names)
    assert not {"W", "add"} & set(names)
