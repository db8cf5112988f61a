"""Laws whose numbers stand in the car's file against `validation/tire_laws`, number by number.

`python -m validation` prints the table that the page shows; here every number is changed in turn, so that a term that
the law forgot, or that both evaluations leave at zero, does not pass.
"""

import functools

import numpy as np
import pytest

from validation.cases.tire_law_parity import ALLOWED, TIRES, errors, law, states

NO_FORCE = {"radius", "vertical_stiffness", "vertical_damping", "relaxation", "load_limit", "largest_load"}
NO_FORCE |= {"largest_camber", "longitudinal_stiffness", "lateral_stiffness", "radius_weight", "deflection_curve"}
"""Numbers that enter the deflection, the relaxation or the limits of the fit, not the force at a load."""
ENTERS_MOMENTS = {"TMeasy": {"radius", "vertical_stiffness"}}


def numbers(name):
    """(key, index) of all numbers of a law that have a part in its forces and moments."""
    tire, _ = TIRES[name]
    for key, value in tire.model_dump(exclude={"kind"}).items():
        if value is None or (key in NO_FORCE and key not in ENTERS_MOMENTS.get(name, ())):
            continue
        for inner, part in value.items() if isinstance(value, dict) else [(None, value)]:
            for index in range(len(part)) if isinstance(part, tuple) else [None]:
                yield key, inner, index


def changed(tire, key, inner, index):
    """The tire with one number 5 % larger; a number that was zero stays what it is."""
    values = tire.model_dump()
    part = values[key] if inner is None else values[key][inner]
    part = 1.05 * part if index is None else (*part[:index], 1.05 * part[index], *part[index + 1 :])
    values[key] = part if inner is None else values[key] | {inner: part}
    return type(tire)(**values)


@functools.cache
def before(name):
    tire, kind = TIRES[name]
    return law(tire, states(kind(tire).nominal, combined=True, turn=0.1))


@pytest.mark.parametrize(("name", "place"), [(name, place) for name in TIRES for place in numbers(name)], ids=str)
def test_every_number_counts_as_in_the_second_evaluation(name, place):
    tire, kind = TIRES[name]
    other = changed(tire, *place)
    s = states(kind(tire).nominal, combined=True, turn=0.1 if name == "TMeasy" else 0.0)
    found = errors(other, kind(other), s)
    assert max(found.values()) < ALLOWED, found
    if other != tire:
        after = law(other, states(kind(tire).nominal, combined=True, turn=0.1))
        assert any(np.abs(after[what] - before(name)[what]).max() > 0.0 for what in after)


@pytest.mark.parametrize("name", TIRES)
def test_hardly_any_number_is_left_at_zero(name):
    tire, _ = TIRES[name]
    same = [place for place in numbers(name) if changed(tire, *place) == tire]
    assert len(same) <= 2, same  # a₆ and a₁₀ of the side force, as printed
