"""The built-in controllers, one module each: a frozen model of the options with `start`, and its session.

`jounce.lab.controllers.registry` lists them and imports one on demand.
"""
