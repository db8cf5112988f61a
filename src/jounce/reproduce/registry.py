"""All papers by name. A new one adds a line here and is then known to Python and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.reproduce.lee_2010 import lee_2010
from jounce.reproduce.reproduction import Reproduction
from jounce.reproduce.song_2005 import song_2005


@dataclass(frozen=True)
class Paper:
    """What is reproduced of a paper, and how."""

    about: str
    run: Callable[[bool], Reproduction]
    """Takes whether to measure everything; without, what is soon done."""


PAPERS: Mapping[str, Paper] = {
    "song-2005": Paper("operation counts of an SLA quarter suspension, stage by stage (Table 1)", song_2005),
    "lee-2010": Paper("a 6×6 turns left on rough ground of Ferguson patches (Figs. 6, 7, 9–11)", lee_2010),
}


def reproduce(name: str, *, measure: bool = True) -> Reproduction:
    """The reproduction of that name; raises Refusal with the names that exist."""
    if name not in PAPERS:
        hint = suggestion(str(name), PAPERS)
        raise Refusal("unknown reproduction", repr(name), f"one of {', '.join(PAPERS)}", hint)
    return PAPERS[name].run(measure)
