"""Integrators, one file a family: options, description, and how the compiled method is made for a system."""
