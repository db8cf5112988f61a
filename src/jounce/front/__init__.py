"""The front door in Python: what the commands of `jounce` do, as functions of the same names."""
