"""What is different from car to car, as C: `shell/tables.h` says what it means."""

from __future__ import annotations

import hashlib
import math
import struct
import uuid
from collections.abc import Iterable, Sequence

from jounce.lab.simulation.car_export import CarExport, Variable
from jounce.output.native_export.arrays import array_variables


def write_tables(export: CarExport, missing: Iterable[str]) -> str:
    """The tables of a car in C; missing: names of Python's that code which is never reached asks for."""
    parts = [
        '#include "tables.h"\n',
        *_memory(export),
        *_variables(export.variables),
        *_arrays(export),
        *_numbers(export),
        *_outcomes(export),
        *_unreached(missing),
    ]
    return "\n".join(parts) + "\n"


def image_hash(export: CarExport) -> bytes:
    """Sixteen bytes that tell this car, at this start, from all others."""
    image = export.car.image
    parts = (image.content, image.constants, image.addresses.tobytes(), image.functions.tobytes())
    return hashlib.sha256(b"".join(parts) + repr(export.variables).encode()).digest()[:16]


def _memory(export: CarExport) -> Iterable[str]:
    """Sizes of the blocks, and the words in them that are addresses."""
    image = export.car.image
    yield f"const int64_t image_size = {len(image.content)}, constants_size = {len(image.constants)};"
    for name, pairs in (("addresses", image.addresses), ("functions", image.functions)):
        yield _array(f"place_pair image_{name}", [f"{{{a}, {b}}}" for a, b in pairs.tolist()])
    yield f"const int image_address_count = {len(image.addresses)}, image_function_count = {len(image.functions)};"
    yield from (f"extern void {name}(void);" for name in export.car.called)
    yield f"void (*const called_functions[])(void) = {{{', '.join(export.car.called)}}};"
    yield _array("unsigned char image_hash", [str(byte) for byte in image_hash(export)], size=16)


def _variables(variables: Sequence[Variable]) -> Iterable[str]:
    """Names and limits, and how each reaches the memory."""
    index = {one.name: i for i, one in enumerate(variables)}
    rows: list[str] = []
    roles: list[str] = []
    numbers: list[str] = []
    told, slots = [], []
    for one in variables:
        limits = ", ".join(map(_number, (one.minimum, one.maximum, one.start)))
        told.append(f"{{{_text(one.name)}, {_text(one.unit)}, {_text(one.about)}, {one.kind}, {limits}}}")
        places = f"{len(one.rows)}, {len(rows)}, {len(one.roles)}, {len(roles)}, {len(one.numbers)}, {len(numbers)}"
        ends = f"{_number(one.factor)}, {index.get(one.partner, -1)}, {_number(one.extra)}"
        slots.append(f"{{{one.type}, {one.place}, {places}, {ends}}}")
        rows += map(str, one.rows)
        roles += [f"{{{place}, {role}}}" for place, role in one.roles]
        numbers += [f"{{{place}, {struct.unpack('<q', struct.pack('<d', f))[0]}}}" for place, f in one.numbers]
    yield f"const int variable_count = {len(variables)};"
    yield _array("car_variable variables", told)
    yield _array("car_slot slots", slots)
    yield _array("int64_t row_places", rows or ["0"])
    yield _array("place_pair actuator_roles", roles or ["{0, 0}"])
    yield _array("place_pair parameter_places", numbers or ["{0, 0}"])


def _arrays(export: CarExport) -> Iterable[str]:
    """Members of the arrays of FMI 3, and what FMUs and their descriptions are recognised by."""
    index = {one.name: i for i, one in enumerate(export.variables)}
    members = [[str(index[name]) for name in one.members] for one in array_variables(export.variables)]
    starts = [sum(map(len, members[:i])) for i in range(len(members) + 1)]
    yield f"const int array_count = {len(members)};"
    yield _array("int array_starts", [str(start) for start in starts])
    yield _array("int array_members", [name for part in members for name in part] or ["0"])
    yield f"const char fmu_token[] = {_text(token_of(export))};"


def token_of(export: CarExport) -> str:
    """What an importer gives to the library, to show that it read the description of this very car."""
    return f"{{{uuid.UUID(bytes=image_hash(export))}}}"


def _numbers(export: CarExport) -> Iterable[str]:
    """Places and numbers that the shell needs."""
    index = {one.name: i for i, one in enumerate(export.variables)}
    car = export.car
    yield f"const int64_t held_role = {export.held_role}, table_place = {car.table}, clock_place = {car.clock};"
    yield f"const int64_t record_place = {export.record}, wanted_place = {export.wanted};"
    yield f"const double nominal_step = {_number(export.step)};"
    yield f"const int road_count = {len(export.road)};"
    yield _array("place_pair road_wheels", [f"{{{memory}, {point}}}" for memory, point in export.road] or ["{0, 0}"])
    yield _array("double ground_edges", [_number(edge) for edge in export.edges], size=4)
    yield f"const int position_x = {index['chassis.position_x']}, position_y = {index['chassis.position_y']};"


def _outcomes(export: CarExport) -> Iterable[str]:
    """Sentences for steps that fail."""
    count = len(export.meanings)
    yield f"const int culprit_index = {export.culprit}, outcome_count = {count}, joint_count = {len(export.joints)};"
    yield _array("char *const outcome_meanings", [_text(one) for one in export.meanings])
    yield _array("char *const outcome_hints", [_text(one) for one in export.hints])
    yield _array("char *const joint_names", [_text(one) for one in export.joints] or ['""'])
    flags = [str(int(i in export.with_joint)) for i in range(count)]
    yield _array("unsigned char outcome_has_joint", flags)


def _unreached(missing: Iterable[str]) -> Iterable[str]:
    """What stands in for Python where code that is never reached asks for it; that it was reached is noticed."""
    yield "extern volatile int python_was_wanted;"
    for name in missing:
        if "PyExc_" in name:
            yield f"void *{name};"
        else:
            yield f"void *{name}(void) {{ python_was_wanted = 1; return 0; }}"


def _array(declaration: str, items: Sequence[str], size: int | None = None) -> str:
    length = "" if size is None else str(size)
    return f"const {declaration}[{length}] = {{\n    " + ",\n    ".join(items) + "\n};"


def _number(x: float) -> str:
    """A number without rounding, in C."""
    if math.isnan(x):
        return '__builtin_nan("")'
    if math.isinf(x):
        return "__builtin_inf()" if x > 0 else "-__builtin_inf()"
    return float(x).hex()


def _text(text: str) -> str:
    """A string in C, UTF-8."""
    shown = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()
    )
    return f'"{shown}"'
