"""Tires: from the motion of a wheel over the ground to the force at the contact."""
