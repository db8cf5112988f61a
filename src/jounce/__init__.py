"""Real-time multibody vehicle dynamics."""

__version__ = "0.1.0"
