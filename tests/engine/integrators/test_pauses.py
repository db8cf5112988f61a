"""A run that is cut into calls gives the same bits, and so do many cars at once, in any grouping."""

import itertools
import threading

import numpy as np
import pytest

from jounce.engine.formulations import status
from jounce.engine.integrators import progress
from jounce.engine.integrators.batch import advance_many
from jounce.engine.integrators.chord import ChordMethod
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule
from jounce.engine.integrators.rosenbrock import RosenbrockMethod
from jounce.engine.simulate.batch import many_models, many_works
from tests.engine.integrators.systems import METHODS, bead, lagging, method_of, run, top

TIMES = np.linspace(0.0, 0.5, 11)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("make", [top, bead, lagging])
def test_pauses_change_nothing(name, make):
    whole = run(name, make(), 0.005, TIMES)
    cut = run(name, make(), 0.005, TIMES, pauses=[2, 3, 7, 11])
    assert whole.outcome == cut.outcome == status.OK
    assert whole.samples.tobytes() == cut.samples.tobytes()
    assert whole.record.tobytes() == cut.record.tobytes()


CARS = 5


def fleet():
    """Beads with different gravity; the fourth is told that it cannot go where it goes."""
    cars = [bead() for _ in range(CARS)]
    for i, car in enumerate(cars):
        car.model.parameters[0] += i
    cars[3].model.parameters[3] = 0.42
    return cars


def stacked(name, cars, h):
    method = method_of(name, cars[0], h)[0]
    if isinstance(method, ChordMethod | RosenbrockMethod):
        copies = [method_of(name, car, h)[0].schedule for car in cars]
        return method._replace(schedule=JacobianSchedule(*(np.stack(arrays) for arrays in zip(*copies, strict=True))))
    return method


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("threads", [1, 2])
def test_many_cars_are_single_cars(name, threads):
    h, cars = 0.005, fleet()
    _, rows = method_of(name, cars[0], h)
    methods = stacked(name, cars, h)
    alone = [run(name, car, h, TIMES) for car in cars]

    cars = fleet()
    size = cars[0].size
    y = np.stack([car.start for car in cars])
    k, record = np.zeros((CARS, rows, size)), np.zeros((CARS, progress.LENGTH))
    record[:, progress.WRITTEN] = 1.0
    samples = np.zeros((CARS, len(TIMES), 1 + size))
    samples[:, 0, 1:] = y
    outcomes = np.full(CARS, -1)
    models = many_models([car.model for car in cars])
    works = many_works([car.work for car in cars])
    failed = []

    def work(first, last):
        failed.append(
            advance_many(
                *cars[0].equations[:2],
                models,
                works,
                methods,
                first,
                last,
                y,
                k,
                record,
                TIMES,
                10,
                len(TIMES),
                samples,
                outcomes,
            )
        )

    bounds = np.linspace(0, CARS, threads + 1).astype(int)
    workers = [threading.Thread(target=work, args=pair) for pair in itertools.pairwise(bounds)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(failed) == 1
    assert outcomes[3] == status.LOOP_OPEN
    for i in range(CARS):
        assert outcomes[i] == alone[i].outcome
        assert samples[i].tobytes() == alone[i].samples.tobytes(), i
        assert y[i].tobytes() == alone[i].y.tobytes()
        assert record[i].tobytes() == alone[i].record.tobytes()
