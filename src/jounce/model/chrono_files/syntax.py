"""JSON as Chrono's readers take it: with // and /* */ comments, and with commas before a closing bracket."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jounce.errors import FileError
from jounce.schema.files import MAX_YAML_SIZE, read_text_file

_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', flags=re.DOTALL)
_COMMA_OR_TEXT = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])', flags=re.DOTALL)


def parse_json(text: str, file: str = "<text>") -> dict[str, Any]:
    """The object in a JSON text; raises FileError with the line of what is wrong."""
    bare = _TOKENS.sub(lambda found: found[0] if found[0].startswith('"') else _blank(found[0]), text)
    bare = _COMMA_OR_TEXT.sub(lambda found: found[0] if found[0].startswith('"') else " ", bare)
    try:
        data = json.loads(bare)
    except json.JSONDecodeError as error:
        raise FileError(f"{file}:{error.lineno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise FileError(f"{file}: not JSON that can be read: nested too deeply") from None
    if not isinstance(data, dict):
        raise FileError(f"{file}: not a JSON object; got {type(data).__name__}; expected keys and values")
    return data


def load_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file; raises FileError."""
    return parse_json(read_text_file(path, MAX_YAML_SIZE), str(path))


def _blank(comment: str) -> str:
    """Empty lines in the place of a comment, so that errors name the lines of the file."""
    return " " + "\n" * comment.count("\n")
