"""A lane change between cones: lanes, cones, the path of the body, and which cone it hit by how much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.course import CHANNELS, Course, Driven, Outline, course_of, driven_course, outline
from jounce.lab.metrics.signals import NoValueError
from jounce.output.reports.answers.answer import Answer, Seen, alone
from jounce.output.reports.answers.parts import GREY, LIGHT, RED, Part, area, curve, marks, panels, segment, words
from jounce.output.reports.plots import BLUE, ORANGE, digits

AROUND = 12.0
"""Length that is shown before and after the course [m]."""


def draw(runs: Sequence[Seen]) -> Answer | None:
    """Seen from above with the lateral direction stretched."""
    try:
        found = [(run, _standard(run), driven_course(run.result, _standard(run))) for run in runs]
    except NoValueError:
        return None
    first = found[0][0].result
    course = course_of(first, found[0][1])
    data = [*_lanes(course)]
    notes: list[Part] = []
    for run, _, driven in found:
        body = outline(run.result.metadata.facts)
        x, y, yaw, _ = (run.result[name].values for name in CHANNELS)
        if alone(runs):
            data += _swept(body, course, x, y, yaw)
        shown = (x > course.start - AROUND) & (x < course.end + AROUND)
        data.append(
            curve(
                x[shown],
                y[shown],
                run.name or "centre of mass",
                run.colour,
                time=run.result.time[shown],
                listed=not alone(runs),
            )
        )
        notes += [_hit_words(course, hit.cone, hit.depth) for hit in driven.hits] if alone(runs) else []
    hit = {one.cone for _, _, driven in found for one in driven.hits}
    data += _cones(course, hit)
    low, high = course.start - AROUND, course.end + AROUND
    layout = panels(("y [m]",), "x [m]", x={"range": [low, high]})
    layout["shapes"] = [segment((s.start, s.start), (s.right, s.left), colour=GREY) for s in course.sections]
    layout["annotations"] = notes
    told = [_tell(run.name, driven) for run, _, driven in found]
    figure = {"data": data, "layout": layout, "height": 380}
    note = f"{course.name} from above, lateral direction stretched; shaded: swept by the body; red: cones that were hit"
    return Answer(
        "answer-course", "Course", note, "; ".join(told), figure, wide=True, verdict=told[0] if alone(runs) else ""
    )


def _standard(run: Seen) -> str:
    chosen = run.result.metadata.options.get("course")
    if not isinstance(chosen, str):
        raise NoValueError("the run has no course")
    return chosen


def _lanes(course: Course) -> list[Part]:
    found = []
    for section in course.sections:
        x = np.array([section.start, section.end, section.end, section.start])
        y = np.array([section.right, section.right, section.left, section.left])
        found.append(area(x, y, f"section {section.name}", LIGHT, opacity=0.75))
    return found


def _swept(body: Outline, course: Course, x: np.ndarray, y: np.ndarray, yaw: np.ndarray) -> list[Part]:
    """The band that the body covers: its outermost points at every x."""
    cos, sin = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
    ahead = np.linspace(-body.rear, body.front, 41)
    places = np.linspace(course.start - AROUND, course.end + AROUND, 500)
    edges = []
    for aside, best in ((-0.5 * body.width, np.minimum), (0.5 * body.width, np.maximum)):
        along = x[:, None] + ahead * cos - aside * sin
        across = y[:, None] + ahead * sin + aside * cos
        rows = [np.interp(places, along[:, k], across[:, k], np.nan, np.nan) for k in range(len(ahead))]
        edges.append(best.reduce([np.where(np.isnan(row), _loser(best), row) for row in rows]))
    right, left = (np.where(np.isfinite(edge), edge, np.nan) for edge in edges)
    known = np.isfinite(right) & np.isfinite(left)
    band = area(
        np.concatenate([places[known], places[known][::-1]]),
        np.concatenate([right[known], left[known][::-1]]),
        "swept by the body",
        BLUE,
        opacity=0.16,
    )
    return [band]


def _loser(best: np.ufunc) -> float:
    """The value that never wins."""
    return np.inf if best is np.minimum else -np.inf


def _cones(course: Course, hit: set[int]) -> list[Part]:
    places = course.cones()
    stands = np.array([i not in hit for i in range(len(places))])
    up, down = places[stands], places[~stands]
    found = [marks(up[:, 0], up[:, 1], "cone", ORANGE, symbol="triangle-up", size=11.0, listed=True)]
    if hit:
        found.append(marks(down[:, 0], down[:, 1], "cone that was hit", RED, symbol="x", size=13.0, listed=True))
    return found


def _hit_words(course: Course, cone: int, depth: float) -> Part:
    x, y = course.cones()[cone]
    up = -26.0 if y > course.boundary()[cone][1] else 30.0
    return words(float(x), float(y), f"by {digits(100.0 * depth, 2)} cm", offset=(0.0, up), colour=RED)


def _tell(name: str, driven: Driven) -> str:
    head = f"{name}: " if name else ""
    margin = driven.margin
    where = f"in section {margin.section}, {digits(margin.station, 3)} m from the start, on the {margin.side}"
    if driven.passed:
        return f"{head}Passed: {digits(100.0 * margin.distance, 2)} cm to spare {where}."
    reasons = [
        f"{hit.side} cone of section {hit.section} at {digits(hit.station, 3)} m hit by "
        f"{digits(100.0 * hit.depth, 2)} cm, t = {digits(hit.time, 3)} s"
        for hit in driven.hits
    ]
    if driven.left_the_lane and not driven.hits:
        reasons.append(f"the body left the lane by {digits(-100.0 * margin.distance, 2)} cm {where}")
    if not driven.finished:
        reasons.append("the end of the course was not reached")
    return f"{head}Not passed: {'; '.join(reasons)}."
