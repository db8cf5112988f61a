"""Measurements as results: files of a test drive with a map of their columns, on one grid of time, in SI and our signs.

read_measurement(file, map)   file_columns → measurement_map → resample → zero_phase → channels, metrics, motion
"""
