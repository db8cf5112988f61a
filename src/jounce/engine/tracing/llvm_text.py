"""A program in LLVM's language, for one car or for several in the lanes of SIMD registers.

Cars in lanes: every number is a vector with one component per car, and arrays are laid out `[place][lane]`. Calls in
lanes (`group`): every number is a vector with one component per call, index arguments differ from lane to lane, and
numbers are gathered from and scattered to the arrays of the one car. Laws that are not traced are called lane by lane.

Nothing is left to the optimiser that changes a rounding: no fast-math flag stands on any operation, and products and
sums are joined where the record says so.

An entry takes pointers: the table of laws, the contexts of the cars (which laws get), the times, then the arrays.
A law is `i64 law(i64 context, i64 place, i64 inputs, i64 outputs)`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jounce.engine.compiler.float_bits import BIAS, FIELD, INTEGER_BITS, SQRT_HALF_BITS, WHOLE
from jounce.engine.tracing.llvm_boxes import box_of, inputs_of, write_box, write_box_elsewhere
from jounce.engine.tracing.order import late_order, seldom_parts
from jounce.engine.tracing.record import Function, Op, Place, Program

CONTEXT_BYTES = 192
"""Room of one car's context: 24 words."""
_BINARY = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
_COMPARE = {"less": "olt", "less_equal": "ole", "equal": "oeq", "not_equal": "une"}
_LOGIC = {"both": "and", "either": "or"}
_INTRINSIC = {"absolute": "fabs", "root": "sqrt", "floor": "floor"}
_TWO_TO = INTEGER_BITS + BIAS


@dataclass(frozen=True)
class Variant:
    """A function as it is emitted: by how many lanes, and whether these are calls on one car instead of cars."""

    name: str
    lanes: int = 1
    calls: bool = False
    uniform: tuple[bool, ...] = ()
    """Which of the numbers are the same in all calls."""
    masked: bool = False
    """Whether lanes that are done keep what they have."""

    @property
    def symbol(self) -> str:
        """The name in LLVM's language."""
        if not self.calls:
            return self.name
        shared = "".join("u" if u else "v" for u in self.uniform)
        return f"{self.name}.x{self.lanes}.{shared}{'m' if self.masked else ''}"


def write_llvm(program: Program, lanes: int = 1) -> str:
    """The text of a module with all entries of a program, for so many cars."""
    return _Module(program, lanes).write()


def _repeated(program: Program) -> set[str]:
    """Functions that are repeated until loops are closed, and those that they call."""
    found = {op[1] for f in program.functions.values() for op in f.ops if op[0].startswith("repeat")}
    queue = list(found)
    while queue:
        called = {op[1] for op in program.functions[queue.pop()].ops if op[0] == "call"} - found
        found |= called
        queue += called
    return found


class _Module:
    def __init__(self, program: Program, cars: int) -> None:
        self.program, self.cars = program, cars
        self.declared: dict[str, str] = {}
        self.pointers = ("laws", "contexts", *program.arrays)
        self.repeated = _repeated(program)
        writes = ("store", "accumulate")
        self.written = frozenset(op[1] for f in program.functions.values() for op in f.ops if op[0] in writes)
        self.asked: list[Variant] = []

    def write(self) -> str:
        self.asked = [Variant(name, self.cars) for name in self.program.entries]
        texts = []
        for variant in self.asked:  # which grows meanwhile
            texts.append(TextWriter(self, variant).write())
        return "\n".join([*self.declared.values(), *texts]) + "\n"

    def ask(self, variant: Variant) -> str:
        """The symbol of a variant, which will be written too."""
        if variant not in self.asked:
            self.asked.append(variant)
        return variant.symbol

    def declare(self, name: str, result: str, *arguments: str) -> str:
        self.declared[name] = f"declare {result} @{name}({', '.join(arguments)})"
        return name


