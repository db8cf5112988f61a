"""A rigid body as a record."""

from jounce.elements.records import record

BODY = record(mass=float, inertia=9)
"""Mass [kg] and inertia about the centre of mass in body axes [kg m²]."""
