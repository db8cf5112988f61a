"""Frequency response from the steering wheel to the car (ISO 7401): cross-spectrum over input spectrum, with coherence.

H1 = S_uy/S_uu and γ² = |S_uy|²/(S_uu S_yy). A run that begins and ends at rest (pulse, sweep) is one segment without a
window, which leaks nothing; spectra are averaged over neighbouring frequencies, between which H1 may change as a
parabola. Other runs (random steer) are cut into Hann-windowed segments of 10 s that overlap by half (Welch).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jounce.lab.metrics.metric import Metric, option, values
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, crossing, peak, resample
from jounce.lab.results import Result

SEGMENT = 10.0
"""Length of a segment of runs that do not end at rest [s]."""
AVERAGED = 0.05
"""Half of the band over which spectra of a single segment are averaged [Hz]."""
MIN_PADDED_TIME = 60.0
"""Duration to which shorter single segments are padded with rest [s]."""
REST = 0.02
"""Largest value at the end of a signal at rest, as a share of its peak [-]."""
MIN_OSCILLATION = 0.05
"""Least share of the input's variance that straight lines over each segment must leave [-]."""
MIN_POWER = 1e-4
"""Least input power of a frequency that is used, as a share of the largest [-]."""
MIN_RESONANCE = 1e-3
"""Least share of the reference gain by which a resonance peak exceeds it [-]."""
REFERENCE = 0.2
"""Frequency whose gain stands for the steady state [Hz]."""


@dataclass(frozen=True, eq=False)
class FrequencyResponse:
    """H(f) where the input holds enough, at rising frequencies."""

    frequency: np.ndarray
    """Frequencies, (n,) [Hz]."""
    response: np.ndarray
    """Complex response, output per input, (n,)."""
    coherence: np.ndarray
    """Coherence of input and output, 0 to 1, (n,)."""

    @property
    def gain(self) -> np.ndarray:
        """Gain |H|, (n,)."""
        return np.abs(self.response)

    @property
    def phase_lag(self) -> np.ndarray:
        """(n,) Lag of the output behind the input [rad], without jumps."""
        return -np.unwrap(np.angle(self.response))

    def at(self, frequency: float) -> tuple[float, float]:
        """Gain and phase lag [rad] at one frequency [Hz]; raises NoValueError where the input holds too little."""
        low, high = float(self.frequency[0]), float(self.frequency[-1])
        if not low <= frequency <= high:
            raise NoValueError(f"the input excites {low:.2g} to {high:.2g} Hz only, not {frequency:g} Hz")
        place = frequency, self.frequency
        return float(np.interp(*place, self.gain)), float(np.interp(*place, self.phase_lag))


def frequency_response(t: np.ndarray, u: np.ndarray, y: np.ndarray) -> FrequencyResponse:
    """Response from input u to output y, both less their first samples; raises NoValueError without enough input."""
    step, (u, y) = resample(t, u - u[0], y - y[0])
    if not np.any(u):
        raise NoValueError("the input does not move")
    return (_one_segment if _rests(u) and _rests(y) else _segments)(step, u, y)


def bandwidth(h: FrequencyResponse) -> float:
    """Where the gain has fallen to 1/√2 (−3 dB) of that at 0.2 Hz [Hz]."""
    level = h.at(REFERENCE)[0] / math.sqrt(2.0)
    found = crossing(h.frequency, h.gain, level, after=REFERENCE)
    if found is None:
        raise NoValueError(
            f"the gain does not fall by 3 dB up to {h.frequency[-1]:.2g} Hz, the highest the input excites"
        )
    return found


def phase_bandwidth(h: FrequencyResponse, lag: float = math.pi / 4.0) -> float:
    """Where the phase lag reaches 45° [Hz]."""
    found = crossing(h.frequency, h.phase_lag, lag, after=REFERENCE)
    if found is None or h.at(REFERENCE)[1] > lag:
        raise NoValueError(
            f"the phase lag does not reach 45° up to {h.frequency[-1]:.2g} Hz, the highest the input excites"
        )
    return found


def delay(lag: float, frequency: float) -> float:
    """The time by which a sine of that frequency [Hz] lags [s]."""
    return lag / (2.0 * math.pi * frequency)


