"""Vehicles in a browser: live driving and replay."""

from jounce.viewer.live import drive
from jounce.viewer.replay import render_replay, write_replay

__all__ = ["drive", "render_replay", "write_replay"]
