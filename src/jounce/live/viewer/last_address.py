"""Port and token of the last live drive on this machine, so that a page that is still open finds the next one.

They stand in a file that only its owner can read, beside the compiled code.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
from pathlib import Path
from typing import NamedTuple

from jounce.engine.compiler import cache_folder

FILE = "last-drive.json"
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")
"""Tokens of `secrets.token_urlsafe`."""


class Address(NamedTuple):
    """Port and token of a page."""

    port: int
    token: str


def remembered_address(host: str, folder: Path | None = None) -> Address | None:
    """The address of the last drive if its port is free now; None if there was none, or if the file is damaged."""
    try:
        words = json.loads(_path(folder).read_text(encoding="utf-8"))
        address = Address(words["port"], words["token"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    good = isinstance(address.port, int) and 1024 <= address.port <= 65535
    if not good or not isinstance(address.token, str) or not TOKEN.fullmatch(address.token):
        return None
    return address if _is_free(host, address.port) else None


def remember_address(address: Address, folder: Path | None = None) -> None:
    """Keep an address for the next drive; a folder that cannot be written to is no failure."""
    path = _path(folder)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(address._asdict(), file)


def _path(folder: Path | None) -> Path:
    return (cache_folder() if folder is None else folder) / FILE


def _is_free(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        return True
    return False
