"""The version, apart from the package's front door, so that every room can know it."""

__version__ = "0.1.0"
