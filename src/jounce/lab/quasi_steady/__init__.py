"""Quasi-steady analyses of a car: yaw-moment diagrams and the g-g-V envelope. docs/handling.md has the equations."""
