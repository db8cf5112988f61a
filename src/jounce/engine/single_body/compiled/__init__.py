"""Compiled code of the simplified car: rows of numbers in, rows of numbers out; no names, units or files."""
