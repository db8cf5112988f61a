"""The module of a whole mechanism: shared kernels, then `derivative` and `project` that call them one after another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.engine.assembly.constraint_rows import coordinates_by_measure, rows_of
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.state_layout import Rate, StateLayout, Subsystem, key
from jounce.engine.formulations.synthesis.arrays import CODE_SIZE
from jounce.engine.formulations.synthesis.base_equation import SIZE as BASE_NUMBERS
from jounce.engine.formulations.synthesis.context import Context, Port
from jounce.engine.formulations.synthesis.elements import KINDS, LETTER, Element, elements_of, home, write_elements
from jounce.engine.formulations.synthesis.jacobian import measured_bodies
from jounce.engine.formulations.synthesis.kernels import NAME, Kernels, write_kernels
from jounce.engine.formulations.synthesis.loops import solver
from jounce.engine.formulations.synthesis.module import HEADER
from jounce.engine.formulations.synthesis.parameter_table import CONSTANT, FIELD, Origin, ParameterTable
from jounce.engine.formulations.synthesis.parent import Parent
from jounce.engine.formulations.synthesis.parent_equation import SHARE
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.shape import Shape, shape_of
from jounce.engine.formulations.synthesis.writer import Scalar, Twist, functions, identifier
from jounce.engine.laws.forces.laws import follows_signal

NEAR_TOGGLE, TOGGLE = 0.02, 1e-9
"""Quality of Φ_u, relative to that at the choice of the coordinates, below which others should be chosen, and below
which a run must stop. Runs begin with the first (with relative Cartesian coordinates the second) among their
parameters."""


@dataclass
class Instance:
    """One subsystem with the places of its numbers."""

    kernels: Kernels
    name: str
    """Name of the kernel that the subsystem shares."""
    offsets: dict[str, int] = field(default_factory=dict)
    """Parameters of each of its functions."""
    work: int = 0
    first: dict[str, int] = field(default_factory=dict)
    """Number of its first element of each kind."""


@dataclass(frozen=True)
class GeneratedModule:
    """Source of a mechanism, and the numbers that go with it."""

    source: str
    parameters: np.ndarray
    numbers: int
    """Size of the work array."""
    elements: dict[str, list[int]]
    """Kind → packed numbers in the order of the kernels."""
    instances: tuple[Instance, ...]
    limit: int
    """Parameter that holds the quality below which a kernel returns SINGULAR."""
    table: ParameterTable
    """Where the parameters come from."""
    shape: Shape
    """What of the numbers the source depends on."""
    code: np.ndarray = field(default_factory=lambda: np.zeros(CODE_SIZE, dtype=np.int64), repr=False, compare=False)
    """Addresses of its machine code, which all models of this module share; zeros until it is loaded."""


@dataclass(frozen=True)
class _Extra:
    """A function that stands once, and its call."""

    text: str
    call: str


def write_module(
    packed: Packed, layout: StateLayout, partitions: Mapping[str, Partition], title: str
) -> GeneratedModule:
    """Write everything."""
    return _ModuleWriter(packed, layout, partitions, title).write()


class _ModuleWriter:
    def __init__(self, packed: Packed, layout: StateLayout, partitions: Mapping[str, Partition], title: str) -> None:
        self.packed, self.layout, self.partitions, self.title = packed, layout, partitions, title
        self.limit = 0
        self.shape = shape_of(packed, layout)
        self.origins: list[Origin] = []
        self.taken = 0
        self._take([Origin(CONSTANT, size=1, values=(NEAR_TOGGLE if layout.joint is None else TOGGLE,))])
        self.order: dict[str, list[int]] = {kind: [] for kind in KINDS}
        self.elements = elements_of(packed)
        self.known = self._known()
        self.numbers = BASE_NUMBERS + 3 * len(self.known)
        self.instances: list[Instance] = []
        self.blocks = 0

    def write(self) -> GeneratedModule:
        # forces between subsystems, bodies they hold
        layout = self.layout
        cross = [e for e in self.elements if len(home(layout, e)) > 1]
        exports = {b for e in cross for b in e.bodies if layout.subsystem_of(b) is not None}
        exports |= self._carriers()
        # kernels; equal ones are written once
        texts: dict[tuple[str, ...], str] = {}
        parents: dict[str | None, Parent] = {}
        for s in layout.subsystems:
            own = [e for e in self.elements if home(layout, e) == {s.name}]
            kernels = write_kernels(
                self.packed,
                layout,
                self.shape,
                s,
                self.partitions[s.name],
                own,
                tuple(exports),
                parents.get(s.parent),
                self._held_by_children(s),
                self.blocks,
            )
            self.blocks += len(self.partitions[s.name].blocks)
            if kernels.carried is not None:
                parents[s.name] = kernels.carried
            signature = tuple(f.text for f in kernels.functions.values())
            if signature not in texts:
                texts[signature] = _unused(_kernel_name(s.name), set(texts.values()))
            self._place(Instance(kernels, texts[signature]))
        # base and links
        base = self._base([e for e in self.elements if not home(layout, e)])
        links = self._links(cross)
        # blocks in the order of use
        blocks = [HEADER.format(title=self.title)]
        helpers = sorted({h for i in self.instances for h in i.kernels.helpers})
        blocks += [solver(n, m) for n, m in helpers]
        for signature, name in texts.items():
            blocks += [text.replace(NAME, name) for text in signature]
        blocks += [f.text for f in (base, links) if f is not None]
        blocks += [self._derivative(base, links), self._project()]
        source = "\n\n".join(block.strip("\n") + "\n" for block in blocks)
        table = ParameterTable(self.origins)
        return GeneratedModule(
            source,
            table.values(self.packed, layout, self.partitions),
            self.numbers,
            self.order,
            tuple(self.instances),
            self.limit,
            table,
            self.shape,
        )

    def _carriers(self) -> set[str]:
        """Driven bodies on which something of another subsystem hangs, closes or pulls."""
        return {b for s in self.layout.subsystems if s.driven for b in s.bodies}

    def _held_by_children(self, parent: Subsystem) -> tuple[str, ...]:
        """Bodies of a parent on which something of its children hangs, closes or pulls."""
        found: set[str] = set()
        for child in self.layout.subsystems:
            if child.parent == parent.name:
                found |= {self.layout.tree.branch_of(body).parent for body in child.bodies}
                rows = [row for joint in child.joints for row in rows_of(self.packed, self.layout, joint)]
                found |= {body for row in rows for t in row.terms for body in measured_bodies(self.packed, t.measure)}
                found |= {b for e in self.elements if home(self.layout, e) == {child.name} for b in e.bodies}
        return tuple(body for body in parent.bodies if body in found)

    def _known(self) -> dict[str, int]:
        """Drivers and rows with a signal → packed row."""
        found = {}
        rows = self.packed.arrays["rows"]
        for name, place in self.packed.layout.joints.items():
            for r in place.rows:
                if rows[r]["signal"] >= 0:
                    found[name] = r
        return found

    def _place(self, instance: Instance) -> None:
        """Give an instance its parameters, its slice of the work array and its elements."""
        k = instance.kernels
        for what, function in k.functions.items():
            instance.offsets[what] = self.taken
            self._take(function.parameters)
        instance.work = self.numbers
        self.numbers += max(f.numbers for f in k.functions.values())
        instance.first = self._line_up(k.elements)
        self.instances.append(instance)

    def _take(self, parameters: Sequence[Origin]) -> int:
        """Put parameters behind those that are there; returns the place of the first."""
        first = self.taken
        self.origins += parameters
        self.taken += sum(origin.size for origin in parameters)
        return first

    def _line_up(self, elements: Iterable[Element]) -> dict[str, int]:
        """Put elements behind those that are there; returns the number of the first of each kind."""
        first = {kind: len(self.order[kind]) for kind in KINDS}
        for e in elements:
            self.order[e.kind].append(e.index)
        return first

    def _port(self, port: Port) -> int:
        """What a port is bound to: a place in W, of an auxiliary state in y."""
        if port.kind == "known":
            return BASE_NUMBERS + 3 * list(self.known).index(str(port.key))
        if port.kind == "auxiliary":
            return self._auxiliary(int(port.key))
        if port.kind == "state":
            return int(port.key)
        if port.kind == "parent":
            parent = self._instance(port.key)
            return parent.work + (parent.kernels.kept.equations or 0)
        owner = next(i for i in self.instances if port.key in i.kernels.subsystem.bodies)
        return owner.work + owner.kernels.kept.frames[str(port.key)]

    def _auxiliary(self, state: int) -> int:
        """Place in y of a packed auxiliary state; the turns of a tree joint are counted by its coordinate."""
        if state in self.layout.auxiliary:
            return self.layout.auxiliary_start + self.layout.auxiliary.index(state)
        measures = self.packed.arrays["measures"]
        found = coordinates_by_measure(self.packed, self.layout)
        return next(c.position for m, c in found.items() if measures[m]["winding"] == state)

    def _call(self, instance: Instance, what: str) -> str:
        """The call of one kernel function with this instance's places."""
        function = instance.kernels.functions[what]
        q, u = self.layout.first(instance.kernels.subsystem.bodies) or (0, 0)
        values = {
            "o": instance.offsets[what],
            "q": q,
            "u": u,
            "k": instance.work,
            **{LETTER[kind]: instance.first[kind] for kind in KINDS},
        }
        values |= {f"m{n}": self._port(port) for n, port in enumerate(function.ports)}
        arguments = ", ".join(str(values.get(a, a)) for a in function.arguments)
        return f"{instance.name}_{what}({arguments})"

    def _extra(self, c: Context, name: str, about: str, first: Mapping[str, int]) -> _Extra:
        """A function that stands once, with its call; first: number of its first element of each kind."""
        text, arguments = functions(name, c.code, about)
        q, u = self.layout.first(c.bodies) or (0, 0)
        values = {"o": self.taken, "q": q, "u": u, "k": 0, **{LETTER[kind]: first[kind] for kind in KINDS}}
        values |= {f"m{n}": self._port(port) for n, port in enumerate(c.ports)}
        self._take(c.parameters)
        return _Extra(text, f"{name}({', '.join(str(values.get(a, a)) for a in arguments)})")

    def _base(self, elements: list[Element]) -> _Extra | None:
        """The base's own inertia and forces."""
        if not self.layout.free:
            return None
        name = self.layout.tree.base
        c = Context(self.packed, self.layout, self.shape, (), lambda n: n)
        c.code.stage = "own"
        inertia = c.inertia(name, None, None)
        first = self._line_up(elements)
        write_elements(c, elements)
        zero = "(0.0, 0.0, 0.0)"
        f, t = c.code.several(["f", "t"], f"rate_of_momentum({inertia}, v0, w0, neg(g), {zero})")
        c.code.do(f"add_inertia(W, {inertia})")
        c.code.do(f"take_wrench(W, {f}, {t})")
        for force, torque in c.applied.get(name, ()):
            c.code.do(f"add_wrench(W, {c.code.format_vector(force)}, {c.code.format_vector(torque)})")
        for state, (_, rate) in c.windings.items():
            c.code.do(f"dy[{c.port('auxiliary', state)}] = {rate}")
        return self._extra(c, "base", "Inertia and forces of the base itself.", first)

    def _links(self, cross: list[Element]) -> _Extra | None:
        """Forces between subsystems: each is reduced as if it had always acted, through what the first pass kept."""
        if not cross:
            return None
        bodies = tuple(dict.fromkeys(b for e in cross for b in sorted(e.bodies) if self.layout.subsystem_of(b)))
        independent = frozenset(key(rate) for p in self.partitions.values() for rate in p.independent)
        c = Context(self.packed, self.layout, self.shape, bodies, lambda n: n, independent=independent)
        c.code.stage = "forces"
        first = self._line_up(cross)
        write_elements(c, cross)
        code = c.code
        code.stage = "reduce"
        for force, torque in c.applied.get(self.layout.tree.base, ()):
            if self.layout.free:
                code.do(f"add_wrench(W, {code.format_vector(force)}, {code.format_vector(torque)})")
        for state, (_, rate) in c.windings.items():
            code.do(f"dy[{c.port('auxiliary', state)}] = {rate}")
        for instance in self.instances:
            wrenches = {b: c.applied[b] for b in instance.kernels.subsystem.bodies if b in c.applied}
            if wrenches or any(key(rate) in c.pushed for rate in instance.kernels.partition.independent):
                self._link(c, instance, wrenches)
        return self._extra(c, "links", "Forces between subsystems.", first)

    def _link(self, c: Context, instance: Instance, wrenches: Mapping[str, list[Twist]]) -> None:
        """The share of forces between subsystems that one of them takes, through its factors of M."""
        code, kept, w = c.code, instance.kernels.kept, instance.work
        rates = instance.kernels.partition.independent
        name = instance.kernels.subsystem.name
        if self.layout.free:
            for force, torque in (wrench for several in wrenches.values() for wrench in several):
                code.do(f"add_wrench(W, {code.format_vector(force)}, {code.format_vector(torque)})")
        parts = [self._pushes(c, instance, wrenches, rate) for rate in rates]
        # a parent is reduced later
        if kept.equations is not None:
            for j, push in enumerate(parts):
                self._push_parent(c, instance, j, push)
            return
        # solve with LDLᵀ of M
        z: list[Scalar] = []
        for j in range(len(rates)):
            inner = [code.minus(code.times(f"W[{w + kept.L[j, i]}]", z[i])) for i in range(j)]
            z.append(code.scalar(code.plus(*parts[j], *inner), f"{name}_z{j}"))
        x = [code.scalar(code.times(f"W[{w + kept.L[j, j]}]", z[j]), f"{name}_x{j}") for j in range(len(rates))]
        for j in range(len(rates) - 1, -1, -1):
            inner = [code.minus(code.times(f"W[{w + kept.L[i, j]}]", x[i])) for i in range(j + 1, len(rates))]
            x[j] = code.scalar(code.plus(x[j], *inner), f"{name}_x{j}")
        # add to solution and base
        for j, value in enumerate(x):
            if value == 0.0:
                continue
            code.do(f"W[{w + kept.X[j]}] += {value}")
            if self.layout.free:
                place = w + kept.H[j]
                code.do(f"take_share(W, {value}, load(W, {place}), load(W, {place + 3}))")
        # what reaches the parent
        for a, rate in enumerate(instance.kernels.partition.carried):
            push = self._pushes(c, instance, wrenches, rate, direct=False)
            push += [code.minus(code.times(f"W[{w + kept.S[a, j]}]", value)) for j, value in enumerate(x)]
            self._push_parent(c, self._instance(instance.kernels.subsystem.parent), a, push)

    def _pushes(
        self, c: Context, instance: Instance, wrenches: Mapping[str, list[Twist]], rate: Rate, *, direct: bool = True
    ) -> list[Scalar]:
        """Generalised forces along a velocity: of wrenches on a subsystem's bodies, and those that push it directly."""
        code, name = c.code, instance.kernels.subsystem.name
        found: list[Scalar] = list(c.pushed.get(key(rate), ())) if direct else []
        for body, several in wrenches.items():
            place = instance.kernels.kept.N[body].get(key(rate))
            for force, torque in several if place is not None else ():
                first = instance.work + (place or 0)
                found.append(code.dot(f"load(W, {first})", force, f"{name}_v"))
                found.append(code.dot(f"load(W, {first + 3})", torque, f"{name}_w"))
        return found

    def _push_parent(self, c: Context, parent: Instance, j: int, parts: Sequence[Scalar]) -> None:
        """Add generalised forces to an equation of a parent."""
        push = c.code.plus(*parts)
        if push != 0.0:
            c.code.do(f"W[{parent.work + (parent.kernels.kept.equations or 0) + SHARE * j}] += {push}")

    def _instance(self, name: str | int | None) -> Instance:
        """The instance of a subsystem by its name."""
        return next(i for i in self.instances if i.kernels.subsystem.name == name)

    def _unpack(self, names: set[str]) -> list[str]:
        """Local names of the model's arrays, those that are used."""
        lines = [f"{n} = work.{f}" for n, f in (("W", "numbers"), ("contacts", "contacts")) if n in names]
        fields = (
            {"P": "parameters"} | {n: f"elements.{n}" for n in KINDS} | {n: n for n in ("signals", "tables", "ground")}
        )
        return lines + [f"{n} = model.{f}" for n, f in fields.items() if n in names]

    def _known_lines(self, rates: bool) -> list[str]:
        """Prescribed motions into the work array; with `rates` also those of their filters."""
        # coordinates that a driver holds
        lines = []
        rows = self.packed.arrays["rows"]
        chains = [s for s in self.layout.subsystems if s.driven or not self.layout.cartesian]
        in_tree = {c.driver for s in chains for c in s.coordinates}
        for i, (name, r) in enumerate(self.known.items()):
            # the signal, filtered where asked
            place, row = BASE_NUMBERS + 3 * i, rows[r]
            lines.append(f"f, df, ddf = signal(signals[{row['signal']}], tables, t)  # {identifier(name)}")
            if row["filter"] >= 0:
                a = self.layout.auxiliary_start + self.layout.auxiliary.index(int(row["filter"]))
                p = self._take([Origin(FIELD, "rows", "filter_time", r, size=1)])
                lines.append(f"f, df, ddf = y[{a}], y[{a + 1}], follow(f, y[{a}], y[{a + 1}], P[{p}])")
                if rates:
                    lines += [f"dy[{a}] = df", f"dy[{a + 1}] = ddf"]
            # tree coordinates count from the offset
            if name in in_tree:
                p = self._take([Origin(FIELD, "rows", "offset", r, size=1)])
                lines.append(f"W[{place}] = f + P[{p}]")
            else:
                lines.append(f"W[{place}] = f")
            lines += [f"W[{place + 1}] = df", f"W[{place + 2}] = ddf"]
        return lines

    def _signal_lines(self) -> list[str]:
        """Values of signals into the work array, if forces follow any."""
        arrays = self.packed.arrays
        start, count = self.numbers, len(arrays["signals"])
        if not len(arrays["loads"]) and not any(follows_signal(law) for law in arrays["scalar_forces"]):
            return []
        self.numbers += count
        return [f"put_signals(W, {start}, {count}, signals, tables, t)"]

    def _derivative(self, base: _Extra | None, links: _Extra | None) -> str:
        layout, u = self.layout, self.layout.velocity_start
        # prescribed motions
        body = ["trouble = no_trouble", *self._signal_lines(), *self._known_lines(rates=True)]
        # gravity, and the base itself
        gravity = self._take([Origin(FIELD, "gravity")])
        if base is None:
            body.append(f"g = load(P, {gravity})")
        else:
            body += [
                "Rc = to_matrix(normalize(load4(y, 3)))",
                f"r0, v0, w0 = load(y, 0), load(y, {u}), load(y, {u + 3})",
                f"g = tmv(Rc, load(P, {gravity}))",
                "clear_base(W)",
                base.call,
            ]
        # effective inertia of every subsystem
        for instance in self.instances:
            body.append(f"quality = {self._call(instance, 'terms')}")
            body += self._quality_check(instance)
        # links, parents, then the base's acceleration
        if links is not None:
            body.append(links.call)
        body += [self._call(i, "reduce") for i in self.instances if "reduce" in i.kernels.functions]
        if layout.free:
            body.append("a0, alpha0 = solve_base(W)")
        # rates of subsystems and base
        body += [self._call(i, "rates") for i in self.instances if self.layout.first(i.kernels.subsystem.bodies)]
        if layout.free:
            body += [
                "store(dy, 0, mv(Rc, v0))",
                "store4(dy, 3, rate_body(load4(y, 3), w0))",
                f"store(dy, {u}, a0)",
                f"store(dy, {u + 3}, alpha0)",
                "trouble = check_finite(trouble, a0, alpha0, work.culprit)",
            ]
        return self._define("derivative", "model, work, t, y, dy", "ẏ at time t.", body)

    def _quality_check(self, instance: Instance) -> list[str]:
        """Leave when the loops of a subsystem are too near to a toggle position."""
        joint = instance.kernels.closes
        if joint is None:
            return []
        node = self.packed.layout.joints[joint].node
        return [f"trouble = check_quality(trouble, quality, P[{self.limit}], {float(node)})"]

    def _project(self) -> str:
        # prescribed motions, base, driven bodies
        body = ["trouble, widest = no_trouble, 0.0", *self._known_lines(rates=False)]
        if self.layout.free:
            body.append("store4(y, 3, normalize(load4(y, 3)))")
        carriers = [i for i in self.instances if "carry" in i.kernels.functions]
        body += [self._call(i, "carry") for i in carriers if i.kernels.subsystem.driven]
        # close subsystem by subsystem, parents first
        for instance in self.instances:
            body += self._closing(instance)
            if instance in carriers and not instance.kernels.subsystem.driven:
                body.append(self._call(instance, "carry"))
        body.append("work.culprit[2] = widest")
        return self._define("project", "model, work, t, y", "Close all loops, positions and velocities.", body)

    def _closing(self, instance: Instance) -> list[str]:
        """Newton passes of one subsystem until the gap closes."""
        if "close" not in instance.kernels.functions:
            return []
        before = [self._call(instance, "hold")] if "hold" in instance.kernels.functions else []
        call = self._call(instance, "close")
        joint = instance.kernels.closes
        if joint is None:
            return [*before, call]
        node = self.packed.layout.joints[joint].node
        name, _, arguments = call.rstrip(")").partition("(")
        return [
            *before,
            f"first, gap, quality = close_loops({name}, ({arguments},), P[{self.limit}])",
            f"trouble = check_closed(trouble, gap, quality, P[{self.limit}], {float(node)})",
            "widest = max(widest, first)",
        ]

    def _define(self, name: str, arguments: str, about: str, body: list[str]) -> str:
        used = set(re.findall(r"[A-Za-z_]\w*", "\n".join(body)))
        lines = [*self._unpack(used), *body, "return report_trouble(trouble, work.culprit)"]
        return f'def {name}({arguments}):\n    """{about}"""\n' + "\n".join(f"    {line}" for line in lines) + "\n"


def _kernel_name(subsystem: str) -> str:
    name = "corner" if subsystem.startswith("corner_") else subsystem
    return identifier(name)


def _unused(name: str, taken: set[str]) -> str:
    n, candidate = 2, name
    while candidate in taken:
        candidate, n = f"{name}_{n}", n + 1
    return candidate
