"""The version, apart from the public API, so that every package can know it."""

__version__ = "0.1.0"
