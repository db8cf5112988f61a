"""What the generator carries while it writes one kernel: names, parameters, ports, frames and applied forces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.state_layout import Coordinate, Key, Rate, StateLayout, key
from jounce.engine.formulations.synthesis.parameter_table import (
    BRANCH,
    DIRECTION,
    FIELD,
    MOMENTS,
    POINT,
    PRODUCTS,
    Origin,
)
from jounce.engine.formulations.synthesis.parent import Parent, twist_place
from jounce.engine.formulations.synthesis.shape import Shape
from jounce.engine.formulations.synthesis.writer import Builder, Matrix, Scalar, Twist, Vector
from jounce.model.mechanism import GROUND

GIVEN = (
    *("P", "o", "y", "q", "u", "W", "k"),
    *("scalar_forces", "s", "bushings", "b", "loads", "l", "drags", "d", "tires", "e", "signals", "tables", "t"),
    *("ground", "contacts"),
    *("Rc", "r0", "v0", "w0", "g", "dy", "a0", "alpha0"),
)
"""Arguments of every kernel, those that it uses: parameters, state and work with the offsets of this subsystem; force
elements with the numbers of its first ones; time; the ground and the wheels' contacts; the base's rotation, position,
velocities, gravity in its axes, and, in the second pass, the base's acceleration. Ports m0, m1 … follow: places in W
where other parts of the mechanism have left something."""


Local = tuple[str, str, int]
"""A point or direction in body axes: packed array, field, number of the record."""


@dataclass(frozen=True)
class Port:
    """Something that a kernel reads from another part: the `frame` of a driven body or one of the parent, the `known`
    motion of a prescribed coordinate or row, the place of an `auxiliary` state in y, the equations of the `parent`, or
    the place of one of its coordinates in y (`state`)."""

    kind: str
    key: str | int
    """Name of the body, driver, row or parent; number of the packed auxiliary state; place in y."""


@dataclass
class KernelFrame:
    """A body's frame in the kernel: rotation, origin, twist at the base's origin, and its bias acceleration."""

    R: Matrix = None
    x: Vector = None
    v: Vector = None
    w: Vector = None
    bv: Vector = None
    bw: Vector = None

    @property
    def fixed(self) -> bool:
        """Whether it never moves against the base."""
        return self.R is None and self.x is None and self.v is None and self.w is None


@dataclass
class Context:
    """One kernel in the making."""

    packed: Packed
    layout: StateLayout
    shape: Shape
    bodies: tuple[str, ...]
    short: Callable[[str], str]
    """A name without the ending that tells the corner."""
    code: Builder = field(default_factory=lambda: Builder(GIVEN))
    parameters: list[Origin] = field(default_factory=list)
    taken: int = 0
    """How many numbers the parameters are."""
    ports: list[Port] = field(default_factory=list)
    frames: dict[str, KernelFrame] = field(default_factory=dict)
    axes: dict[tuple[str, int], tuple[Vector, Vector]] = field(default_factory=dict)
    """(body, motion) → axis, and velocity at the base's origin of a unit turn."""
    applied: dict[str, list[Twist]] = field(default_factory=dict)
    """Body → forces with torques about the base's origin; the base's own under its name."""
    pushed: dict[Key, list[Scalar]] = field(default_factory=dict)
    """Velocity → generalised forces along it."""
    windings: dict[int, tuple[Scalar, Scalar]] = field(default_factory=dict)
    """Packed auxiliary state → the angle whose turns it counts, and its rate."""
    numbers: int = 0
    """Numbers of the work array that the kernel owns."""
    D: dict[Key, dict[Key, Scalar]] = field(default_factory=dict)
    """Dependent velocities per independent one, once the loops are solved."""
    independent: frozenset[Key] | None = None
    """Velocities along which a force may push directly; None: all."""
    known_points: dict[tuple[str, Local, str], Vector] = field(default_factory=dict)
    """Points that several equations use, by body, place and name."""
    parent: Parent | None = None
    """What carries the kernel's bodies beside the base."""
    first_block: int = 0
    """Number of the kernel's first block of equations among all."""

    @property
    def free(self) -> bool:
        """Whether the base moves."""
        return self.layout.free

    @property
    def base_turn(self) -> Matrix:
        """Rotation base → world."""
        return "Rc" if self.free else None

    @property
    def base_place(self) -> Vector:
        return "r0" if self.free else None

    @property
    def base_twist(self) -> Twist:
        return ("v0", "w0") if self.free else (None, None)

    def number(self, origin: Origin, hint: str) -> str:
        """A parameter."""
        return self.code.let(hint, f"P[o + {self._take(origin, 1)}]")

    def vector(self, origin: Origin, hint: str) -> str:
        """Three parameters."""
        return self.code.let(hint, f"load(P, o + {self._take(origin, 3)})")

    def matrix(self, origin: Origin, hint: str) -> str:
        """Nine parameters."""
        return self.code.let(hint, f"load9(P, o + {self._take(origin, 9)})")

    def _take(self, origin: Origin, size: int) -> int:
        """Put parameters behind those that are there; returns the place of the first."""
        self.parameters.append(origin._replace(size=size))
        self.taken += size
        return self.taken - size

    def port(self, kind: str, key: str | int) -> str:
        """The name of the argument that tells where something is."""
        wanted = Port(kind, key)
        if wanted not in self.ports:
            self.ports.append(wanted)
            self.code.given = (*self.code.given, f"m{len(self.ports) - 1}")
        return f"m{self.ports.index(wanted)}"

    def position(self, c: Coordinate) -> str:
        """Value of a scalar coordinate."""
        if c.driver is not None:
            return self.code.let(f"{self.label(c)}", f"W[{self.port('known', c.driver)}]")
        if self.is_carrier(c.body):
            return self.code.let(self.label(c), f"y[{self.port('state', c.position)}]")
        return self.code.let(self.label(c), f"y[q + {c.position - self.first_position}]")

    def rate(self, c: Coordinate) -> Scalar:
        """Rate of a scalar coordinate."""
        if c.driver is not None:
            return self.code.let(f"{self.label(c)}_rate", f"W[{self.port('known', c.driver)} + 1]")
        if self.is_carrier(c.body):
            return self.code.let(f"{self.label(c)}_rate", f"y[{self.port('state', c.velocity)}]")
        return self.code.let(f"{self.label(c)}_rate", f"y[u + {c.velocity - self.first_velocity}]")

    def pushes_along(self, c: Coordinate) -> bool:
        """Whether a force may push along a coordinate, rather than on the two bodies of its joint."""
        if self.parent is not None and self.is_carrier(c.body) and c.driver is None:
            return (c.velocity, 0) in map(key, self.parent.rates)
        return self.independent is None or c.driver is not None or (c.velocity, 0) in self.independent

    def acceleration(self, c: Coordinate) -> Scalar:
        """Prescribed acceleration of a coordinate, 0 for one that is not prescribed."""
        if c.driver is None:
            return 0.0
        return self.code.let(f"{self.label(c)}_acceleration", f"W[{self.port('known', c.driver)} + 2]")

    def rate_of(self, rate: Rate) -> Scalar:
        """One velocity as it is in y, or as it is prescribed."""
        c, i = rate
        if c.driver is not None:
            return self.rate(c)
        return f"y[u + {c.velocity - self.first_velocity + i}]"

    def reserve(self, count: int) -> int:
        """Numbers in the work array, from its offset `k` on."""
        self.numbers += count
        return self.numbers - count

    def keep(self, value: Scalar) -> int:
        """Leave a number in the work slice; returns its place."""
        place = self.reserve(1)
        self.code.do(f"W[k + {place}] = {value}")
        return place

    def inertia(self, body: str, R: Matrix, x: Vector) -> str:
        """Inertia of a body, in a frame with rotation R and origin x, about the base's origin."""
        code, name = self.code, self.short(body)
        number, branch = self.packed.layout.body(body), self.branch_number(body)
        m = self.number(Origin(FIELD, "bodies", "mass", number), f"{name}_mass")
        centre = Origin(BRANCH, "centre", branch=branch)
        arm = self.vector(centre, f"{name}_centre_local") if body in self.shape.off_centre else None
        place = code.format_vector(code.add(x, code.mv(R, arm, f"{name}_centre_arm"), f"{name}_centre"))
        if body not in self.shape.with_products:
            d = self.vector(Origin(MOMENTS, place=number, branch=branch), f"{name}_J")
            turned = f"({d}[0], {d}[1], {d}[2], 0.0, 0.0, 0.0)" if R is None else f"rotate_diagonal({R}, {d})"
        else:
            first = self._take(Origin(PRODUCTS, place=number, branch=branch), 6)
            d = code.let(f"{name}_J", f"load6(P, o + {first})")
            turned = d if R is None else f"rotate_sym({R}, {d})"
        return code.let(f"{name}_I", f"from_body({m}, {place}, {turned})")

    def branch_number(self, body: str) -> int:
        """Number of a body's branch; −1 for the base and the ground."""
        return self.layout.tree.numbers.get(body, -1)

    def label(self, c: Coordinate) -> str:
        """A coordinate's name in the source."""
        return self.short(c.name.replace(" ", "_"))

    @property
    def own(self) -> tuple[Coordinate, ...]:
        """Coordinates of this kernel's bodies."""
        return tuple(c for c in self.layout.coordinates if c.body in self.bodies)

    @property
    def first_position(self) -> int:
        return (self.layout.first(self.bodies) or (0, 0))[0]

    @property
    def first_velocity(self) -> int:
        return (self.layout.first(self.bodies) or (0, 0))[1]

    def places(self, body: str) -> tuple[int, int]:
        """Pose and twist of a body in Cartesian coordinates, from `q` and `u` on."""
        position, velocity = self.layout.places[body]
        return position - self.first_position, velocity - self.first_velocity

    def frame(self, body: str) -> KernelFrame:
        """The frame of any body, the base, the ground or a driven body elsewhere."""
        if body not in self.frames:
            self.frames[body] = self._foreign(body)
        return self.frames[body]

    def _foreign(self, body: str) -> KernelFrame:
        if body == self.layout.tree.base or (body == GROUND and not self.free):
            return KernelFrame()
        code = self.code
        if body == GROUND:
            R = code.let("ground_R", "transpose(Rc)")
            v, w = self.base_twist
            return KernelFrame(
                R,
                code.let("ground_x", "neg(tmv(Rc, r0))"),
                code.sub(None, v, "ground_v"),
                code.sub(None, w, "ground_w"),
            )
        name, m = self.short(body), self.port("frame", body)
        if self.parent is not None and body in self.parent.frames:
            return self._carrier(name, m, self.parent.frames[body])
        R, x = code.let(f"{name}_R", f"load9(W, {m})"), code.let(f"{name}_x", f"load(W, {m} + 9)")
        rest = [
            code.let(f"{name}_{part}", f"load(W, {m} + {12 + 3 * i})") for i, part in enumerate(("v", "w", "bv", "bw"))
        ]
        return KernelFrame(R, x, *rest)

    def _carrier(self, name: str, m: str, known: KernelFrame) -> KernelFrame:
        """The frame of a body of the parent, without what vanishes."""
        R = None if known.R is None else self.code.let(f"{name}_R", f"load9(W, {m})")
        parts = [("x", known.x), ("v", known.v), ("w", known.w), ("bv", known.bv), ("bw", known.bw)]
        rest = [
            None if value is None else self.code.let(f"{name}_{part}", f"load(W, {m} + {9 + 3 * i})")
            for i, (part, value) in enumerate(parts)
        ]
        return KernelFrame(R, *rest)

    def is_carrier(self, body: str) -> bool:
        """Whether a body is one of the parent's."""
        return self.parent is not None and body not in self.bodies and body in self.parent.bodies

    def carrier_twists(self, body: str) -> dict[Key, Twist]:
        """Twists of a body of the parent per unit of the parent's independent velocities."""
        if self.parent is None or body not in self.parent.twists:
            return {}
        name, m, found = self.short(body), self.port("frame", body), {}
        for j, rate in enumerate(self.parent.rates):
            v, w = self.parent.twists[body][key(rate)]
            place = twist_place(j)
            found[key(rate)] = (
                None if v is None else self.code.let(f"{name}_per_{j}_v", f"load(W, {m} + {place})"),
                None if w is None else self.code.let(f"{name}_per_{j}_w", f"load(W, {m} + {place + 3})"),
            )
        return found

    def point(self, body: str, local: Local, hint: str) -> Vector:
        """A point given from the centre of mass in body axes, as a place in base axes."""
        frame = self.frame(body)
        arm = self.vector(self._in_branch(POINT, body, local), f"{hint}_local")
        return self.code.add(frame.x, self.code.mv(frame.R, arm, f"{hint}_arm"), hint)

    def shared_point(self, body: str, local: Local, hint: str) -> Vector:
        """A point that several equations use."""
        place = (body, local, hint)
        if place not in self.known_points:
            self.known_points[place] = self.point(body, local, hint)
        return self.known_points[place]

    def direction(self, body: str, local: Local, hint: str) -> Vector:
        """A direction given in body axes, in base axes."""
        origin = self._in_branch(DIRECTION, body, local)
        return self.code.mv(self.frame(body).R, self.vector(origin, f"{hint}_local"), hint)

    def _in_branch(self, rule: str, body: str, local: Local) -> Origin:
        """A field in body axes as the frame of the body sees it."""
        branch = self.branch_number(body)
        return Origin(rule if branch >= 0 else FIELD, *local, branch)

    def velocity(self, body: str, p: Vector, hint: str) -> Vector:
        """Velocity of a point against the base."""
        frame = self.frame(body)
        return self.code.add(frame.v, self.code.cross(frame.w, p, f"{hint}_turn"), hint)

    def bias(self, body: str, p: Vector, rate: Vector, hint: str) -> Vector:
        """Acceleration of a point against the base while all free velocities are constant; rate: its velocity."""
        f, code = self.frame(body), self.code
        a = code.add(f.bv, code.cross(f.bw, p, f"{hint}_b"), f"{hint}_a")
        return code.add(a, code.cross(f.w, rate, f"{hint}_c"), hint)

    def apply(self, body: str, force: Vector, at: Vector, torque: Vector, hint: str) -> None:
        """A force at a point and a free torque on a body; what acts on driven bodies reaches the base."""
        if body == GROUND:
            return
        owner = body if body in self.bodies or self.is_carrier(body) else self.layout.tree.base
        moment = self.code.add(self.code.cross(at, force, f"{hint}_moment"), torque, f"{hint}_torque")
        self.applied.setdefault(owner, []).append((force, moment))

    def body_name(self, index: int) -> str:
        """Body of an index of the packed arrays."""
        return (*self.packed.layout.bodies, GROUND)[index]
