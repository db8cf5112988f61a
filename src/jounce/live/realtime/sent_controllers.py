"""Controllers on their way to the process of a loop: names and mappings as they are, Python objects by pickle."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from jounce.errors import InputError
from jounce.findings import shown

HINT = "define its class at the top level of a module or a script file; the loop has a process of its own"


def check_sendable(controllers: str | Sequence[Any]) -> None:
    """Refuse controllers that another process cannot make again; raises InputError with the reason."""
    for one in [] if isinstance(controllers, str) else controllers:
        if isinstance(one, str | Mapping):
            continue
        try:
            pickle.dumps(one)
            reason = _missing_there(one)
        except Exception as error:  # pickle raises whatever a class of somebody raises
            reason = str(error)
        if reason:
            expected = f"a name, a mapping, or an object that pickles ({reason})"
            raise InputError("a controller that cannot be sent", shown(one), expected, HINT, where="controllers")


def _missing_there(one: Any) -> str:
    """Why a process that is started anew does not know the class of an object; empty if it does."""
    main = sys.modules.get("__main__")
    if type(one).__module__ == "__main__" and not hasattr(main, "__file__"):
        return f"{type(one).__name__} was defined in an interactive session"
    return ""
