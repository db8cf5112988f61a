"""Vehicles in real time: the paced loop, its ports, and the page in a browser."""
