"""Sketches of a suspension: what they draw beside the links."""

import pytest

import jounce
from jounce.output.reports.kc.sketch import FARTHEST, side_view, side_view_centre


def test_a_trailing_arm_turns_about_its_hinge():
    """The hinge of rover6 lies 0.384 m ahead of the wheel centre and 0.112 m above it."""
    axle = jounce.kc("rover6", axle="front", travel="10 mm").axle("front")
    x, _, z = axle.linkage.wheel_centre
    assert side_view_centre(axle) == pytest.approx((x + 0.384, z + 0.112), abs=1e-3)
    assert "#009E73" in side_view(axle)


def test_a_far_centre_is_shown_by_its_direction():
    axle = jounce.kc("sedan", axle="front", travel="10 mm").axle("front")
    x, z = side_view_centre(axle)
    at, _, ground = axle.linkage.contact
    assert at - x > FARTHEST  # far behind
    wheelbase, height = 2.75, 0.553
    anti_dive = axle.parallel.braking_support[axle.parallel.design]
    share = 1.599 / wheelbase  # of the static load, as of braking
    assert (z - ground) / (at - x) * share * wheelbase / height == pytest.approx(anti_dive, rel=0.02)
