"""Exudyn in its build without range checks, which has to be asked for before the first import."""

import sys

sys.exudynFast = True  # type: ignore[attr-defined]

import exudyn as exu  # noqa: E402
import exudyn.itemInterface as items  # noqa: E402
from exudyn.advancedUtilities import CreateSymbolicUserFunction  # noqa: E402
from exudyn.rigidBodyUtilities import RigidBodyInertia, RotationMatrixZ  # noqa: E402

__all__ = ["CreateSymbolicUserFunction", "RigidBodyInertia", "RotationMatrixZ", "exu", "items"]
