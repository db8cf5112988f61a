"""Models, scratch and methods of one or many cars along a first axis, as `jounce.engine.integrators.batch` takes them.

A single car is a stack of one: it runs through the very code that many cars run through, not a copy that a compiler may
have rounded differently, so that their results are the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.engine.compiler import INTERPRETED
from jounce.engine.compiler.boxes import BoxBytes
from jounce.engine.formulations.elements import ARRAYS, ElementArrays
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.integrators.batch import Grounds, Models, Works
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule
from jounce.engine.laws.ground import Ground, original


def one_model(model: Model) -> Models:
    """A stack of one that shares the model's memory."""
    elements = {name: getattr(model.elements, name)[None] for name in ARRAYS}
    return Models(
        parameters=model.parameters[None],
        elements=ElementArrays(**elements, tire=model.elements.tire),
        signals=model.signals[None],
        tables=model.tables[None],
        grounds=Grounds(np.array([model.ground.ask], np.int64), _one_box(model.ground.box)),
        code=model.code,
    )


def one_work(work: Work) -> Works:
    """A stack of one that shares the scratch."""
    return Works(*(array[None] for array in work))


def one_method(method: Any) -> tuple:
    """A batch of one; its schedules share their memory."""
    own = _schedules(method)
    return method._replace(**{name: JacobianSchedule(*(array[None] for array in own[name])) for name in own})


def many_models(models: Sequence[Model]) -> Models:
    """All models; tables are filled up to the longest."""
    longest = max(model.tables.size for model in models)
    tables = np.zeros((len(models), longest))
    for i, model in enumerate(models):
        tables[i, : model.tables.size] = model.tables
    first = models[0]
    elements = {name: _along_first_axis([getattr(model.elements, name) for model in models]) for name in ARRAYS}
    return Models(
        parameters=np.array([model.parameters for model in models]),
        elements=ElementArrays(**elements, tire=first.elements.tire),
        signals=np.array([model.signals for model in models]),
        tables=tables,
        grounds=_many_grounds([model.ground for model in models]),
        code=first.code,
    )


def _one_box(box: np.ndarray) -> np.ndarray:
    """A stack of one that shares the box."""
    return _boxes([box]) if INTERPRETED else box[None]


def _boxes(boxes: Sequence[np.ndarray]) -> np.ndarray:
    """Boxes as they are, for Python in place of compiled code: it opens each by what keeps it alive."""
    stack = np.empty(len(boxes), object)
    for i, box in enumerate(boxes):
        stack[i] = box
    return stack


def _many_grounds(grounds: Sequence[Ground]) -> Grounds:
    """Grounds of any kinds and sizes: boxes are copied, filled up to the longest; arrays of heights are not.

    The memory of the boxes keeps those arrays alive.
    """
    asks = np.array([ground.ask for ground in grounds], np.int64)
    boxes = [ground.box for ground in grounds]
    if INTERPRETED:
        return Grounds(asks, _boxes(boxes))
    longest = max(box.size for box in boxes)
    memory = BoxBytes(len(boxes) * longest)
    memory.value = tuple(original(ground) for ground in grounds)
    stack = np.frombuffer(memory, np.uint8).reshape(len(boxes), longest)
    for row, box in zip(stack, boxes, strict=True):
        row[: box.size] = box
    return Grounds(asks, stack)


def _along_first_axis(records: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays of records as one, of the very type that they have: numpy would lay out overlapping fields anew."""
    stack = np.zeros((len(records), *records[0].shape), records[0].dtype)
    for i, array in enumerate(records):
        stack[i] = array
    return stack


def many_works(works: Sequence[Work]) -> Works:
    """Scratch for each car."""
    return Works(*(np.array([getattr(work, name) for work in works]) for name in Work._fields))


def model_of(models: Models, i: int) -> Model:
    """The model of one car of many; it shares their memory."""
    elements = {name: getattr(models.elements, name)[i] for name in ARRAYS}
    return Model(
        parameters=models.parameters[i],
        elements=ElementArrays(**elements, tire=models.elements.tire),
        signals=models.signals[i],
        tables=models.tables[i],
        ground=Ground(int(models.grounds.asks[i]), models.grounds.boxes[i]),
        code=models.code,
    )


def work_of(works: Works, i: int) -> Work:
    """The scratch of one car of many."""
    return Work(*(array[i] for array in works))


def many_methods(methods: Sequence[Any]) -> tuple:
    """One method with a schedule of Jacobians for each car; all else is that of the first."""
    found = [_schedules(method) for method in methods]
    batches = {
        name: JacobianSchedule(*(np.array(arrays) for arrays in zip(*(own[name] for own in found), strict=True)))
        for name in found[0]
    }
    return methods[0]._replace(**batches)


def _schedules(method: Any) -> dict[str, JacobianSchedule]:
    """What of a method is its own for each car, by field."""
    return {name: value for name, value in method._asdict().items() if isinstance(value, JacobianSchedule)}
