"""Grounds from data: what a person writes or has in files, checked, as something the tires can stand on."""

from jounce.terrain.crg import opencrg
from jounce.terrain.files import read
from jounce.terrain.friction import friction_map, split
from jounce.terrain.generate import BUMPS, LaneBump, generate
from jounce.terrain.grid import ferguson
from jounce.terrain.iso8608 import iso8608
from jounce.terrain.profile_file import read_profile
from jounce.terrain.profiles import envelope, half_round, pothole, table, trapezoid
from jounce.terrain.raster import Mesh, Raster
from jounce.terrain.road import plane, profile
from jounce.terrain.tracks import Tracks
from jounce.terrain.words import ground_of

__all__ = [
    "BUMPS",
    "LaneBump",
    "Mesh",
    "Raster",
    "Tracks",
    "envelope",
    "ferguson",
    "friction_map",
    "generate",
    "ground_of",
    "half_round",
    "iso8608",
    "opencrg",
    "plane",
    "pothole",
    "profile",
    "read",
    "read_profile",
    "split",
    "table",
    "trapezoid",
]
