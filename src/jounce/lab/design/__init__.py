"""Suspension design: hardpoints that are moved, K&C curves that follow, targets on them, and the file they are kept in.

docs/design.md describes the page that is made of it, `jounce design`.
"""
