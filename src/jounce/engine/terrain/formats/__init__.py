"""Readers of terrain files, one module a format; `read` chooses by the suffix. Formats are listed in
docs/terrain.md."""
