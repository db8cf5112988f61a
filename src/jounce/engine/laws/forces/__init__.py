"""Compiled physics shared by every formulation: what a signal, a joint measure, a spring or a tire *is*.

These functions know poses, velocities and numbers; they never know which formulation asks.
"""
