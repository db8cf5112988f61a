"""Ways of stepping through time. The compiled ones know y, its derivative and a projection; never what moves.

- `registry`: all integrators by name; `catalogue`: their options, one file a family
- `integrator`: what each says of itself
- `setup`: what Python makes before the first step: Jacobians, pivots
- `fixed`: the loop from sample to sample with a fixed step; `many`: the same for many cars at once
- `explicit`, `chord`, `rosenbrock`, `tangent`, `dormand_prince`, `adams`: the compiled steps
- `jacobian_schedule`, `linearise`: Jacobians of implicit steps; `events`: passages of levels within a step
- `progress`: the record that all keep; `relaxation`: falling to rest; `stacks`: models of many cars
"""
