"""Plain data as YAML text: mappings in their order, lists of numbers on one line."""

from __future__ import annotations

from io import StringIO
from typing import Any

from ruamel.yaml import YAML

MAX_WIDTH = 160
"""Length of a line [characters]."""


def dump_yaml(data: Any) -> str:
    """The text of mappings, lists, tuples, strings, numbers, booleans and None."""
    writer: Any = YAML(typ="safe", pure=True)
    writer.sort_base_mapping_type_on_output = False
    writer.default_flow_style = None
    writer.width = MAX_WIDTH
    writer.allow_unicode = True
    text = StringIO()
    writer.dump(_plain(data), text)
    return text.getvalue()


def _plain(value: Any) -> Any:
    """Lists instead of tuples."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
