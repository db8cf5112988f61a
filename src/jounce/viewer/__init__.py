"""Vehicles in a browser: live driving and replay."""
