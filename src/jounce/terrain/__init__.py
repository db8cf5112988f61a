"""Grounds from data: what a person writes or has in files, checked, as something the tires can stand on."""

from jounce.terrain.friction import friction_map, split
from jounce.terrain.grid import ferguson
from jounce.terrain.road import plane, profile

__all__ = ["ferguson", "friction_map", "plane", "profile", "split"]
