"""Scenes for drawing: shapes on bodies, poses and contact forces over time, and the ground around them."""

from jounce.lab.scene.course_shapes import with_course
from jounce.lab.scene.motion import motion_container, recorded_motion
from jounce.lab.scene.scene import (
    FRAME,
    MOTION,
    TERRAIN,
    Gauge,
    GaugeChart,
    Scene,
    SceneWheel,
    pack,
    scene_from_dict,
    unpack,
)
from jounce.lab.scene.terrain import terrain_container
from jounce.lab.scene.vehicle_scene import vehicle_scene

__all__ = [
    "FRAME",
    "MOTION",
    "TERRAIN",
    "Gauge",
    "GaugeChart",
    "Scene",
    "SceneWheel",
    "motion_container",
    "pack",
    "recorded_motion",
    "scene_from_dict",
    "terrain_container",
    "unpack",
    "vehicle_scene",
    "with_course",
]
