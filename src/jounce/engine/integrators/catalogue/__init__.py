"""Integrators, one file a kind: options, description, and how the compiled method is made for a system."""
