"""Random roads against the standard: PSD in octave bands, classes, coherence of the tracks, seeds."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.signal import csd, welch

from jounce.engine.terrain.iso8608 import BAND, CLASSES, iso8608, isotropic_coherence, road_class
from jounce.errors import InputError

SEEDS, LENGTH, SPACING, SEGMENT = 12, 2000.0, 0.05, 200.0
OCTAVES = 0.022 * 2.0 ** np.arange(8)
"""Limits of bands from 0.022 to 2.8 1/m [1/m]."""


def measured(**options):
    """Frequencies, PSD averaged over both tracks and all seeds, and real cross-PSD, without the tapered ends."""
    settings = {"fs": 1.0 / SPACING, "nperseg": round(SEGMENT / SPACING), "window": "hann", "detrend": "linear"}
    densities, crosses = [], []
    for seed in range(SEEDS):
        tracks = iso8608(**options, length=LENGTH, spacing=SPACING, seed=seed)
        keep = slice(round(5.0 / SPACING), -round(5.0 / SPACING))
        left, right = tracks.left[keep], tracks.right[keep]
        n, density_left = welch(left, **settings)
        densities += [density_left, welch(right, **settings)[1]]
        crosses.append(csd(left, right, **settings)[1].real)
    return n, np.mean(densities, axis=0), np.mean(crosses, axis=0)


@pytest.mark.parametrize(("road", "waviness"), [("A", 2.0), ("C", 2.0), ("H", 2.0), ("C", 1.6), ("C", 2.6)])
def test_psd_follows_the_class_in_octave_bands(road, waviness):
    n, density, _ = measured(road_class=road, waviness=waviness, coherence=2.0)
    target = np.zeros_like(n)
    target[1:] = CLASSES[road] * (n[1:] / 0.1) ** -waviness
    for low, high in pairwise(OCTAVES):
        band = (n >= low) & (n < high)
        # relative scatter 1/√(bandwidth · length · tracks): 3 % in the lowest octave if left and right are independent,
        # 4.4 % if they are alike; three times that, and 4 % for the leakage of the window on a slope of n^−w
        bound = 3.0 / np.sqrt((high - low) * LENGTH * SEEDS) + 0.04
        assert np.mean(density[band] / target[band]) == pytest.approx(1.0, abs=bound), (low, high)


def test_the_band_ends_where_the_standard_ends():
    n, density, _ = measured(road_class="C")
    assert np.all(density[n > 1.05 * BAND[1]] < 1e-3 * density[np.argmin(abs(n - 2.5))])
    tracks = iso8608("C", length=50.0, spacing=0.5, seed=1, taper=0.0)
    spectrum = np.abs(np.fft.rfft(tracks.left))
    assert spectrum[0] < 1e-12  # no mean
    assert np.all(spectrum[1:-1] > 1e-6)  # from 1/length to the Nyquist frequency


def test_classes_are_a_factor_of_four_apart_and_meet_halfway():
    assert list(CLASSES) == list("ABCDEFGH")
    assert CLASSES["A"] == 16e-6
    assert CLASSES["H"] == pytest.approx(262_144e-6)
    limits = [32e-6, 128e-6, 512e-6, 2048e-6, 8192e-6, 32_768e-6, 131_072e-6]
    for limit, below, above in zip(limits, "ABCDEFG", "BCDEFGH", strict=True):
        assert road_class(0.999 * limit) == below
        assert road_class(1.001 * limit) == above
    for letter, mean in CLASSES.items():
        assert road_class(mean) == letter
    np.testing.assert_array_equal(iso8608("d", length=100, seed=1).left, iso8608(CLASSES["D"], length=100, seed=1).left)


@pytest.mark.parametrize("waviness", [2.0, 2.5])
@pytest.mark.parametrize("n", [0.02, 0.1, 0.3])
def test_isotropic_coherence_is_the_transform_of_an_isotropic_surface(n, waviness):
    def across(m):
        return (n**2 + m**2) ** (-0.5 * (waviness + 1.0))

    whole = quad(across, 0.0, np.inf)[0]
    part = quad(across, 0.0, np.inf, weight="cos", wvar=2.0 * np.pi * 1.6)[0]
    assert isotropic_coherence(np.array([n]), 1.6, waviness)[0] == pytest.approx(part / whole, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("coherence", ["isotropic", 3.0])
def test_coherence_of_the_tracks(coherence):
    track = 1.6
    n, density, cross = measured(road_class="B", track=track, coherence=coherence)
    for low, high in pairwise(OCTAVES):
        band = (n >= low) & (n < high)
        model = (
            isotropic_coherence(n[band], track) if coherence == "isotropic" else np.exp(-coherence * n[band] * track)
        )
        # scatter of a coherence at most 1/√(bandwidth · length · seeds): 4.4 % in the lowest octave
        bound = 3.0 / np.sqrt((high - low) * LENGTH * SEEDS) + 0.02
        assert np.mean(cross[band] / density[band]) == pytest.approx(np.mean(model), abs=bound), (low, high)


def test_equal_tracks():
    tracks = iso8608("C", length=100.0, seed=1, coherence=0)
    np.testing.assert_array_equal(tracks.left, tracks.right)
    np.testing.assert_array_equal(iso8608("C", length=100.0, seed=1, track=0.0).left, tracks.left)


def test_seeds():
    one, again, other = (iso8608("C", length=100.0, seed=seed) for seed in (1, 1, 2))
    assert one.left.tobytes() == again.left.tobytes()
    assert one.right.tobytes() == again.right.tobytes()
    assert abs(np.corrcoef(one.left, other.left)[0, 1]) < 0.9
    assert one.about == "ISO 8608 class C, seed 1"


def test_both_ends_are_level():
    tracks = iso8608("E", length=100.0, seed=3)
    assert tracks.length == pytest.approx(100.0)
    for z in (tracks.left, tracks.right):
        assert z[0] == z[-1] == 0.0
        assert abs(z[1] / tracks.spacing) < 1e-3
        assert z[200:-200].std() > 0.01


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"road_class": "I"}, "road_class: unknown road class; got 'I'; expected one of A, B"),
        ({"road_class": -1.0}, "road_class: unknown"),
        ({"road_class": None}, "road_class: unknown"),
        ({"length": 0.1}, "length: out of range"),
        ({"length": 1e12}, "length: out of range"),
        ({"spacing": 0}, "spacing: out of range"),
        ({"seed": "x"}, "seed: not a seed"),
        ({"waviness": 7}, "waviness: out of range"),
        ({"coherence": "full"}, "coherence: unknown coherence"),
        ({"coherence": -1}, "coherence: unknown coherence"),
        ({"taper": 60}, "taper: tapers longer than the road"),
        ({"track": -1}, "track: out of range"),
    ],
)
def test_refusals(options, part):
    with pytest.raises(InputError) as caught:
        iso8608(**{"length": 100.0, "seed": 1} | options)
    assert part in str(caught.value)
