"""Suspension analysis on a test rig, "kinematics and compliance": what wheels do when they rise, roll, steer or are
loaded, from the same linkage that is simulated. Definitions and equations (KC…) are in docs/kc.md.
"""

from jounce.lab.kinematics_compliance.car import Car
from jounce.lab.kinematics_compliance.compliance import Compliance, WheelCompliance
from jounce.lab.kinematics_compliance.curves import WheelCurves
from jounce.lab.kinematics_compliance.kc import kc
from jounce.lab.kinematics_compliance.kc_results import AxleSheet, SuspensionSheet
from jounce.lab.kinematics_compliance.load_sweeps import LoadCurves, LoadSweep
from jounce.lab.kinematics_compliance.sweeps import SteerSweep, TravelSweep

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
