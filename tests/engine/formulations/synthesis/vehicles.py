"""Every mechanism of this folder under one name, with its degrees of freedom and redundant rows."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from jounce.model.mechanism import Mechanism
from tests.engine.formulations.synthesis.axles import solid_axle, twist_axle
from tests.engine.formulations.synthesis.corners import bushed_corner, macpherson_corner, trailing_arm
from tests.engine.formulations.synthesis.driveline import driveline
from tests.engine.formulations.synthesis.driven import driven_arms
from tests.engine.formulations.synthesis.linkages import four_bar, planar_pair, slider_crank, spatial_slider
from tests.engine.formulations.synthesis.powertrain import powertrain
from tests.engine.formulations.synthesis.steered import prescribed_rack_axle, steered_axle


@dataclass(frozen=True)
class Case:
    """A mechanism and what is known about it."""

    make: Callable[[], Mechanism]
    dof: int
    redundant: int = 0
    """Constraint rows that follow from the others."""


CASES = {
    "macpherson": Case(macpherson_corner, 8),
    "macpherson_turning_rod": Case(functools.partial(macpherson_corner, turning_rod=True), 9),
    "trailing_arm": Case(trailing_arm, 8),
    "driven_arms": Case(driven_arms, 10),
    "driveline": Case(driveline, 13),
    "powertrain": Case(powertrain, 14),
    "bushed_corner": Case(bushed_corner, 13),
    "twist_axle": Case(twist_axle, 11),
    "twist_axle_bushed": Case(functools.partial(twist_axle, "bushings"), 14),
    "solid_axle": Case(solid_axle, 13),
    "steered_axle": Case(steered_axle, 11),
    "prescribed_rack": Case(functools.partial(prescribed_rack_axle, "rack"), 10),
    "prescribed_input": Case(functools.partial(prescribed_rack_axle, "input"), 10),
    "prescribed_hinge": Case(functools.partial(prescribed_rack_axle, "hinge"), 10),
    "four_bar": Case(four_bar, 1, redundant=3),
    "slider_crank": Case(slider_crank, 1),
    "spatial_slider": Case(spatial_slider, 2),
    "planar_pair": Case(planar_pair, 5),
}
"""By name; a Case is cheap until it is made."""
