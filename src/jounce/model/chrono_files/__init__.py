"""Vehicles of Project Chrono's JSON files, as vehicles of jounce, with a list of what could not be carried over."""

from jounce.model.chrono_files.vehicle import ImportedVehicle, read_chrono_vehicle

__all__ = ["ImportedVehicle", "read_chrono_vehicle"]
