"""The built-in maneuvers, one module each: an options class and a function of the module's name that builds a Maneuver.

Modules of the catalogue do not import each other; `jounce.lab.maneuvers.registry` lists them and imports one on demand.
"""
