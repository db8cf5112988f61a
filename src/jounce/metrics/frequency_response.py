"""Frequency response from the steering wheel to the car (ISO 7401): cross-spectrum over input spectrum, with coherence.

H1 = S_uy/S_uu and γ² = |S_uy|²/(S_uu S_yy). A run that begins and ends at rest (pulse, sweep) is one segment without a
window, which leaks nothing; spectra are averaged over neighbouring frequencies, between which H1 may change as a
parabola. Other runs (random steer) are cut into Hann-windowed segments of 10 s that overlap by half (Welch).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.metrics.no_value import NoValue
from jounce.metrics.signals import crossing, evenly, peak

SEGMENT = 10.0
"""Of runs that do not end at rest [s]."""
AVERAGED = 0.05
"""Half of the band over which spectra of a single segment are averaged [Hz]."""
LEAST_PADDED = 60.0
"""To which shorter single segments are padded with rest [s]."""
REST = 0.02
"""Of the peak: what is left at the ends of a signal at rest."""
LEAST_OSCILLATION = 0.05
"""Of the input's variance: what straight lines over each segment must leave of it."""
LEAST_POWER = 1e-4
"""Of the largest input power: frequencies with less are not used."""
LEAST_RESONANCE = 1e-3
"""Of the reference gain: a peak that exceeds it by less is none."""
REFERENCE = 0.2
"""Frequency whose gain stands for the steady state [Hz]."""


@dataclass(frozen=True, eq=False)
class FrequencyResponse:
    """H(f) where the input holds enough, at rising frequencies."""

    frequency: np.ndarray
    """(n,) [Hz]"""
    response: np.ndarray
    """(n,) complex, output per input."""
    coherence: np.ndarray
    """(n,) 0 to 1."""

    @property
    def gain(self) -> np.ndarray:
        """(n,) |H|."""
        return np.abs(self.response)

    @property
    def phase_lag(self) -> np.ndarray:
        """(n,) Lag of the output behind the input [rad], without jumps."""
        return -np.unwrap(np.angle(self.response))

    def at(self, frequency: float) -> tuple[float, float]:
        """Gain and phase lag [rad] at one frequency [Hz]; raises NoValue where the input holds too little."""
        low, high = float(self.frequency[0]), float(self.frequency[-1])
        if not low <= frequency <= high:
            raise NoValue(f"the input excites {low:.2g} to {high:.2g} Hz only, not {frequency:g} Hz")
        place = frequency, self.frequency
        return float(np.interp(*place, self.gain)), float(np.interp(*place, self.phase_lag))


def frequency_response(t: np.ndarray, u: np.ndarray, y: np.ndarray) -> FrequencyResponse:
    """From input u to output y, both less their first samples; raises NoValue without enough input."""
    step, (u, y) = evenly(t, u - u[0], y - y[0])
    if not np.any(u):
        raise NoValue("the input does not move")
    return (_one_segment if _rests(u) and _rests(y) else _segments)(step, u, y)


def bandwidth(h: FrequencyResponse) -> float:
    """Where the gain has fallen to 1/√2 (−3 dB) of that at 0.2 Hz [Hz]."""
    level = h.at(REFERENCE)[0] / math.sqrt(2.0)
    found = crossing(h.frequency, h.gain, level, after=REFERENCE)
    if found is None:
        raise NoValue(f"the gain does not fall by 3 dB up to {h.frequency[-1]:.2g} Hz, the highest the input excites")
    return found


def phase_bandwidth(h: FrequencyResponse, lag: float = math.pi / 4.0) -> float:
    """Where the phase lag reaches 45° [Hz]."""
    found = crossing(h.frequency, h.phase_lag, lag, after=REFERENCE)
    if found is None or h.at(REFERENCE)[1] > lag:
        raise NoValue(f"the phase lag does not reach 45° up to {h.frequency[-1]:.2g} Hz, the highest the input excites")
    return found


def delay(lag: float, frequency: float) -> float:
    """The time by which a sine of that frequency [Hz] lags [s]."""
    return lag / (2.0 * math.pi * frequency)


def resonance(h: FrequencyResponse) -> tuple[float, float]:
    """Frequency of the largest gain [Hz], and that gain over the one at 0.2 Hz; raises NoValue without a peak."""
    reference = h.at(REFERENCE)[0]
    above = h.frequency >= REFERENCE
    frequency, gain = h.frequency[above], h.gain[above]
    i = int(np.argmax(gain))
    if i in (0, len(gain) - 1) or gain[i] < (1.0 + LEAST_RESONANCE) * reference:
        raise NoValue("the gain has no peak between 0.2 Hz and the highest frequency the input excites")
    where, largest = peak(frequency, gain)
    return where, largest / reference


def least_coherence(h: FrequencyResponse, low: float = REFERENCE, high: float = 2.0) -> float:
    """The smallest coherence from 0.2 to 2 Hz, as far as the input excites them."""
    used = (h.frequency >= low) & (h.frequency <= high)
    if not np.any(used):
        raise NoValue(f"the input excites nothing from {low:g} to {high:g} Hz")
    return float(np.min(h.coherence[used]))


