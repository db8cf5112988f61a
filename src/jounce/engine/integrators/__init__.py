"""Ways of stepping through time. The compiled ones know y, its derivative and a projection; never what moves.

- `registry`: all integrators by name; `catalogue`: their options, one file a kind
- `integrator`: what each says of itself
- `fixed`: the loop from sample to sample with a fixed step, and falling to rest; `batch`: the same for many cars
- `explicit`, `chord`, `rosenbrock`, `tangent`, `dormand_prince`, `adams`: the compiled steps
- `jacobian_schedule`, `linearise`: Jacobians of implicit steps; `tangent_setup`: pivots of the tangent-space method
- `events`: passages of levels within a step; `progress`: the record that all keep
"""
