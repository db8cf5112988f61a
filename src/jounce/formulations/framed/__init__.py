"""Cartesian coordinates resolved in the world or in the chassis: the residual H of Kang 2014 [42] and its Jacobian.

Built on the arrays of `jounce.formulations.cartesian`; which frame is one number.
"""
