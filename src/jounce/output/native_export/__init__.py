"""A car for programs without Python: a C library, and FMUs for co-simulation.

`jounce.lab.simulation.car_export` gives memory, code and variables; here they become C tables, object files, libraries
and archives. The C that is the same for all cars is in `shell/`.
"""
