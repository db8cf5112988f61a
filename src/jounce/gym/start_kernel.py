"""The beginning of an episode in compiled code: a variant and a place are drawn, and rows are copied."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import INTERPRETED, subroutine
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.quaternion import load4, multiply, store4
from jounce.gym.course_kernel import value_at
from jounce.gym.random_kernel import draw, draw_index

if not INTERPRETED:
    from jounce.engine.compiler.raw import number_at, put_number


@subroutine
def begin_row(starts, course, episodes, i):
    """Draw a variant for car i and copy its rows; returns the place where it begins: x, y [m] and heading [rad]."""
    generator = episodes.random[i]
    variant = draw_index(generator, starts.variants)
    episodes.variants[i] = variant
    copy_rows(starts.rows, variant, i)
    if not starts.places:
        return 0.0, 0.0, 0.0
    station = draw(starts.laws[0], starts.numbers, generator)
    offset = draw(starts.laws[1], starts.numbers, generator)
    turned = draw(starts.laws[2], starts.numbers, generator)
    if course.x.size == 0:
        return station, offset, turned
    return place_on_course(course, station, offset, turned)


@subroutine
def copy_rows(rows, variant, i):
    """Rows of a variant to those of car i, word by word."""
    for r in range(rows.shape[0]):
        words = rows[r, 2]
        mine, pool = rows[r, 0] + 8 * words * i, rows[r, 1] + 8 * words * variant
        for j in range(words):
            put_number(mine, j, number_at(pool, j))


@subroutine
def place_on_course(course, station, offset, turned):
    """x, y [m] and heading [rad] at a station [m], `offset` to the left of the course [m] and turned [rad]; an open
    course goes on straight beyond its ends."""
    last = course.x.size - 1
    length = last * course.spacing
    beyond = 0.0
    if not course.closed:
        beyond = station - min(max(station, 0.0), length)
    heading = value_at(course, course.heading, station, course.heading[last] - course.heading[0])
    s, c = sin_cos(heading)
    x = value_at(course, course.x, station, 0.0) + beyond * c - offset * s
    y = value_at(course, course.y, station, 0.0) + beyond * s + offset * c
    return x, y, heading + turned


@subroutine
def move(state, x, y, heading):
    """Turn a state about the world's vertical axis, and move it: on level ground nothing else changes."""
    if x == 0.0 and y == 0.0 and heading == 0.0:
        return
    s, c = sin_cos(heading)
    x0, y0 = state[0], state[1]
    state[0], state[1] = x + c * x0 - s * y0, y + s * x0 + c * y0
    sine, cosine = sin_cos(0.5 * heading)
    turn = (cosine, 0.0, 0.0, sine)
    store4(state, 3, multiply(turn, load4(state, 3)))
