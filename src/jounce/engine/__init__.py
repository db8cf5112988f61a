"""From a mechanism to motion: assembly, formulations, integrators, simulation. The only layer with compiled code."""
