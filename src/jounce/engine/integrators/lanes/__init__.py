"""Several cars of one topology side by side: one evaluation of the equations serves the lanes of a SIMD register.

All cars of a group make the same step at the same time. What an integrator does between two evaluations it does car by
car, with the very functions that serve a single car; then states are gathered into lanes, evaluated together, and taken
apart again. A car whose step needs more than the common course (an iteration that does not converge) makes that step
alone; one that fails is left behind. So a car gives the same bits alone and in any lane, beside any neighbours.

Methods that choose their steps are at a time of their own in each lane; they ask for evaluations, which are answered
together (`auto`).

`evaluate` is the evaluation, `walk` the way from sample to sample; how a method makes a step in lanes is for its type
to say, with the generic function `lane_step` (`explicit`, `rosenbrock`, `chord`).
"""
