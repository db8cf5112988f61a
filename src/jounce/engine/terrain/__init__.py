"""Grounds from data: specifications, files and generators, checked and converted to grounds of
`jounce.engine.laws.ground`."""

from jounce.engine.terrain.course import Course, course_of
from jounce.engine.terrain.formats.opencrg import opencrg
from jounce.engine.terrain.formats.profile_csv import read_profile
from jounce.engine.terrain.formats.read import read
from jounce.engine.terrain.generate import BUMPS, LaneBump, generate
from jounce.engine.terrain.ground_spec import ground_of
from jounce.engine.terrain.iso8608 import iso8608
from jounce.engine.terrain.profiles import Tracks, envelope, half_round, pothole, table, trapezoid
from jounce.engine.terrain.raster import Mesh, Raster, ferguson
from jounce.engine.terrain.road import friction_map, plane, profile, split
from jounce.engine.terrain.tandem_cam import EffectiveTracks, tandem_cam

__all__ = [
    "BUMPS",
    "Course",
    "EffectiveTracks",
    "LaneBump",
    "Mesh",
    "Raster",
    "Tracks",
    "course_of",
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
    "tandem_cam",
    "trapezoid",
]
