"""Constraint rows as records: sums of measures that have to keep a value or follow a signal."""

from jounce.elements.records import record

ROW = record(start=int, stop=int, joint=int, place=int, offset=float, signal=int, filter=int, filter_time=float)
"""Constraint Σ factor · measure = offset + signal over the terms start … stop − 1. It is row `place` of its joint.
A signal of −1 is absent; `filter` is the first of two auxiliary states that smooth it, or −1."""

TERM = record(measure=int, factor=float, block_a=int, block_b=int, flipped_a=int, flipped_b=int)
"""One measure in a row. The blocks say where its two gradients go in a formulation's linear system (−1: nowhere, as for
the ground), and whether they are stored transposed there."""
