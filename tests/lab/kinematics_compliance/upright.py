"""A car whose steering on its rack's servo is known by hand."""

from jounce.model.library import load_vehicle
from jounce.model.vehicle.parameters import with_parameters

TRAIL, LEVER, SERVO = 0.02, 0.14, 2e6


def upright_car():
    """dw18 with an upright kingpin TRAIL ahead of the wheel centre and over the contact point's track, and tie rods
    along the rack LEVER behind it: steering is a plane turn about the kingpin, and no load but the rack's servo holds
    it."""
    front = "axles.front.suspension"
    pin = 1.25 + TRAIL, 0.775
    return with_parameters(
        load_vehicle("dw18"),
        {
            f"{front}.lower_arm.ball_joint": (*pin, 0.19),
            f"{front}.upper_arm.ball_joint": (*pin, 0.43),
            f"{front}.upper_arm.axis": (1.0, 0.0, 0.0),
            f"{front}.tie_rod.inner": (pin[0] - LEVER, 0.386, 0.228),
            f"{front}.tie_rod.outer": (pin[0] - LEVER, 0.775, 0.228),
        },
    )
