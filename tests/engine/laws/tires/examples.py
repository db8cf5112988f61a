"""The tires of the tests, and their forces at many states."""

from pathlib import Path

import numpy as np

from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.pacejka import pacejka_sweep
from jounce.model import tire_files as tir

FOLDER = Path(__file__).parents[3] / "data" / "tires"
HMMWV, SEDAN, MF61 = (
    FOLDER / f"{name}.tir" for name in ("HMMWV_Pac02Tire", "Sedan_Pac02Tire", "MagicFormula61_Parameters")
)
FILES = {path.stem: path for path in (HMMWV, SEDAN, MF61)}


def coefficients(path: Path, **changes: float) -> np.ndarray:
    """Coefficients of a file as measured, with some of them changed by name."""
    c = tir.coefficients(tir.read(path))
    for name, value in changes.items():
        c[getattr(i, name)] = value
    return c


def nominal(c: np.ndarray) -> float:
    """F'z0 [N]."""
    return c[i.FNOMIN] * c[i.LFZO]


def forces(c, fz, kappa=0.0, tan_alpha=0.0, gamma=0.0, vx=20.0, friction=1.0) -> np.ndarray:
    """Rows (Fx, Fy, Mx, My, Mz) of states given as numbers or arrays."""
    states = np.stack(np.broadcast_arrays(fz, kappa, tan_alpha, gamma, vx, friction), axis=-1).astype(float)
    rows = np.ascontiguousarray(states.reshape(-1, 6))
    result = np.zeros((len(rows), 5))
    pacejka_sweep(c, rows, result)
    return result.reshape(*states.shape[:-1], 5)


def random_states(c, count: int, seed: int = 1) -> dict[str, np.ndarray]:
    """States all over what cars do, and beyond."""
    random = np.random.default_rng(seed)
    return {
        "fz": nominal(c) * random.uniform(0.05, 3.0, count),
        "kappa": random.uniform(-1.5, 1.5, count),
        "tan_alpha": np.tan(random.uniform(-1.2, 1.2, count)),
        "gamma": random.uniform(-0.2, 0.2, count),
        "vx": random.uniform(-30.0, 30.0, count),
        "friction": random.uniform(0.1, 1.2, count),
    }