def sine_response(t: np.ndarray, u: np.ndarray, y: np.ndarray, frequency: float) -> tuple[float, float]:
    """Gain and phase lag [rad] at one frequency [Hz] by least squares over the last whole periods of the run.

    Both signals are fitted by an offset, a drift and a sine; the first half of the run, where the response settles, is
    left out.
    """
    if frequency <= 0.0:
        raise NoValue(f"a sine of {frequency:g} Hz has no period")
    periods = math.floor(0.5 * (t[-1] - t[0]) * frequency + 1e-6)
    if periods < 1:
        raise NoValue(f"half of the run is shorter than a period of {frequency:g} Hz")
    used = t >= t[-1] - periods / frequency - 1e-9
    τ = t[used] - t[-1]
    ω = 2.0 * math.pi * frequency
    basis = np.stack([np.cos(ω * τ), np.sin(ω * τ), np.ones_like(τ), τ], axis=1)
    (a, b), (c, d) = (np.linalg.lstsq(basis, signal[used], rcond=None)[0][:2] for signal in (u, y))
    if math.hypot(a, b) == 0.0:
        raise NoValue(f"the input does not move at {frequency:g} Hz")
    h = complex(c, -d) / complex(a, -b)
    return abs(h), -math.atan2(h.imag, h.real)


def _rests(y: np.ndarray) -> bool:
    end = y[-max(len(y) // 100, 1) :]
    return float(np.max(np.abs(end))) <= REST * float(np.max(np.abs(y)))


def _one_segment(step: float, u: np.ndarray, y: np.ndarray) -> FrequencyResponse:
    """From the whole run: Y = (h₀ + h₁ d + h₂ d²) U in the band −1 ≤ d ≤ 1 around each frequency, by least squares.

    With h₁ = h₂ = 0 this would be S_uy/S_uu averaged over the band, which flattens a resonance.
    """
    length = max(2 * len(u), round(LEAST_PADDED / step))  # what is left at the end decays in the padding
    frequency = np.fft.rfftfreq(length, step)
    spectrum_u, spectrum_y = np.fft.rfft(u, length), np.fft.rfft(y, length)
    uu, uy, yy = np.abs(spectrum_u) ** 2, np.conj(spectrum_u) * spectrum_y, np.abs(spectrum_y) ** 2
    reach = round(AVERAGED / frequency[1])
    d = np.arange(-reach, reach + 1) / reach
    moments = np.array([np.correlate(uu, d**power, mode="same") for power in range(5)])
    used = _excited(frequency, moments[0])
    normal = moments[np.add.outer(range(3), range(3))][:, :, used].transpose(2, 0, 1)
    right = np.array([np.correlate(uy, d**power, mode="same") for power in range(3)])[:, used].T
    h = np.linalg.solve(normal, right[..., None])[..., 0]
    explained = np.sum(np.conj(h) * right, axis=1).real
    total = np.correlate(yy, d**0, mode="same")[used]
    return FrequencyResponse(frequency[used], h[:, 0], _share(explained, total))


def _segments(step: float, u: np.ndarray, y: np.ndarray) -> FrequencyResponse:
    """From averages over segments (Welch)."""
    length = round(SEGMENT / step)
    if length > len(u) // 2:
        raise NoValue(f"the run neither ends at rest, nor lasts two segments of {SEGMENT:g} s")
    from scipy.signal import csd, welch  # takes half a second to import, and every process would wait for it otherwise

    how = {"fs": 1.0 / step, "nperseg": length, "detrend": "linear"}
    frequency, uu = welch(u, **how)
    if np.sum(uu) * frequency[1] < LEAST_OSCILLATION * np.var(u):
        raise NoValue("the input drifts more than it oscillates")
    used = _excited(frequency, uu)
    uu, yy, uy = uu[used], welch(y, **how)[1][used], csd(u, y, **how)[1][used]
    return FrequencyResponse(frequency[used], uy / uu, _share(np.abs(uy) ** 2 / uu, yy))


def _share(explained: np.ndarray, total: np.ndarray) -> np.ndarray:
    """Of the output's power; an output without any is explained."""
    ratio = np.divide(explained, total, out=np.ones_like(total), where=total > 0.0)
    return np.clip(ratio, 0.0, 1.0)


def _excited(frequency: np.ndarray, power: np.ndarray) -> slice:
    """The band around the strongest frequency in which the input holds enough."""
    enough = power >= LEAST_POWER * power.max()
    enough[0] = False  # a constant has no phase
    i = int(np.argmax(np.where(enough, power, 0.0)))
    if not enough[i]:
        raise NoValue("the input does not move")
    weak = np.flatnonzero(~enough)
    below, above = weak[weak < i], weak[weak > i]
    first = int(below[-1]) + 1 if len(below) else 0
    last = int(above[0]) if len(above) else len(frequency)
    if last - first < 3:
        raise NoValue(f"the input holds {frequency[i]:.2g} Hz only; a response over frequencies needs a sweep")
    return slice(first, last)
