"""What a leading figure is: a figure with its title and its words, of one run or of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jounce.lab.results import Result
from jounce.output.reports.plots import BLUE


@dataclass(frozen=True, eq=False)
class Seen:
    """A run on a page: what it is called there, and its colour; no name where it is alone."""

    result: Result
    name: str = ""
    colour: str = BLUE


@dataclass(frozen=True, eq=False)
class Answer:
    """A leading figure."""

    key: str
    title: str
    note: str
    """How to read it, in one sentence."""
    words: str
    """What it shows, in words: read aloud, and found by searching."""
    figure: Mapping[str, Any]
    """Data and layout in the format of Plotly, and what `drawing/figure.js` reads beside them."""
    wide: bool = False
    """Whether it takes the whole width of the page."""
    verdict: str = ""
    """The answer in a sentence, where there is one."""


Kind = Callable[[Sequence[Seen]], Answer | None]
"""Makes the figure of one or more runs; None for runs that lack what it shows."""


def alone(runs: Sequence[Seen]) -> bool:
    """Whether there is one run, so that numbers can be written beside its curves."""
    return len(runs) == 1
