"""Carry out a maneuver with a vehicle: prepare, simulate, finish; one run, many runs, and their record."""
