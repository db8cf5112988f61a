"""Laws whose results follow from numbers that cars in lanes keep, in LLVM's language.

While what a law is given lies within bounds in all lanes, nothing is called: its results are computed side by side
from what each lane keeps. A lane that has left its bounds asks for new numbers first; see
`jounce.engine.tracing.record.Box`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jounce.engine.tracing.record import Box, Op, Place

if TYPE_CHECKING:
    from jounce.engine.tracing.llvm_text import TextWriter


def box_of(text: TextWriter, law: str) -> Box | None:
    """What the lanes keep of a law; None: it is called."""
    box = text.m.program.boxes.get(law)
    return box if box is not None and not text.calls and box.array in text.m.program.arrays else None


def inputs_of(text: TextWriter, op: Op) -> int:
    """Words that calls of the law of an operation take."""
    law, numbers = (op[1], op[3]) if op[0] == "outside" else (op[3], op[5])
    return len(numbers) + (2 if box_of(text, law) is not None else 0)


def write_box(text: TextWriter, box: Box, place: Place, numbers: Sequence[int]) -> list[str]:
    """Results of a law in all lanes."""
    rows = [text.row(text.kind, box.array, place, box.column + k) for k in range(2 * len(numbers) + box.count)]
    values = [text.names[x] for x in numbers]
    # which lanes are within their bounds
    inside = []
    for k, x in enumerate(values):
        for relation, row in (("oge", rows[2 * k]), ("olt", rows[2 * k + 1])):
            bound = text.emit(f"load {text.kind}, ptr {row}, align 8")
            inside.append(text.emit(f"fcmp {relation} {text.kind} {x}, {bound}"))
    within = inside[0]
    for one in inside[1:]:
        within = text.emit(f"and {text.truth} {within}, {one}")
    text.blocks += 1
    n = text.blocks
    text.do(f"br i1 {text.every_true(within)}, label %kept{n}, label %find{n}_0")
    for lane in range(text.lanes):
        text.begin(f"find{n}_{lane}")
        after = f"find{n}_{lane + 1}" if lane + 1 < text.lanes else f"kept{n}"
        own = text.part_of_truth(within, lane)
        text.do(f"br i1 {own}, label %{after}, label %call{n}_{lane}")
        text.begin(f"call{n}_{lane}")
        find(text, box, place, numbers, rows[0], lane)
        text.do(f"br label %{after}")
    text.begin(f"kept{n}")
    kept = [text.emit(f"load {text.kind}, ptr {row}, align 8") for row in rows[2 * len(numbers) :]]
    return text.run_plain(box.function, [*values, *kept])


def find(text: TextWriter, box: Box, place: Place, numbers: Sequence[int], row: str, lane: int) -> None:
    """Let the numbers of one lane be found and written to its column."""
    column = text.emit(f"getelementptr inbounds double, ptr {row}, i64 {lane}")
    text.put_word(len(numbers), text.emit(f"ptrtoint ptr {column} to i64"))
    text.put_word(len(numbers) + 1, str(text.lanes))
    text.call_for_lane(box.finder, place, numbers, lane)


def write_box_elsewhere(text: TextWriter, condition: str, known: Sequence[str], box: Box, op: Op) -> list[str]:
    """Known values where a condition holds, else results of a law; if it holds in all lanes, nothing else is done."""
    text.blocks += 1
    n, before = text.blocks, text.block
    text.do(f"br i1 {text.every_true(condition)}, label %known{n}, label %elsewhere{n}")
    text.begin(f"elsewhere{n}")
    found = write_box(text, box, op[4], op[5])
    chosen = [
        text.emit(f"select {text.truth} {condition}, {text.kind} {a}, {text.kind} {b}")
        for a, b in zip(known, found, strict=True)
    ]
    last = text.block
    text.do(f"br label %known{n}")
    text.begin(f"known{n}")
    return [text.emit(f"phi {text.kind} [{a}, %{before}], [{b}, %{last}]") for a, b in zip(known, chosen, strict=True)]
