"""The same rotations for arrays of samples, in numpy, outside compiled code."""

import numpy as np


def rotation_matrices(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (…, 3, 3) of unit quaternions (…, 4), scalar first, body → parent."""
    w, x, y, z = np.moveaxis(np.asarray(q, dtype=float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
