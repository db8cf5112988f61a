"""What a picture of a vehicle needs: shapes on bodies, poses and contact forces over time, the ground around them."""

from jounce.scene.container import FRAME, MOTION, TERRAIN, pack, unpack
from jounce.scene.motion import Motion, recorded_motion
from jounce.scene.scene import Chart, Gauge, Scene, SceneWheel, from_dict
from jounce.scene.terrain import terrain_container
from jounce.scene.tree_poses import TreePoses
from jounce.scene.vehicle_scene import vehicle_scene

__all__ = [
    "FRAME",
    "MOTION",
    "TERRAIN",
    "Chart",
    "Gauge",
    "Motion",
    "Scene",
    "SceneWheel",
    "TreePoses",
    "from_dict",
    "pack",
    "recorded_motion",
    "terrain_container",
    "unpack",
    "vehicle_scene",
]
