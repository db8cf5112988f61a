"""Road profiles of the classes A to H of ISO 8608, under the left and the right wheels.

One-sided displacement PSD over the spatial frequency n [1/m]:

    Gd(n) = Gd(n₀) (n/n₀)^−w,   n₀ = 0.1 1/m,   Gd(n₀) = 16, 64, 256, … · 10⁻⁶ m³ for A, B, C, …

the geometric means of the classes, whose limits are twice and half as much. Profiles have the frequencies of the
standard, 0.011 to 2.83 1/m, as far as spacing (n ≤ 1/(2 spacing)) and length (n ≥ 1/length) can show them.

Both tracks have that PSD and are realisations of a Gaussian process with the real cross-PSD γ(n) Gd(n). The default γ
follows from isotropy (Dodds & Robson 1973): a road that is as rough across as along leaves no parameter to choose. The
plane then has the PSD Φ ∝ (n² + m²)^(−(w+1)/2), and two tracks b apart the cross-PSD ∫ Φ cos(2π m b) dm, so that

    γ(n) = 2 (π n b)^(w/2) K_(w/2)(2π n b) / Γ(w/2)

which is 1 for long waves, when both tracks are equal, and vanishes for waves shorter than the track. Where a measured
road says otherwise, γ(n) = exp(−k n b) with a number for k. The magnitude-squared coherence that signal analysis
reports is γ².
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.options import not_negative, number, positive
from jounce.engine.terrain.options import seed as seed_of
from jounce.engine.terrain.profiles import Tracks
from jounce.engine.terrain.road import smooth_rise
from jounce.errors import InputError
from jounce.findings import shown

REFERENCE = 0.1
"""Reference spatial frequency n₀ [1/m]."""
BAND = (0.011, 2.83)
"""Lowest and highest spatial frequency [1/m]."""
CLASSES: Mapping[str, float] = {letter: 16e-6 * 4.0**i for i, letter in enumerate("ABCDEFGH")}
"""Gd(n₀) [m³], geometric mean of each class."""
MAX_NODES = 20_000_000
"""Most nodes of a profile."""


def road_class(roughness: float) -> str:
    """The class in whose limits a roughness Gd(n₀) [m³] lies; A has no lower and H no upper one."""
    value = number(roughness, "roughness")
    if not value > 0.0:
        raise InputError("out of range", shown(roughness), "Gd(n₀) greater than 0 [m³]", where="roughness")
    return next((letter for letter, mean in CLASSES.items() if value < 2.0 * mean), "H")


def isotropic_coherence(n: NDArray[Any], track: float, waviness: float = 2.0) -> NDArray[Any]:
    """γ of two tracks `track` [m] apart on an isotropic road, at spatial frequencies n > 0 [1/m]."""
    from scipy.special import gamma, kv  # takes a fifth of a second to import

    z, order = np.maximum(math.tau * n * track, 1e-12), 0.5 * waviness
    return np.minimum(2.0 * (0.5 * z) ** order * kv(order, z) / gamma(order), 1.0)


def iso8608(
    road_class: str | float = "C",
    *,
    length: Any,
    seed: int,
    spacing: Any = 0.05,
    track: Any = 1.6,
    waviness: float = 2.0,
    coherence: str | float = "isotropic",
    taper: Any = 5.0,
) -> Tracks:
    """Two tracks of a random road; raises InputError.

    road_class: A (very good) to H, or Gd(n₀) itself [m³]; length: of the road; spacing: between nodes; track: distance
    of left and right; waviness: w; coherence: "isotropic", or k of exp(−k n track), 0 for equal tracks; taper: over
    which the profile rises from level ground at both ends, where it is less rough.
    """
    road, step, across = positive(length, "length"), positive(spacing, "spacing"), not_negative(track, "track")
    exponent, ramp = _waviness(waviness), not_negative(taper, "taper")
    roughness, named = _roughness(road_class)
    nodes = _nodes(road, step, ramp)
    n = np.fft.rfftfreq(nodes, step)
    passed = (n >= BAND[0]) & (n <= min(BAND[1], 0.5 / step)) & (n > 0.0)
    density = np.where(passed, roughness * (np.where(passed, n, 1.0) / REFERENCE) ** -exponent, 0.0)
    alike = _coherence(coherence, np.where(passed, n, 1.0), across, exponent)
    random = np.random.default_rng(seed_of(seed))
    mean = _realise(0.5 * density * (1.0 + alike), nodes, step, random)
    difference = _realise(0.5 * density * (1.0 - alike), nodes, step, random)
    ends = _ends(nodes, step, ramp)
    return Tracks(step, ends * (mean + difference), ends * (mean - difference), about=f"{named}, seed {seed}")


def _roughness(road_class: object) -> tuple[float, str]:
    if isinstance(road_class, str):
        if road_class.upper() in CLASSES:
            return CLASSES[road_class.upper()], f"ISO 8608 class {road_class.upper()}"
    elif not isinstance(road_class, bool) and isinstance(road_class, int | float) and 0.0 < road_class < 10.0:
        return float(road_class), f"ISO 8608 with Gd(n₀) = {road_class:g} m³"
    expected = "one of A, B, C, D, E, F, G, H, or Gd(n₀) in m³, which is 256e-6 for C"
    raise InputError("unknown road class", shown(road_class), expected, where="road_class")


def _waviness(waviness: object) -> float:
    value = number(waviness, "waviness")
    if not 1.0 <= value <= 4.0:
        raise InputError("out of range", shown(waviness), "1 to 4, 2 in the standard", where="waviness")
    return value


def _nodes(road: float, step: float, ramp: float) -> int:
    nodes = round(road / step) + 1 if road / step < MAX_NODES else MAX_NODES + 1
    if not 16 <= nodes <= MAX_NODES:
        got = f"{road:g} m with spacing {step:g} m"
        raise InputError("out of range", got, f"15 spacings or more, fewer than {MAX_NODES}", where="length")
    if 2.0 * ramp > road:
        got = f"two of {ramp:g} m in {road:g} m"
        raise InputError(
            "tapers longer than the road", got, hint="give a longer road or a shorter taper", where="taper"
        )
    return nodes


def _coherence(model: object, n: NDArray[Any], track: float, waviness: float) -> NDArray[Any]:
    if model == "isotropic":
        return isotropic_coherence(n, track, waviness)
    if isinstance(model, bool) or not isinstance(model, int | float) or not 0.0 <= model < math.inf:
        expected = "'isotropic', or k of exp(−k n track), 0 or more"
        raise InputError("unknown coherence", shown(model), expected, where="coherence")
    return np.exp(-model * n * track)


def _realise(density: NDArray[Any], nodes: int, step: float, random: np.random.Generator) -> NDArray[Any]:
    """A Gaussian profile with a one-sided PSD given at the frequencies of `rfftfreq`."""
    # E|c|² = Gd Δn / 2 for each of n and −n, Δn = 1/(nodes step)
    scale = nodes * np.sqrt(density / (4.0 * nodes * step))
    real, imaginary = random.standard_normal((2, density.size))
    return np.fft.irfft(scale * (real + 1j * imaginary), n=nodes)


def _ends(nodes: int, step: float, ramp: float) -> NDArray[Any]:
    """0 at both ends, 1 at the distance `ramp` from them."""
    if ramp == 0.0:
        return np.ones(nodes)
    s = step * np.arange(nodes)
    return smooth_rise(np.minimum(s, s[-1] - s) / ramp)