def resonance(h: FrequencyResponse) -> tuple[float, float]:
    """Frequency of the largest gain [Hz], and that gain over the one at 0.2 Hz; raises NoValueError without a peak."""
    reference = h.at(REFERENCE)[0]
    above = h.frequency >= REFERENCE
    frequency, gain = h.frequency[above], h.gain[above]
    i = int(np.argmax(gain))
    if i in (0, len(gain) - 1) or gain[i] < (1.0 + MIN_RESONANCE) * reference:
        raise NoValueError("the gain has no peak between 0.2 Hz and the highest frequency the input excites")
    where, largest = peak(frequency, gain)
    return where, largest / reference


def least_coherence(h: FrequencyResponse, low: float = REFERENCE, high: float = 2.0) -> float:
    """The smallest coherence from 0.2 to 2 Hz, as far as the input excites them."""
    used = (h.frequency >= low) & (h.frequency <= high)
    if not np.any(used):
        raise NoValueError(f"the input excites nothing from {low:g} to {high:g} Hz")
    return float(np.min(h.coherence[used]))


def sine_response(t: np.ndarray, u: np.ndarray, y: np.ndarray, frequency: float) -> tuple[float, float]:
    """Gain and phase lag [rad] at one frequency [Hz] by least squares over the last whole periods of the run.

    Both signals are fitted by an offset, a drift and a sine; the first half of the run, where the response settles, is
    left out.
    """
    if frequency <= 0.0:
        raise NoValueError(f"a sine of {frequency:g} Hz has no period")
    periods = math.floor(0.5 * (t[-1] - t[0]) * frequency + 1e-6)
    if periods < 1:
        raise NoValueError(f"half of the run is shorter than a period of {frequency:g} Hz")
    used = t >= t[-1] - periods / frequency - 1e-9
    τ = t[used] - t[-1]
    ω = 2.0 * math.pi * frequency
    basis = np.stack([np.cos(ω * τ), np.sin(ω * τ), np.ones_like(τ), τ], axis=1)
    (a, b), (c, d) = (np.linalg.lstsq(basis, signal[used], rcond=None)[0][:2] for signal in (u, y))
    if math.hypot(a, b) == 0.0:
        raise NoValueError(f"the input does not move at {frequency:g} Hz")
    h = complex(c, -d) / complex(a, -b)
    return abs(h), -math.atan2(h.imag, h.real)


