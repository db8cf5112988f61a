"""A car that is stepped, as memory and code: what a process without Python needs to go on with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.compiler.native.compiled_functions import compiled_functions, portable_modules
from jounce.engine.compiler.native.memory_image import MemoryImage, take_image
from jounce.engine.compiler.native.targets import LANES, PortableModule
from jounce.engine.formulations.synthesis.code import law_table_of, program_addresses, program_text
from jounce.engine.laws.ground import original
from jounce.engine.simulate.exported_step import exported_functions, make_table
from jounce.engine.simulate.stepper import LiveStepper


@dataclass(frozen=True)
class ExportedCar:
    """Memory of a car at its start, and the code that works on it.

    called: names of the functions whose addresses the image wants, in its order. table, clock: their places in the
    image; see `jounce.engine.simulate.exported_step`, whose functions are called `exported_advance` and
    `exported_look`.
    """

    image: MemoryImage
    modules: list[PortableModule]
    called: list[str]
    table: int
    clock: int


def export_car(system: Any, stepper: LiveStepper, own: np.ndarray) -> ExportedCar:
    """Take the memory of a car on generated kernels, and find its code; own: an array of the caller that joins it."""
    source = system.generated.source
    table, clock = make_table(stepper)
    programs = program_addresses(source)
    entries = exported_functions()
    known = compiled_functions()
    boxes = [call.box for call in stepper.calls]
    roots = [table, clock, own, *boxes, stepper.times, stepper.record, law_table_of(source)]
    heights = tuple(_arrays_in(original(system.model.ground)))
    image = take_image(roots, {*known, *programs.values()}, heights)
    names = {address: f"program_{name}" for name, address in programs.items()}
    called = [names.get(address, f"called_{i}") for i, address in enumerate(image.called)]
    compiled = {address: name for address, name in zip(image.called, called, strict=True) if address not in names}
    compiled |= {address: f"exported_{name}" for name, address in entries.items()}
    program = PortableModule(program_text(source, LANES), {name: f"program_{name}" for name in programs}, False)
    modules = [*portable_modules(compiled), program]
    return ExportedCar(image, modules, called, image.place_of(table), image.place_of(clock))


def _arrays_in(value: Any) -> list[np.ndarray]:
    """All arrays of a ground: its heights and axes, which nobody writes."""
    if isinstance(value, tuple):
        return [array for part in value for array in _arrays_in(part)]
    return [value] if isinstance(value, np.ndarray) else []
