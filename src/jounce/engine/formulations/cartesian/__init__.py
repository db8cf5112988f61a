"""What all formulations on the coordinates of all bodies share: arrays, kinematics, constraint rows, forces."""
