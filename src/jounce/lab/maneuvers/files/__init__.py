"""Readers of maneuver files (YAML): keys, inputs, drivers. The format is described in docs/maneuvers.md."""
