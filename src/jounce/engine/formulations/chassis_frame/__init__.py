"""The chassis frame: Cartesian coordinates whose equations of a step are resolved in the axes of the chassis.

The residual H of Kang 2014 [42] and its Jacobian, built on the arrays of `jounce.engine.formulations.world_frame`.
Which frame is one number, so that `tangent` steps systems of the world frame by the same code.
"""
