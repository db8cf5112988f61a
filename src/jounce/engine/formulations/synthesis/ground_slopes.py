"""Slopes of the ground under a wheel, as programs of derivatives call them (`law_slopes`): closed forms.

A patch with regular axes and one friction is known by the numbers on its box and in the memory of the wheel. Other
grounds of the library have derivatives of their own, whose address their box says. A kind of ground that a user has
written has none, unless there is a body of `surface_derivatives` for it: then differences take their place.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from jounce.engine.compiler import INTERPRETED, function_at, kernel, subroutine
from jounce.engine.formulations.synthesis.law_calls import (
    CONTACTS,
    GROUND_BOX,
    GROUND_SIZE,
    MANY,
    ground_at,
    vector_at,
)
from jounce.engine.laws.ground.ferguson_derivatives import slopes_in_patch
from jounce.engine.laws.ground.kept_patch import DERIVATIVES, HAS_PATCHES

if not INTERPRETED:
    from jounce.engine.compiler.raw import array_at, number_at, put_number, word_at

evaluate_ground = subroutine(ground_at)
AFTER_ANSWER = 4 * 8
"""Bytes of height, slopes and friction, before their derivatives."""
STEP = 1e-6
"""Step of central differences of a ground, relative to its coordinate, at least 1 m: they leave nine digits."""


def ground_differences_at(context, place, inputs, outputs):
    """A ground of a user's own kind, which has no derivatives, and its slopes by central differences."""
    for j in range(2):
        x = number_at(inputs, j)
        step = STEP * max(1.0, abs(x))
        ahead, behind = x + step, x - step
        put_number(inputs, j, ahead)
        evaluate_ground(context, place, inputs, outputs)
        for k in range(4):
            put_number(outputs, 4 + 2 * k + j, number_at(outputs, k))
        put_number(inputs, j, behind)
        evaluate_ground(context, place, inputs, outputs)
        for k in range(4):
            at = 4 + 2 * k + j
            put_number(outputs, at, (number_at(outputs, at) - number_at(outputs, k)) / (ahead - behind))
        put_number(inputs, j, x)
    return evaluate_ground(context, place, inputs, outputs)


ground_differences = subroutine(ground_differences_at)


def ground_slopes_at(context, place, inputs, outputs):
    """The ground of the car and its slopes."""
    first = word_at(context, GROUND_BOX)
    is_patch, derivatives = number_at(first, 0) == HAS_PATCHES, word_at(first, DERIVATIVES)
    if not is_patch and derivatives == 0:
        return ground_differences(context, place, inputs, outputs)
    evaluate_ground(context, place, inputs, outputs)
    memory = array_at(word_at(context, CONTACTS), MANY, "contacts")[place]["ground"]
    x, y, found = number_at(inputs, 0), number_at(inputs, 1), array_at(outputs + AFTER_ANSWER, 8, "numbers")
    if is_patch:
        put_slopes_of_patch(first, memory["patch"], x, y, found)
        return 0
    box = array_at(first, word_at(context, GROUND_SIZE), "bytes")
    return function_at(derivatives, "differentiate")(box, memory, x, y, found)


@kernel
def put_slopes_of_patch(label, patch, x, y, found):
    """Slopes of the remembered patch of a ground whose label stands at an address; its friction does not change."""
    start_x, per_x, _ = vector_at(label, 1)
    start_y, per_y, _ = vector_at(label, 4)
    u, v = (x - start_x) * per_x - patch[0], (y - start_y) * per_y - patch[1]
    by_x, by_y = slopes_in_patch(u, v, per_x, per_y, patch)
    for k in range(3):
        found[2 * k], found[2 * k + 1] = by_x[k], by_y[k]
    found[6], found[7] = 0.0, 0.0