def _rests(y: np.ndarray) -> bool:
    end = y[-max(len(y) // 100, 1) :]
    return float(np.max(np.abs(end))) <= REST * float(np.max(np.abs(y)))


def _one_segment(step: float, u: np.ndarray, y: np.ndarray) -> FrequencyResponse:
    """Response of the run: Y = (h₀ + h₁ d + h₂ d²) U in the band −1 ≤ d ≤ 1 around each frequency, by least squares.

    With h₁ = h₂ = 0 this would be S_uy/S_uu averaged over the band, which flattens a resonance.
    """
    length = max(2 * len(u), round(MIN_PADDED_TIME / step))  # what is left at the end decays in the padding
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
    """The response from averages over segments (Welch)."""
    length = round(SEGMENT / step)
    if length > len(u) // 2:
        raise NoValueError(f"the run neither ends at rest, nor lasts two segments of {SEGMENT:g} s")
    from scipy.signal import csd, welch  # takes half a second to import, and every process would wait for it otherwise

    how = {"fs": 1.0 / step, "nperseg": length, "detrend": "linear"}
    frequency, uu = welch(u, **how)
    if np.sum(uu) * frequency[1] < MIN_OSCILLATION * np.var(u):
        raise NoValueError("the input drifts more than it oscillates")
    used = _excited(frequency, uu)
    uu, yy, uy = uu[used], welch(y, **how)[1][used], csd(u, y, **how)[1][used]
    return FrequencyResponse(frequency[used], uy / uu, _share(np.abs(uy) ** 2 / uu, yy))


def _share(explained: np.ndarray, total: np.ndarray) -> np.ndarray:
    """Share of the output's power that is explained; an output without any is explained."""
    ratio = np.divide(explained, total, out=np.ones_like(total), where=total > 0.0)
    return np.clip(ratio, 0.0, 1.0)


def _excited(frequency: np.ndarray, power: np.ndarray) -> slice:
    """The band around the strongest frequency in which the input holds enough."""
    enough = power >= MIN_POWER * power.max()
    enough[0] = False  # a constant has no phase
    i = int(np.argmax(np.where(enough, power, 0.0)))
    if not enough[i]:
        raise NoValueError("the input does not move")
    weak = np.flatnonzero(~enough)
    below, above = weak[weak < i], weak[weak > i]
    first = int(below[-1]) + 1 if len(below) else 0
    last = int(above[0]) if len(above) else len(frequency)
    if last - first < 3:
        raise NoValueError(f"the input holds {frequency[i]:.2g} Hz only; a response over frequencies needs a sweep")
    return slice(first, last)


# which channels, facts and options of a run go into which function

WHEEL, YAW_RATE, TURN = "steering_wheel.angle", "chassis.yaw_rate", "chassis.lateral_acceleration"


@once
def _response(result: Result, channel: str) -> FrequencyResponse:
    return frequency_response(result.time, values(result, WHEEL), values(result, channel))


@once
def _sine(result: Result, channel: str) -> tuple[float, float]:
    frequency = option(result, "frequency")
    if frequency is None:
        raise NoValueError("the maneuver does not state its frequency (metadata.options)")
    return sine_response(result.time, values(result, WHEEL), values(result, channel), frequency)


def _of(channel: str, name: str, what: str, gain_unit: str) -> tuple[Metric, ...]:
    """All metrics of one channel."""

    def metric(
        suffix: str,
        unit: str,
        definition: str,
        rule: Callable[[Result], float],
        display_unit: str = "",
        sine: bool = False,
    ) -> Metric:
        prefix = "sine_" if sine else ""
        return Metric(
            name=f"{prefix}{name}_{suffix}",
            unit=unit,
            display_unit=display_unit,
            standard="ISO 7401",
            definition=definition,
            needs=(WHEEL, channel),
            options=("frequency",) if sine else (),
            rule=rule,
        )

    path = f"from steering-wheel angle to {what}"
    fitted = (
        "fitted by least squares over the last whole periods of the second half of a run with a sine of the option "
    )
    return (
        metric(
            "bandwidth",
            "Hz",
            f"Lowest frequency at which the gain {path} (H1 estimate) is 3 dB (1/√2) below that at 0.2 Hz.",
            lambda result: bandwidth(_response(result, channel)),
        ),
        metric(
            "phase_bandwidth",
            "Hz",
            f"Lowest frequency at which the phase lag {path} (H1 estimate) is 45°.",
            lambda result: phase_bandwidth(_response(result, channel)),
        ),
        metric(
            "phase_lag_at_1_hz",
            "rad",
            f"Phase lag {path} at 1 Hz (H1 estimate); a lag is positive.",
            lambda result: _response(result, channel).at(1.0)[1],
            display_unit="deg",
        ),
        metric(
            "delay_at_1_hz",
            "s",
            f"Equivalent time delay {path}: the phase lag at 1 Hz over 2π · 1 Hz.",
            lambda result: delay(_response(result, channel).at(1.0)[1], 1.0),
            display_unit="ms",
        ),
        metric(
            "resonance_frequency",
            "Hz",
            f"Frequency of the largest gain {path} (H1 estimate) above 0.2 Hz, if 0.1 % above the gain there.",
            lambda result: resonance(_response(result, channel))[0],
        ),
        metric(
            "resonance_ratio",
            "1",
            f"Largest gain {path} (H1 estimate) above 0.2 Hz, over the gain at 0.2 Hz.",
            lambda result: resonance(_response(result, channel))[1],
        ),
        metric(
            "coherence",
            "1",
            f"Smallest coherence {path} from 0.2 to 2 Hz, as far as the input excites them: 1 for a linear response.",
            lambda result: least_coherence(_response(result, channel)),
        ),
        metric(
            "gain",
            gain_unit,
            f"Amplitude of the {what} over that of the steering-wheel angle, both {fitted}`frequency`.",
            lambda result: _sine(result, channel)[0],
            sine=True,
        ),
        metric(
            "phase_lag",
            "rad",
            f"Phase lag of the {what} behind the steering-wheel angle, both {fitted}`frequency`.",
            lambda result: _sine(result, channel)[1],
            display_unit="deg",
            sine=True,
        ),
    )


FREQUENCY_RESPONSE = (
    *_of(YAW_RATE, "yaw_rate", "yaw rate", "1/s"),
    *_of(TURN, "lateral_acceleration", "lateral acceleration", "m/s^2/rad"),
)
