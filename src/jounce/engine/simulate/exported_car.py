"""A car that is stepped, as memory and code: what a process without Python needs to go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jounce.engine.compiler import Bound
from jounce.engine.compiler.native.compiled_functions import compiled_functions, portable_module
from jounce.engine.compiler.native.memory_image import MemoryImage, take_image
from jounce.engine.compiler.native.targets import LANES, PortableModule, PortableObject
from jounce.engine.formulations.synthesis.arrays import LANES as LANES_WORD
from jounce.engine.formulations.synthesis.arrays import NOTING
from jounce.engine.formulations.synthesis.code import ENTRIES, law_tables_of, program_addresses, program_texts
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
    _emitted: dict[str, list[PortableObject]] = field(default_factory=dict, compare=False, repr=False)

    def objects(self, platform: str) -> list[PortableObject]:
        """The code as object files for a platform; emitted once."""
        if platform not in self._emitted:
            self._emitted[platform] = [module.emit(platform) for module in self.modules]
        return self._emitted[platform]


def export_car(system: Any, stepper: LiveStepper, look: Bound, own: np.ndarray) -> ExportedCar:
    """Take the memory of a car on generated kernels, and find its code.

    look: the bound call that writes all channels; own: an array of the caller that joins the memory. Code for
    derivatives is for registers of LANES doubles, also where this processor has longer ones.
    """
    source, code = system.generated.source, system.model.code
    table, clock = make_table(stepper, look)
    programs = program_addresses(source, code)
    boxes = [call.box for call in (*stepper.calls, look)]
    roots = [table, clock, own, *boxes, stepper.times, stepper.record, *law_tables_of(source, code)]
    heights = tuple(_arrays_in(original(system.model.ground)))
    image = take_image(roots, {*compiled_functions(), *programs.values()}, heights)
    own_code = {address: name for name, address in programs.items()}
    compiled = {address: portable_module(address) for address in image.called if address not in own_code}
    called = [own_code.get(address) or only(compiled[address].names) for address in image.called]
    exported = [portable_module(address, f"exported_{name}") for name, address in exported_functions().items()]
    texts = program_texts(source, code, LANES)
    generated = [
        PortableModule(text, {name: f"{part}_{name}" for name in ENTRIES}, False) for part, text in texts.items()
    ]
    modules = list({only(one.names): one for one in (*compiled.values(), *exported)}.values())
    image = _with_lanes(image, code)
    return ExportedCar(image, [*modules, *generated], called, image.place_of(table), image.place_of(clock))


def _with_lanes(image: MemoryImage, code: np.ndarray) -> MemoryImage:
    """The memory with the number of lanes of the exported code."""
    if not code[NOTING]:
        return image
    content, place = bytearray(image.content), image.place_of(code) + 8 * LANES_WORD
    content[place : place + 8] = np.int64(LANES).tobytes()
    return replace(image, content=bytes(content))


def only(names: Mapping[str, str]) -> str:
    """The one name in object files of a module with one function."""
    (name,) = names.values()
    return name


def _arrays_in(value: Any) -> list[np.ndarray]:
    """All arrays of a ground: its heights and axes, which nobody writes."""
    if isinstance(value, tuple):
        return [array for part in value for array in _arrays_in(part)]
    return [value] if isinstance(value, np.ndarray) else []