class TextWriter:
    """The text of one variant of a function."""

    def __init__(self, module: _Module, variant: Variant) -> None:
        self.m, self.v = module, variant
        self.f: Function = module.program.functions[variant.name]
        self.lanes, self.calls = variant.lanes, variant.calls
        self.kind, self.truth = _kind(variant.lanes), _truth(variant.lanes)
        self.names: dict[int, str] = {}
        self.parts: dict[int, list[str]] = {}
        """Results of operations that have several, by operation."""
        self.lines: list[str] = []
        self.beginnings: list[str] = []
        self.begins: dict[tuple[str, str, str], str] = {}
        """Where places that an index argument says begin in an array, by type, array and argument."""
        self.seldom: dict[int, list[int]] = {}
        """Operations that are written behind the branch of a choice, by choice."""
        self.block, self.count, self.blocks = "start", 0, 0
        outside = [op for op in self.f.ops if op[0] == "outside"]
        solves = any(op[0].startswith("solve") for op in self.f.ops)
        asked = [op for op in self.f.ops if op[0] == "else_outside"]
        self.inputs = max([3 * solves, *(inputs_of(self, op) for op in (*outside, *asked))])
        self.outputs = max([int(solves), *(op[4] for op in outside), *(len(op[2]) for op in asked)])

    def write(self) -> str:
        order = late_order(self.f, self.m.written)
        self.seldom = seldom_parts(self.f, order, self.m.written)
        behind_branches = {i for part in self.seldom.values() for i in part}
        self.write_operations(i for i in order if i not in behind_branches)
        before = [*self._preparations(), *self.beginnings]
        return "\n".join([self._head(), "start:", *before, *self.lines, *self._return(), "}"])

    def write_operations(self, numbers: Iterable[int]) -> None:
        for i in numbers:
            op = self.f.ops[i]
            getattr(self, f"_{op[0]}", self._plain)(i, op)

    # the frame
    def _head(self) -> str:
        if self.v.name in self.m.program.entries:
            arrays = ", ".join(f"ptr noalias %{a}" for a in self.m.program.arrays)
            return f"define void @{self.v.symbol}(ptr %laws, ptr %contexts, ptr %times, {arrays}) nounwind {{"
        parts = [f"ptr noalias %{p}" for p in self.m.pointers]
        parts += [f"{self.truth} %mask"] if self.v.masked else []
        for i in range(self.f.numbers):
            parts.append(f"double %s{i}" if self._is_uniform(i) else f"{self.kind} %n{i}")
        parts += [f"i64 {x}" for i in range(self.f.indices) for x in self._index_names(i)]
        result = _result_type(self.f, self.kind)
        inline = "alwaysinline" if self.f.strict else "noinline"
        return f"define internal {result} @{self.v.symbol}({', '.join(parts)}) {inline} nounwind {{"

    def _preparations(self) -> list[str]:
        lines = []
        if self.inputs:
            lines.append(f"  %inputs = alloca double, i64 {self.inputs}, align 32")
        if self.outputs:
            lines.append(f"  %outputs = alloca double, i64 {self.outputs}, align 32")
        if self.v.name in self.m.program.entries and self.f.numbers:
            lines.append(f"  %n0 = load {self.kind}, ptr %times, align 8")
        for i in range(self.f.numbers):
            if self._is_uniform(i):
                lines.append(f"  %b{i} = insertelement {self.kind} poison, double %s{i}, i64 0")
                zeros = f"<{self.lanes} x i32> zeroinitializer"
                lines.append(f"  %n{i} = shufflevector {self.kind} %b{i}, {self.kind} poison, {zeros}")
        return lines

    def _return(self) -> list[str]:
        if not self.f.results:
            return ["  ret void"]
        kind, lines, before = _result_type(self.f, self.kind), [], "poison"
        for k, value in enumerate(self.f.results):
            lines.append(f"  %r{k} = insertvalue {kind} {before}, {self.kind} {self.names[value]}, {k}")
            before = f"%r{k}"
        return [*lines, f"  ret {kind} {before}"]

    def _is_uniform(self, i: int) -> bool:
        return self.calls and self.v.uniform[i]

    def _index_names(self, i: int) -> list[str]:
        return [f"%i{i}_{lane}" for lane in range(self.lanes)] if self.calls else [f"%i{i}"]

    # lines
    def emit(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def begin(self, block: str) -> None:
        self.lines.append(f"{block}:")
        self.block = block

    def let(self, i: int, text: str) -> None:
        self.names[i] = self.emit(text)

    # lanes
    def constant(self, x: float) -> str:
        return _constant(x, self.lanes)

    def part(self, value: str, lane: int, lanes: int | None = None) -> str:
        lanes = self.lanes if lanes is None else lanes
        return value if lanes == 1 else self.emit(f"extractelement {_kind(lanes)} {value}, i64 {lane}")

    def joined(self, parts: Sequence[str]) -> str:
        if len(parts) == 1:
            return parts[0]
        before = "poison"
        for lane, x in enumerate(parts):
            before = self.emit(f"insertelement {_kind(len(parts))} {before}, double {x}, i64 {lane}")
        return before

    def spread(self, value: str) -> str:
        """One number in all lanes."""
        return self.joined([value] * self.lanes)

    def splat(self, value: str) -> str:
        """One number in all lanes, in the two instructions that LLVM takes for a broadcast."""
        first = self.emit(f"insertelement {self.kind} poison, double {value}, i64 0")
        zeros = f"<{self.lanes} x i32> zeroinitializer"
        return self.emit(f"shufflevector {self.kind} {first}, {self.kind} poison, {zeros}")

    # memory
    def place(self, place: Place, lane: int = 0) -> str:
        argument, offset = place
        if argument is None:
            return str(offset)
        name = self._index_names(argument)[lane if self.calls else 0]
        return name if offset == 0 else self.emit(f"add nsw i64 {name}, {offset}")

    def address(self, array: str, place: Place, lane: int = 0) -> str:
        kind = "double" if self.calls or array in self.m.program.uniform else self.kind
        return self.element(kind, array, place, 1, 0, lane)

    def row(self, kind: str, array: str, place: Place, column: int, lane: int = 0) -> str:
        """The address of a number of a record in its array."""
        return self.element(kind, array, place, self.m.program.rows[array], column, lane)

    def element(self, kind: str, array: str, place: Place, width: int, column: int, lane: int) -> str:
        """The address of a number in an array of rows. The row that an index argument says is found once, at the
        beginning: LLVM need not look for what addresses have in common, which takes it longer than all else."""
        argument, offset = place
        first = f"%{array}"
        if argument is not None:
            first = self.beginning(kind, array, self._index_names(argument)[lane if self.calls else 0], width)
        return self.emit(f"getelementptr inbounds {kind}, ptr {first}, i64 {offset * width + column}")

    def beginning(self, kind: str, array: str, index: str, width: int) -> str:
        """The address of the row that an index argument says."""
        key = (kind, array, index)
        if key not in self.begins:
            name = self.begins[key] = f"%from{len(self.begins)}"
            if width != 1:
                self.beginnings.append(f"  {name}_row = mul nsw i64 {index}, {width}")
                index = f"{name}_row"
            self.beginnings.append(f"  {name} = getelementptr inbounds {kind}, ptr %{array}, i64 {index}")
        return self.begins[key]

    def read(self, array: str, place: Place) -> str:
        if array in self.m.program.uniform and self.lanes > 1:
            return self.splat(self.emit(f"load double, ptr {self.address(array, place)}, align 8"))
        if not self.calls:
            return self.emit(f"load {self.kind}, ptr {self.address(array, place)}, align 8")
        if place[0] is None:
            return self.spread(self.emit(f"load double, ptr {self.address(array, place)}, align 8"))
        lanes = range(self.lanes)
        return self.joined(
            [self.emit(f"load double, ptr {self.address(array, place, lane)}, align 8") for lane in lanes]
        )

    def lanes_of(self, i: int) -> Sequence[int]:
        """Lanes in which an operation writes to memory."""
        return self.f.only.get(i, range(self.lanes))

    def write_to(self, array: str, place: Place, value: str, lanes: Sequence[int]) -> None:
        if not self.calls:
            self.do(f"store {self.kind} {value}, ptr {self.address(array, place)}, align 8")
            return
        for lane in lanes:
            part = self.part(value, lane)
            self.do(f"store double {part}, ptr {self.address(array, place, lane)}, align 8")

    # operations
    def _number(self, i: int, op: Op) -> None:
        self.names[i] = f"%n{op[1]}"

    def _constant(self, i: int, op: Op) -> None:
        self.names[i] = self.constant(op[1])

    def _plain(self, i: int, op: Op) -> None:
        name, values = op[0], [self.names[x] for x in op[1:]]
        if name in _BINARY:
            self.let(i, f"{_BINARY[name]} {self.kind} {values[0]}, {values[1]}")
        elif name in _COMPARE:
            self.let(i, f"fcmp {_COMPARE[name]} {self.kind} {values[0]}, {values[1]}")
        elif name in _LOGIC:
            self.let(i, f"{_LOGIC[name]} {self.truth} {values[0]}, {values[1]}")
        else:
            self.let(i, f"call {self.kind} @{self.intrinsic(_INTRINSIC[name], 1)}({self.kind} {values[0]})")

    def intrinsic(self, name: str, arguments: int) -> str:
        suffix = f"v{self.lanes}f64" if self.lanes > 1 else "f64"
        return self.m.declare(f"llvm.{name}.{suffix}", self.kind, *[self.kind] * arguments)

    def _negate(self, i: int, op: Op) -> None:
        self.let(i, f"fneg {self.kind} {self.names[op[1]]}")

    def _fused(self, i: int, op: Op) -> None:
        given = ", ".join(f"{self.kind} {self.names[x]}" for x in op[1:])
        self.let(i, f"call {self.kind} @{self.intrinsic('fma', 3)}({given})")

    def _not(self, i: int, op: Op) -> None:
        self.let(i, f"xor {self.truth} {self.names[op[1]]}, {_all_true(self.lanes)}")

    def _choose(self, i: int, op: Op) -> None:
        c, a, b = (self.names[x] for x in op[1:])
        self.let(i, f"select {self.truth} {c}, {self.kind} {a}, {self.kind} {b}")

    def _blend(self, i: int, op: Op) -> None:
        """Lanes of two functions that are joined."""
        _, n, a, b = op
        order = ", ".join(f"i32 {lane + self.lanes * (lane >= n)}" for lane in range(self.lanes))
        given = f"{self.kind} {self.names[a]}, {self.kind} {self.names[b]}"
        self.let(i, f"shufflevector {given}, <{self.lanes} x i32> <{order}>")

    def _choose_seldom(self, i: int, op: Op) -> None:
        """What only this choice needs is computed behind a branch, if the condition holds in some lane."""
        if i not in self.seldom:
            self._choose(i, op)
            return
        self.blocks += 1
        n, before, truth = self.blocks, self.block, self.names[op[1]]
        some = self.any_true(truth, self.lanes)
        self.do(f"br i1 {some}, label %seldom{n}, label %usual{n}")
        self.begin(f"seldom{n}")
        self.write_operations(self.seldom[i])
        self._choose(i, op)
        chosen, last = self.names[i], self.block
        self.do(f"br label %usual{n}")
        self.begin(f"usual{n}")
        self.let(i, f"phi {self.kind} [{self.names[op[3]]}, %{before}], [{chosen}, %{last}]")

    def any_true(self, truth: str, lanes: int) -> str:
        """Whether a condition holds in some lane."""
        if lanes == 1:
            return truth
        reduce = self.m.declare(f"llvm.vector.reduce.or.v{lanes}i1", "i1", _truth(lanes))
        return self.emit(f"call i1 @{reduce}({_truth(lanes)} {truth})")

    # powers of two and exponents, by bits: see jounce.engine.compiler.float_bits
    def word(self, x: int) -> str:
        return str(x) if self.lanes == 1 else "<" + ", ".join([f"i64 {x}"] * self.lanes) + ">"

    def integers(self, text: str) -> str:
        return self.emit(text.replace("WORD", _kind(self.lanes).replace("double", "i64")))

    def _two_to(self, i: int, op: Op) -> None:
        sum_ = self.emit(f"fadd {self.kind} {self.names[op[1]]}, {self.constant(_TWO_TO)}")
        bits = self.integers(f"bitcast {self.kind} {sum_} to WORD")
        shifted = self.integers(f"shl WORD {bits}, {self.word(FIELD)}")
        self.names[i] = self.integers(f"bitcast WORD {shifted} to {self.kind}")

    def _split(self, i: int, op: Op) -> None:
        bits = self.integers(f"bitcast {self.kind} {self.names[op[1]]} to WORD")
        moved = self.integers(f"add WORD {bits}, {self.word((BIAS << FIELD) - SQRT_HALF_BITS)}")
        biased = self.integers(f"lshr WORD {moved}, {self.word(FIELD)}")
        exponent = self.integers(f"sub WORD {biased}, {self.word(BIAS)}")
        field = self.integers(f"shl WORD {exponent}, {self.word(FIELD)}")
        mantissa = self.integers(f"sub WORD {bits}, {field}")
        whole = self.integers(f"or WORD {biased}, {self.word(int(_bits(WHOLE), 16))}")
        numbers = [self.integers(f"bitcast WORD {x} to {self.kind}") for x in (mantissa, whole)]
        self.parts[i] = [numbers[0], self.emit(f"fsub {self.kind} {numbers[1]}, {self.constant(WHOLE + BIAS)}")]

    def _load(self, i: int, op: Op) -> None:
        self.names[i] = self.read(op[1], op[2])

    def _store(self, i: int, op: Op) -> None:
        value = self.names[op[3]]
        if self.v.masked:
            before = self.read(op[1], op[2])
            value = self.emit(f"select {self.truth} %mask, {self.kind} {value}, {self.kind} {before}")
        self.write_to(op[1], op[2], value, self.lanes_of(i))

    def _accumulate(self, i: int, op: Op) -> None:
        _, array, place, value = op
        if not self.calls:
            total = self.emit(f"fadd {self.kind} {self.read(array, place)}, {self.names[value]}")
            self.write_to(array, place, total, range(1))
            return
        for lane in self.lanes_of(i):  # one after another: lanes may add to the same place
            there = self.address(array, place, lane)
            before = self.emit(f"load double, ptr {there}, align 8")
            total = self.emit(f"fadd double {before}, {self.part(self.names[value], lane)}")
            self.do(f"store double {total}, ptr {there}, align 8")

    # records
    def _field(self, i: int, op: Op) -> None:
        _, array, place, column = op
        kind = "double" if self.calls else self.kind
        lanes = range(self.lanes) if self.calls and place[0] is not None else range(1)
        parts = []
        for lane in lanes:
            parts.append(self.emit(f"load {kind}, ptr {self.row(kind, array, place, column, lane)}, align 8"))
        self.names[i] = parts[0] if not self.calls else self.joined(parts * (self.lanes // len(parts)))

    def _report(self, i: int, op: Op) -> None:
        _, array, place, column, value = op
        if not self.calls:
            self._report_along(i, op)
            return
        for lane in self.lanes_of(i):
            there = self.row("double", array, place, column, lane)
            self.do(f"store double {self.part(self.names[value], lane)}, ptr {there}, align 8")

    def _report_along(self, i: int, op: Op) -> None:
        _, array, place, column, value = op
        self.do(f"store {self.kind} {self.names[value]}, ptr {self.row(self.kind, array, place, column)}, align 8")

    def _gather(self, i: int, op: Op) -> None:
        _, array, start, (records, place, column) = op
        stride = 1 if self.calls else self.lanes
        parts = []
        for lane in range(self.lanes):
            own = 0 if self.calls else lane
            there = self.row("double" if self.calls else self.kind, records, place, column, lane)
            if own:
                there = self.emit(f"getelementptr inbounds i64, ptr {there}, i64 {own}")
            n = self.emit(f"add nsw i64 {self.emit(f'load i64, ptr {there}, align 8')}, {start}")
            there = self.emit(f"getelementptr inbounds double, ptr %{array}, i64 {self.strided(n, stride, own)}")
            parts.append(self.emit(f"load double, ptr {there}, align 8"))
        self.names[i] = self.joined(parts)

    def strided(self, place: str, stride: int, lane: int) -> str:
        """Where the number of one car is in an array that is laid out `[place][lane]`."""
        if stride == 1:
            return place
        return self.emit(f"add nsw i64 {self.emit(f'mul nsw i64 {place}, {stride}')}, {lane}")

    # calls
    def _apply(self, i: int, op: Op) -> None:
        _, name, numbers = op
        target = self.m.program.functions[name]
        variant = Variant(name, self.lanes, self.calls, (False,) * len(numbers) if self.calls else ())
        self._run(i, variant, target, None, [f"{self.kind} {self.names[x]}" for x in numbers], [])

    def _call(self, i: int, op: Op) -> None:
        _, name, numbers, places = op
        target = self.m.program.functions[name]
        masked = self.lanes > 1 and name in self.m.repeated
        mask = ("%mask" if self.v.masked else _all_true(self.lanes)) if masked else None
        uniform = (False,) * len(numbers) if self.calls else ()
        variant = Variant(name, self.lanes, self.calls, uniform, masked)
        values = [f"{self.kind} {self.names[x]}" for x in numbers]
        lanes = range(self.lanes) if self.calls else range(1)
        indices = [self.place(p, lane) for p in places for lane in lanes]
        self._run(i, variant, target, mask, values, indices)

    def _run(
        self, i: int, v: Variant, target: Function, mask: str | None, values: Sequence[str], indices: Sequence[str]
    ) -> None:
        """Call a variant; its results are the parts of operation i."""
        given = [f"ptr %{p}" for p in self.m.pointers]
        given += [f"{_truth(v.lanes)} {mask}"] if v.masked else []
        given += [*values, *(f"i64 {x}" for x in indices)]
        result = _result_type(target, _kind(v.lanes))
        text = f"call {result} @{self.m.ask(v)}({', '.join(given)})"
        if not target.results:
            self.do(text)
            return
        made = self.emit(text)
        self.parts[i] = [self.emit(f"extractvalue {result} {made}, {k}") for k in range(len(target.results))]

    def _group(self, i: int, op: Op) -> None:
        _, name, calls = op
        target, lanes = self.m.program.functions[name], len(calls)
        by_number = list(zip(*(numbers for numbers, _ in calls), strict=True))
        uniform = tuple(len(set(values)) == 1 for values in by_number)
        values = []
        for same, own in zip(uniform, by_number, strict=True):
            kind, value = ("double", self.names[own[0]]) if same else ("", "")
            if not same:
                kind, value = _kind(lanes), self.joined([self.names[x] for x in own])
            values.append(f"{kind} {value}")
        by_index = zip(*(places for _, places in calls), strict=True)
        indices = [self.place(p) for own in by_index for p in own]
        masked = name in self.m.repeated
        mask = _all_true(lanes) if masked else None
        self._run(i, Variant(name, lanes, True, uniform, masked), target, mask, values, indices)

    def _member(self, i: int, op: Op) -> None:
        """Its results are lanes of the group's."""

    def _result(self, i: int, op: Op) -> None:
        _, call, k = op
        made, lane = self.f.ops[call], 0
        if made[0] == "member":
            call, lane = made[1], made[2]
        value = self.parts[call][k]
        group = self.f.ops[call][0].endswith("group")
        self.names[i] = self.part(value, lane, len(self.f.ops[call][2])) if group else value

    # laws
    def _outside(self, i: int, op: Op) -> None:
        _, law, place, numbers, count = op
        box = box_of(self, law)
        if box is not None:
            self.parts[i] = write_box(self, box, place, numbers)
            return
        found: list[list[str]] = [[] for _ in range(count)]
        for lane in range(self.lanes):
            self.call_for_lane(law, place, numbers, lane)
            for k in range(count):
                found[k].append(self.get_output(k))
        self.parts[i] = [self.joined(parts) for parts in found]

    def _else_outside(self, i: int, op: Op) -> None:
        """Nothing is called when the condition holds in all lanes; else, lanes where it does not are served in turn."""
        _, condition, values, law, place, numbers = op
        truth, known = self.names[condition], [self.names[x] for x in values]
        box = box_of(self, law)
        if box is not None:
            self.parts[i] = write_box_elsewhere(self, truth, known, box, op)
            return
        self.blocks += 1
        n, before = self.blocks, self.block
        self.do(f"br i1 {self.every_true(truth)}, label %known{n}, label %asked{n}_0")
        found: list[list[str]] = [[] for _ in values]
        for lane in range(self.lanes):
            self.begin(f"asked{n}_{lane}")
            parts = [self.part(x, lane) for x in known]
            self.do(f"br i1 {self.part_of_truth(truth, lane)}, label %next{n}_{lane}, label %call{n}_{lane}")
            self.begin(f"call{n}_{lane}")
            self.call_for_lane(law, place, numbers, lane)
            answers = [self.get_output(k) for k in range(len(values))]
            self.do(f"br label %next{n}_{lane}")
            self.begin(f"next{n}_{lane}")
            for k, (part, new) in enumerate(zip(parts, answers, strict=True)):
                found[k].append(self.emit(f"phi double [{part}, %asked{n}_{lane}], [{new}, %call{n}_{lane}]"))
            if lane + 1 < self.lanes:
                self.do(f"br label %asked{n}_{lane + 1}")
        joined = [self.joined(parts) for parts in found]
        last = self.block
        self.do(f"br label %known{n}")
        self.begin(f"known{n}")
        self.parts[i] = [
            self.emit(f"phi {self.kind} [{x}, %{before}], [{y}, %{last}]") for x, y in zip(known, joined, strict=True)
        ]

    def every_true(self, truth: str) -> str:
        """Whether a condition holds in all lanes."""
        if self.lanes == 1:
            return truth
        reduce = self.m.declare(f"llvm.vector.reduce.and.v{self.lanes}i1", "i1", self.truth)
        return self.emit(f"call i1 @{reduce}({self.truth} {truth})")

    def part_of_truth(self, truth: str, lane: int) -> str:
        """Whether a condition holds in a lane."""
        return truth if self.lanes == 1 else self.emit(f"extractelement {self.truth} {truth}, i64 {lane}")

    def run_plain(self, name: str, values: Sequence[str]) -> list[str]:
        """Results of a function of numbers alone, cars in lanes."""
        target, given = self.m.program.functions[name], [f"ptr %{p}" for p in self.m.pointers]
        given += [f"{self.kind} {x}" for x in values]
        result = _result_type(target, self.kind)
        made = self.emit(f"call {result} @{self.m.ask(Variant(name, self.lanes))}({', '.join(given)})")
        return [self.emit(f"extractvalue {result} {made}, {k}") for k in range(len(target.results))]

    def call_for_lane(self, law: str, place: Place, numbers: Sequence[int], lane: int) -> None:
        """Call a law with the numbers of one lane; its answer is among the outputs."""
        car = 0 if self.calls else lane
        context = self.emit(f"getelementptr i8, ptr %contexts, i64 {car * CONTEXT_BYTES}")
        for k, x in enumerate(numbers):
            self.put_input(k, self.part(self.names[x], lane))
        self.call_law(law, context, self.place(place, lane))

    def _solve(self, i: int, op: Op) -> None:
        _, place, n, m = op
        found = []
        for lane in range(self.lanes):
            here = self.address("W", place, lane)
            if not self.calls:
                here = self.emit(f"getelementptr double, ptr {here}, i64 {lane}")
            for k, x in enumerate((n, m, 1 if self.calls else self.lanes)):
                self.put_input(k, _bits(float(x)))
            self.call_law("solve_rows", here, "0")
            found.append(self.get_output(0))
        self.parts[i] = [self.joined(found)]

    def _solve_noting(self, i: int, op: Op) -> None:
        """One car: the equations, and a place for notes."""
        _, place, n, m, notes = op
        here, there = self.address("W", place), self.emit(f"ptrtoint ptr {self.address('notes', notes)} to i64")
        for k, x in enumerate((n, m)):
            self.put_input(k, _bits(float(x)))
        self.call_law("solve_noting", here, there)
        self.parts[i] = [self.get_output(0)]

    def _solve_along(self, i: int, op: Op) -> None:
        """All lanes in one call."""
        _, place, n, m, notes = op
        here, there = self.address("W", place), self.emit(f"ptrtoint ptr {self.address('notes', notes)} to i64")
        for k, x in enumerate((n, m, self.lanes)):
            self.put_input(k, _bits(float(x)))
        self.call_law("solve_along", here, there)

    def put_input(self, k: int, value: str) -> None:
        place = self.emit(f"getelementptr inbounds double, ptr %inputs, i64 {k}")
        self.do(f"store double {value}, ptr {place}, align 8")

    def put_word(self, k: int, value: str) -> None:
        place = self.emit(f"getelementptr inbounds double, ptr %inputs, i64 {k}")
        self.do(f"store i64 {value}, ptr {place}, align 8")

    def get_output(self, k: int) -> str:
        place = self.emit(f"getelementptr inbounds double, ptr %outputs, i64 {k}")
        return self.emit(f"load double, ptr {place}, align 8")

    def call_law(self, law: str, context: str, where: str) -> None:
        slot = self.m.program.outside.index(law)
        pointer = self.emit(f"load ptr, ptr {self.emit(f'getelementptr ptr, ptr %laws, i64 {slot}')}, align 8")
        words = [self.emit(f"ptrtoint ptr {p} to i64") for p in (context, "%inputs", "%outputs")]
        self.emit(f"call i64 {pointer}(i64 {words[0]}, i64 {where}, i64 {words[1]}, i64 {words[2]})")

    # passes until loops are closed
    def _repeat(self, i: int, op: Op) -> None:
        _, name, places, (limit,), passes, closed = op
        indices = [self.place(p) for p in places]
        self._loop(i, Variant(name, self.lanes, masked=self.lanes > 1), indices, self.names[limit], passes, closed)

    def _repeat_group(self, i: int, op: Op) -> None:
        _, name, calls, (limit,), passes, closed = op
        indices = [self.place(p) for own in zip(*calls, strict=True) for p in own]
        limits = self.joined([self.names[limit]] * len(calls))
        self._loop(i, Variant(name, len(calls), calls=True, masked=True), indices, limits, passes, closed)

    def _loop(self, i: int, v: Variant, indices: Sequence[str], limit: str, passes: int, closed: float) -> None:
        target = self.m.program.functions[v.name]
        kind, truth = _kind(v.lanes), _truth(v.lanes)
        one, zero, enough = (_constant(x, v.lanes) for x in (1.0, 0.0, closed))
        self.blocks += 1
        n, before = self.blocks, self.block
        head, body, after = f"head{n}", f"body{n}", f"after{n}"
        self.do(f"br label %{head}")
        self.begin(head)
        gap, quality, first = (f"%{word}{n}" for word in ("gap", "quality", "first"))
        self.do(f"%pass{n} = phi i64 [0, %{before}], [%again{n}, %{body}]")
        for name, start in ((gap, one), (quality, one), (first, zero)):
            self.do(f"{name} = phi {kind} [{start}, %{before}], [{name}_new, %{body}]")
        # who goes on: neither closed nor singular
        wide = self.emit(f"fcmp ugt {kind} {gap}, {enough}")
        sound = self.emit(f"fcmp uge {kind} {quality}, {limit}")
        active = self.emit(f"and {truth} {wide}, {sound}")
        some = self.any_true(active, v.lanes)
        more = self.emit(f"icmp slt i64 %pass{n}, {passes}")
        self.do(f"br i1 {self.emit(f'and i1 {some}, {more}')}, label %{body}, label %{after}")
        self.begin(body)
        self._run(i, v, target, active, [], indices)
        for name, new in zip((gap, quality), self.parts[i], strict=True):
            self.do(f"{name}_new = select {truth} {active}, {kind} {new}, {kind} {name}")
        begin = self.emit(f"icmp eq i64 %pass{n}, 0")
        self.do(f"{first}_new = select i1 {begin}, {kind} {gap}_new, {kind} {first}")
        self.do(f"%again{n} = add i64 %pass{n}, 1")
        self.do(f"br label %{head}")
        self.begin(after)
        self.parts[i] = [first, gap, quality]


def _kind(lanes: int) -> str:
    return f"<{lanes} x double>" if lanes > 1 else "double"


def _truth(lanes: int) -> str:
    return f"<{lanes} x i1>" if lanes > 1 else "i1"


def _all_true(lanes: int) -> str:
    return "true" if lanes == 1 else "<" + ", ".join(["i1 true"] * lanes) + ">"


def _bits(x: float) -> str:
    return "0x" + struct.pack(">d", x).hex().upper()


def _constant(x: float, lanes: int) -> str:
    return _bits(x) if lanes == 1 else "<" + ", ".join([f"double {_bits(x)}"] * lanes) + ">"


def _result_type(function: Function, kind: str) -> str:
    return f"{{{', '.join([kind] * len(function.results))}}}" if function.results else "void"
