"""Where signals have kinks."""

import numpy as np

from jounce.engine.assembly.signals import SignalTable
from jounce.engine.integrators.kinks import MAX_POINTS, kink_times
from jounce.model.mechanism import Constant, Sine, SmoothStep, Table


def kinks_of(*signals):
    table = SignalTable({})
    for signal in signals:
        table.add(signal)
    return list(kink_times(*table.arrays()))


def test_ends_of_smooth_signals_and_points_of_tables():
    assert kinks_of(Constant(value=1.0)) == []
    assert kinks_of(SmoothStep(before=0.0, after=1.0, start=0.5, end=2.0)) == [0.5, 2.0]
    assert kinks_of(Sine(amplitude=1.0, frequency=2.0, start=1.0, cycles=3.0)) == [1.0, 2.5]
    assert kinks_of(Sine(amplitude=1.0, frequency=2.0, start=1.0)) == [1.0]
    assert kinks_of(Table(times=(0.0, 1.0, 3.0), values=(0.0, 1.0, 0.0), interpolation="linear")) == [0.0, 1.0, 3.0]
    assert kinks_of(Table(times=(0.0, 1.0, 3.0), values=(0.0, 1.0, 0.0), interpolation="smooth")) == [0.0, 3.0]


def test_common_times_count_once_and_a_recording_has_two():
    step = SmoothStep(before=0.0, after=1.0, start=0.5, end=2.0)
    assert kinks_of(step, Constant(value=0.0), step) == [0.5, 2.0]
    times = np.linspace(0.0, 9.0, MAX_POINTS + 1)
    assert kinks_of(Table(times=tuple(times), values=tuple(np.sin(times)), interpolation="linear")) == [0.0, 9.0]
