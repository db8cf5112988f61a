"""Small algebra that lives in registers: vectors and matrices are tuples of floats, arrays only hold what is stored.

- `vec3`:       3-vector `(x, y, z)`.
- `mat3`:       3×3 matrix as 9-tuple, row after row; symmetric 3×3 as 6-tuple `(xx, yy, zz, xy, xz, yz)`.
- `quaternion`: 4-tuple `(w, x, y, z)`, scalar first, unit length, turns body components into parent components.
- `so3`:        rotation vectors (axis times angle, rad): exponential, logarithm, right Jacobian.
- `inertia`:    spatial inertia as 10-tuple `(m, hx, hy, hz, Jxx, Jyy, Jzz, Jxy, Jxz, Jyz)` about the frame origin,
                `h = m c`; the J are matrix elements, so that `Jxy = −∫ x y dm`.
- `dense`:      in-place LU, Cholesky and pivoted QR of small 2-D arrays, without allocation.
- `null_space`: bases of the null space and right inverses of a small dense Jacobian, by four methods.
- `sparse_lu`:  LU of an unsymmetric sparse matrix whose pattern and pivots are fixed; `markowitz` chooses them.
- `elementary`: sin, cos, atan2, exp, log, tanh, pow … with the same bits on every machine and in every SIMD lane.
- `select`:     `where`, a choice without a branch.
"""
