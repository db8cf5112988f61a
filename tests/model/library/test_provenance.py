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


@pytest.mark.parametrize("name", ["car_caravan", "tractor_semitrailer", "truck8x8"])
def test_every_part_of_a_towing_powertrain_has_a_provenance(name):
    """On its line, above it, or above the part that it belongs to."""
    text = library.path(name).read_text(encoding="utf-8")
    source, lines = parse_source(text, name), text.splitlines()

    def has_comment(path):
        above = lines[source.line(path) - 2].lstrip().startswith("#")
        return above or "#" in lines[source.line(path) - 1]

    found = [path for path in numbers(source.data) if path[0] in ("powertrain", "extra")]
    assert len(found) > 40
    assert [path for path in found if not any(has_comment(path[:n]) for n in range(1, len(path) + 1))] == []


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
