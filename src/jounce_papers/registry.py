"""All papers by name. A new one adds a line here and is then known to Python and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from jounce.errors import InputError
from jounce.findings import suggestion
from jounce_papers.kang_2014 import kang_2014
from jounce_papers.kim_1997 import kim_1997
from jounce_papers.lee_2000 import lee_2000
from jounce_papers.lee_2010 import lee_2010
from jounce_papers.reproduction import Reproduction
from jounce_papers.song_2005 import song_2005


@dataclass(frozen=True)
class Paper:
    """What is reproduced of a paper, and how."""

    about: str
    run: Callable[[bool], Reproduction]
    """Function that takes whether to measure everything; else it does what is soon done."""
    study: Callable[[], Reproduction] | None = None
    """Function that does everything, with studies beyond the paper, if there are any."""


NO_STUDY = "There is no study beyond the paper for {}: this is what it gives without --full."

PAPERS: Mapping[str, Paper] = {
    "song-2005": Paper("operation counts of an SLA quarter suspension, stage by stage (Table 1)", song_2005),
    "lee-2010": Paper("a 6×6 turns left on rough ground of Ferguson patches (Figs. 6, 7, 9–11)", lee_2010),
    "lee-2000": Paper("a simplified car jumps off a slope and overturns in a bend, in real time (section 6)", lee_2000),
    "kang-2014": Paper(
        "Newton's method that never updates its Jacobian, in a J-turn and over a bump (section 7)",
        kang_2014,
        lambda: kang_2014(full=True),
    ),
    "kim-1997": Paper(
        "a null space by projection against QR and the augmented system, in a lane change (section 6)",
        kim_1997,
        lambda: kim_1997(full=True),
    ),
}


def reproduce(name: str, *, measure: bool = True, full: bool = False) -> Reproduction:
    """The reproduction of that name; raises InputError with the names that exist.

    measure: everything, or what is soon done. full: with studies beyond the paper, which not all have.
    """
    if name not in PAPERS:
        hint = suggestion(str(name), PAPERS)
        raise InputError("unknown reproduction", repr(name), f"one of {', '.join(PAPERS)}", hint)
    paper = PAPERS[name]
    if full and not measure:
        raise InputError("quick and full at once", hint="ask for one of them")
    if full and paper.study is not None:
        return paper.study()
    done = paper.run(measure)
    return replace(done, text=f"{done.text}\n\n{NO_STUDY.format(name)}") if full else done
