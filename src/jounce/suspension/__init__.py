"""Suspension analysis on a test rig, "kinematics and compliance": what wheels do when they rise, roll, steer or are
loaded, from the same linkage that is simulated. Definitions and equations (KC…) are in docs/kc.md.
"""

from jounce.suspension.car import Car
from jounce.suspension.compliance import Compliance, WheelCompliance
from jounce.suspension.curves import WheelCurves
from jounce.suspension.kc import kc
from jounce.suspension.load_sweeps import LoadCurves, LoadSweep
from jounce.suspension.sheet import AxleSheet, SuspensionSheet
from jounce.suspension.steer import SteerSweep
from jounce.suspension.sweeps import TravelSweep

__all__ = [
    "AxleSheet",
    "Car",
    "Compliance",
    "LoadCurves",
    "LoadSweep",
    "SteerSweep",
    "SuspensionSheet",
    "TravelSweep",
    "WheelCompliance",
    "WheelCurves",
    "kc",
]
