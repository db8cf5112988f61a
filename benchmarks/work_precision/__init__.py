"""Error against time of every integrator, with dw18 in six cases."""
