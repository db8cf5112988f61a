"""The suspensions, one file a kind: what a designer writes, the bodies and joints it becomes, and how it is steered.

`suspension.py` says what every kind must answer, `registry.py` lists the kinds. A new one is a file here and a line
there; cars are read, simulated, drawn and put on the test rig without further changes. Parts that several kinds share
(arms, tie rods, mounts, springs) have a file each.
"""
