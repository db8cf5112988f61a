"""Metrics of the frequency response: sweep, pulse or random steer, and a sine of one frequency."""

from __future__ import annotations

from collections.abc import Callable

from jounce.metrics import frequency_response as on
from jounce.metrics.facts import option, values
from jounce.metrics.metric import Metric
from jounce.metrics.no_value import NoValue
from jounce.results import Result

WHEEL, YAW_RATE, TURN = "steering_wheel.angle", "chassis.yaw_rate", "chassis.lateral_acceleration"


def _response(result: Result, channel: str) -> on.FrequencyResponse:
    return on.frequency_response(result.time, values(result, WHEEL), values(result, channel))


def _sine(result: Result, channel: str) -> tuple[float, float]:
    frequency = option(result, "frequency")
    if frequency is None:
        raise NoValue("the maneuver does not say its frequency (metadata.options)")
    return on.sine_response(result.time, values(result, WHEEL), values(result, channel), frequency)


def _of(channel: str, name: str, what: str, gain_unit: str) -> tuple[Metric, ...]:
    """All metrics of one channel."""

    def metric(
        suffix: str, unit: str, definition: str, rule: Callable[[Result], float], spoken: str = "", sine: bool = False
    ) -> Metric:
        prefix = "sine_" if sine else ""
        return Metric(
            name=f"{prefix}{name}_{suffix}",
            unit=unit,
            spoken=spoken,
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
            lambda result: on.bandwidth(_response(result, channel)),
        ),
        metric(
            "phase_bandwidth",
            "Hz",
            f"Lowest frequency at which the phase lag {path} (H1 estimate) is 45°.",
            lambda result: on.phase_bandwidth(_response(result, channel)),
        ),
        metric(
            "phase_lag_at_1_hz",
            "rad",
            f"Phase lag {path} at 1 Hz (H1 estimate); the response is late → positive.",
            lambda result: _response(result, channel).at(1.0)[1],
            spoken="deg",
        ),
        metric(
            "delay_at_1_hz",
            "s",
            f"Equivalent time delay {path}: the phase lag at 1 Hz over 2π · 1 Hz.",
            lambda result: on.delay(_response(result, channel).at(1.0)[1], 1.0),
            spoken="ms",
        ),
        metric(
            "resonance_frequency",
            "Hz",
            f"Frequency of the largest gain {path} (H1 estimate) above 0.2 Hz, if 0.1 % above the gain there.",
            lambda result: on.resonance(_response(result, channel))[0],
        ),
        metric(
            "resonance_ratio",
            "1",
            f"Largest gain {path} (H1 estimate) above 0.2 Hz, over the gain at 0.2 Hz.",
            lambda result: on.resonance(_response(result, channel))[1],
        ),
        metric(
            "coherence",
            "1",
            f"Smallest coherence {path} from 0.2 to 2 Hz, as far as the input excites them: 1 for a linear response.",
            lambda result: on.least_coherence(_response(result, channel)),
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
            spoken="deg",
            sine=True,
        ),
    )


FREQUENCY_RESPONSE = (
    *_of(YAW_RATE, "yaw_rate", "yaw rate", "1/s"),
    *_of(TURN, "lateral_acceleration", "lateral acceleration", "m/s^2/rad"),
)
