"""Where numbers of library cars come from: every one has a comment on its line, one above it, or one for its key."""

import re

import pytest

from jounce.model import library
from jounce.schema.yaml_source import parse_source

CARS = ("roadster", "pickup", "trail4x4", "single_seater")


def numbers(value, path=()):
    """Paths of all numbers, and of strings that begin with one."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from numbers(item, (*path, i))
    elif isinstance(value, int | float) or (isinstance(value, str) and re.match(r"-?\d", value)):
        yield path


@pytest.mark.parametrize("name", CARS)
def test_every_number_has_a_provenance(name):
    text = library.path(name).read_text(encoding="utf-8")
    source, lines = parse_source(text, name), text.splitlines()
    told = {key for keys in re.findall(r"^#   ([a-z_, ]+):", text, flags=re.M) for key in keys.split(", ")}
    assert len(told) > 10

    def has_comment(path):
        at = source.line(path)
        return "#" in lines[at - 1] or lines[at - 2].lstrip().startswith("#")

    without = [
        ".".join(map(str, path))
        for path in numbers(source.data)
        if not (has_comment(path) or (len(path) > 1 and path[0] == "chassis" and has_comment(path[:1])))
        and not told & {str(key) for key in path}
    ]
    assert without == []
