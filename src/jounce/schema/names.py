"""Names that people give to things: data that is printed, looked up and made into names of files."""

from __future__ import annotations

import functools

from jounce.errors import InputError
from jounce.findings import is_breaking, shown

MAX_FOLDER_NAME = 120
"""Bytes of a name that becomes part of the name of a folder: two of them and a dash are less than 255."""
_NOT_IN_FOLDERS = frozenset('/\\:*?"<>|')


def check_name(value: object) -> str:
    """The name that was given; raises InputError for what is none, or would break a line or a terminal."""
    if not isinstance(value, str):
        raise InputError("not a name", shown(value), "a string")
    if not value.strip() or value != value.strip():
        raise InputError(
            "not a name", shown(value), "a string that is not empty and neither begins nor ends with a space"
        )
    if _breaks(value):
        expected = "a string without line breaks, control characters and lone surrogates"
        raise InputError("a character that is not allowed in a name", shown(value), expected)
    return value


@functools.lru_cache(4096)
def _breaks(name: str) -> bool:
    """Whether a character of a name is not allowed."""
    return any(is_breaking(character) for character in name)


def check_folder_name(value: object) -> str:
    """The name that was given, if it can be that of a folder or of a part of one; raises InputError."""
    name = check_name(value)
    if set(name) & _NOT_IN_FOLDERS or name.startswith("."):
        expected = 'a name without / \\ : * ? " < > | and without a dot at its beginning'
        raise InputError("not a folder name", shown(name), expected)
    if len(name.encode()) > MAX_FOLDER_NAME:
        raise InputError("not a folder name", f"{len(name.encode())} bytes", f"at most {MAX_FOLDER_NAME} in UTF-8")
    return name
