"""Kernel stages in relative Cartesian coordinates: all joints of a subsystem at once (Song 2005 [3]–[20]).

Each body has a pose against the base and a twist z (see `jounce.engine.formulations.synthesis.chains`) in y. Joint
equations Φ̄ and the definitions Γ of the independent velocities θ̇ together are one square system,

    Ψ_z ż = (Φ̄_z; Γ) ż = (γ; θ̈)        ż = N θ̈ + p

whose answers are all that the other stages need. What Γ̇z adds is left out: θ̈ here only says how the bodies accelerate,
nothing integrates it. Driven bodies follow their chain as in joint coordinates; y only repeats where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from jounce.engine.assembly.constraint_rows import ConstraintRow, rows_of, tree_measures
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, TURN, Branch
from jounce.engine.assembly.state_layout import Coordinate, Key, Rate, key
from jounce.engine.formulations.synthesis.chains import axis_of
from jounce.engine.formulations.synthesis.context import Context, KernelFrame
from jounce.engine.formulations.synthesis.dynamics import BodyMotions
from jounce.engine.formulations.synthesis.effective import dependent_acceleration, independent_accelerations
from jounce.engine.formulations.synthesis.equations import Equation, equation, twist_keys
from jounce.engine.formulations.synthesis.loops import Solution, solve_in_work, verdict
from jounce.engine.formulations.synthesis.partition import Partition
from jounce.engine.formulations.synthesis.reduction import ReducedEquations
from jounce.engine.formulations.synthesis.writer import Scalar, Twist, Vector


def load_positions(c: Context) -> None:
    """Rotations and origins of all bodies of the kernel, from y."""
    for body in c.bodies:
        name, (p, _) = c.short(body), c.places(body)
        R = c.code.let(f"{name}_R", f"to_matrix(normalize(load4(y, q + {p + 3})))")
        c.frames[body] = KernelFrame(R, c.code.let(f"{name}_x", f"load(y, q + {p})"))


def load_velocities(c: Context) -> None:
    """Twists of all bodies of the kernel, from y; a constant twist has no bias."""
    for body in c.bodies:
        name, (_, u), frame = c.short(body), c.places(body), c.frames[body]
        frame.v, frame.w = (c.code.let(f"{name}_{part}", f"load(y, u + {u + i})") for part, i in (("v", 0), ("w", 3)))


def joint_rows(c: Context, partition: Partition) -> list[ConstraintRow]:
    """All equations between the bodies: tree joints, prescribed coordinates, and what counts of the cut joints."""
    tree = [c.layout.tree.branch_of(body).joint for body in c.bodies]
    drivers = [coordinate.driver for coordinate in c.own]
    names = dict.fromkeys(name for name in (*tree, *drivers) if name is not None)
    rows = [row for name in names for row in rows_of(c.packed, c.layout, name)]
    kept = {(row.joint, row.place): None for block in partition.blocks for row in block.rows}
    for joint in dict.fromkeys(joint for joint, _ in kept):
        rows += [row for row in rows_of(c.packed, c.layout, joint) if (joint, row.place) in kept]
    return rows


def write_joints(c: Context, partition: Partition) -> tuple[Solution, BodyMotions]:
    """N and p of all bodies."""
    code, solution, rates = c.code, Solution(), partition.independent
    code.stage = "joints"
    touched = set(_unknowns(c))
    equations = [equation(c, row, touched, moving=True) for row in joint_rows(c, partition)]
    right = [[*(0.0 for _ in rates), e.gamma] for e in equations]
    for j, rate in enumerate(rates):
        equations.append(definition(c, rate))
        right.append([*(1.0 if i == j else 0.0 for i in range(len(rates))), 0.0])
    places, quality = _solve(c, equations, right)
    solution.quality.append(quality)
    code.stage = "motion"
    return solution, _motion(c, partition, solution, places)


def _motion(c: Context, partition: Partition, solution: Solution, places: dict[Key, int]) -> BodyMotions:
    """Name the answers. A body that does not move against what carries it shares its column, or has none."""
    motion, rates = BodyMotions(), partition.independent
    for body in c.bodies:
        branch, name, keys = c.layout.tree.branch_of(body), c.short(body), twist_keys(body)
        motion.N[body] = {}
        for j, rate in enumerate(rates):
            carried = motion.N.get(branch.parent, {}).get(key(rate), (None, None))
            own = _moves(c, partition, branch, rate, carried)
            motion.N[body][key(rate)] = _answer(c, body, places, j, f"{name}_{j}") if own else carried
        motion.bias[body] = _answer(c, body, places, len(rates), f"{name}_bias")
        moving = [(j, key(rate)) for j, rate in enumerate(rates) if motion.N[body][key(rate)] != (None, None)]
        for k in keys:
            solution.D[k] = {r: f"W[k + {places[k] + j}]" for j, r in moving}
            solution.G[k] = f"W[k + {places[k] + len(rates)}]"
            solution.places |= {f"W[k + {places[k] + j}]": places[k] + j for j in range(len(rates) + 1)}
    return motion


def _moves(c: Context, partition: Partition, branch: Branch, rate: Rate, carried: Twist) -> bool:
    """Whether an independent velocity can move a body against its parent, whatever the position."""
    moved = {key(rate)}
    for block in partition.blocks:
        if rate in block.independent:
            moved |= {key(r) for r in block.dependent}
    coordinates = [c.layout.by_motion[branch.body, i] for i in range(len(branch.motions))]
    if any((x.velocity, i) in moved for x in coordinates for i in range(x.rates)):
        return True
    return carried != (None, None) and any(x.kind == BALL for x in coordinates)


def definition(c: Context, rate: Rate) -> Equation:
    """What an independent velocity is in terms of twists; `drift` is its value with the twists of the frames."""
    code, e, (coordinate, component) = c.code, Equation(), rate
    body = coordinate.body
    branch, frame = c.layout.tree.branch_of(body), c.frames[body]
    if coordinate.kind == BALL:
        e.entries[body, 3 + component] = 1.0
        e.drift = 0.0 if frame.w is None else f"{frame.w}[{component}]"
        return e
    name, parent = c.short(body), c.frame(branch.parent)
    turned = any(m.kind == TURN for m in branch.motions[: coordinate.motion])
    _, axis = axis_of(c, branch, coordinate.motion, frame.R if turned else parent.R)
    force: Vector = None
    torque = axis
    if coordinate.kind == SLIDE:
        force, torque = axis, code.cross(frame.x, axis, f"{name}_moment")
        own, carrier = c.velocity(body, frame.x, f"{name}_vx"), c.velocity(branch.parent, frame.x, f"{name}_vp")
        e.drift = code.dot(axis, code.sub(own, carrier, f"{name}_opening"), f"{name}_rate")
    else:
        e.drift = code.dot(axis, code.sub(frame.w, parent.w, f"{name}_spin"), f"{name}_rate")
    for end, sign in ((body, ""), (branch.parent, "-")):
        for first, part in ((0, force), (3, torque)):
            if end in c.bodies and part is not None:
                e.entries |= {(end, first + i): f"{sign}{part}[{i}]" for i in range(3)}
    return e


def write_held(c: Context, partition: Partition) -> None:
    """Independent velocities into the work slice, before anything is corrected."""
    held = c.reserve(len(partition.independent))
    for j, rate in enumerate(partition.independent):
        c.code.do(f"W[k + {held + j}] = {definition(c, rate).drift}")


def write_newton(c: Context, partition: Partition, done: Solution) -> tuple[Scalar, Scalar]:
    """One Newton pass with ΓΔz = 0, and the twists that fit with Γz as it was; returns gap and quality."""
    code = c.code
    held = c.reserve(len(partition.independent))
    touched = set(_unknowns(c))
    equations = [equation(c, row, touched, moving=False) for row in joint_rows(c, partition)]
    gaps = [code.scalar(e.value, "gap") for e in equations]
    right = [[code.minus(gap), code.minus(e.drift)] for gap, e in zip(gaps, equations, strict=True)]
    for j, rate in enumerate(partition.independent):
        equations.append(definition(c, rate))
        right.append([0.0, code.plus(f"W[k + {held + j}]", code.minus(equations[-1].drift))])
    places, quality = _solve(c, equations, right)
    done.quality.append(quality)
    code.stage = "update"
    for body in c.bodies:
        name, (p, u), x = c.short(body), c.places(body), c.frames[body].x
        shift, turn = _answer(c, body, places, 0, f"{name}_step")
        v, w = _answer(c, body, places, 1, f"{name}_new")
        code.do(f"store(y, q + {p}, add({x}, add({shift}, cross({turn}, {x}))))")
        code.do(f"store4(y, q + {p + 3}, nudge(load4(y, q + {p + 3}), {turn}))")
        code.do(f"store(y, u + {u}, {v})")
        code.do(f"store(y, u + {u + 3}, {w})")
    return verdict(c, gaps, done)


def write_body_rates(c: Context, partition: Partition, kept: ReducedEquations) -> None:
    """Second pass: ż = N θ̈ + p, and the rates of the poses."""
    values = independent_accelerations(c, partition, kept)
    for body in c.bodies:
        p, u = c.places(body)
        _pose_rate(c, body, f"load(y, q + {p})", f"load(y, u + {u})", f"load(y, u + {u + 3})")
        for i, k in enumerate(twist_keys(body)):
            c.code.do(f"dy[u + {u + i}] = {dependent_acceleration(c, kept, k, values)}")


def write_mount_rates(c: Context, partition: Partition, kept: ReducedEquations) -> None:
    """Second pass for driven bodies: what the first one has left of their frames."""
    for body in c.bodies:
        (_, u), place = c.places(body), kept.frames[body]
        x, v, w, bv, bw = (f"load(W, k + {place + 9 + 3 * i})" for i in range(5))
        _pose_rate(c, body, x, v, w)
        c.code.do(f"store(dy, u + {u}, {bv})")
        c.code.do(f"store(dy, u + {u + 3}, {bw})")
    for state, coordinate in _counters(c):
        c.code.do(f"dy[{c.port('auxiliary', state)}] = {c.rate(coordinate)}")


def write_mounts(c: Context, partition: Partition, done: Solution) -> tuple[Scalar, Scalar]:
    """Put driven bodies where their drivers want them."""
    code = c.code
    for body in c.bodies:
        (p, u), frame = c.places(body), c.frames[body]
        code.do(f"store(y, q + {p}, {code.format_vector(frame.x)})")
        code.do(f"store4(y, q + {p + 3}, from_matrix({frame.R or 'identity()'}))")
        code.do(f"store(y, u + {u}, {code.format_vector(frame.v)})")
        code.do(f"store(y, u + {u + 3}, {code.format_vector(frame.w)})")
    for state, coordinate in _counters(c):
        code.do(f"y[{c.port('auxiliary', state)}] = {c.position(coordinate)}")
    return 0.0, 1.0


def _counters(c: Context) -> list[tuple[int, Coordinate]]:
    """Auxiliary states that count the turns of driven angles."""
    measures, own = c.packed.arrays["measures"], set(c.own)
    found = [(int(measures[m]["winding"]), x) for m, x in tree_measures(c.packed, c.layout).items() if x in own]
    return [(state, x) for state, x in found if state >= 0]


def _pose_rate(c: Context, body: str, x: str, v: str, w: str) -> None:
    """ẋ = v + w × x, q̇ = ½ (0, w) ⊗ q."""
    p, _ = c.places(body)
    name = c.short(body)
    x, v, w = (c.code.let(f"{name}_{part}", text) for part, text in (("x", x), ("v", v), ("w", w)))
    c.code.do(f"store(dy, q + {p}, add({v}, cross({w}, {x})))")
    c.code.do(f"store4(dy, q + {p + 3}, rate_world(load4(y, q + {p + 3}), {w}))")


def _unknowns(c: Context) -> list[Key]:
    """Twists of all bodies, the outermost first: what only a wheel knows is eliminated before it fills other rows."""
    return [k for body in reversed(c.bodies) for k in twist_keys(body)]


def _solve(c: Context, equations: Sequence[Equation], right: Sequence[list[Scalar]]) -> tuple[dict[Key, int], str]:
    """Unknown → the place of its first answer; and the quality."""
    unknowns = _unknowns(c)
    if len(equations) != len(unknowns):
        raise AssertionError("joints and independent velocities must determine all twists")
    rows = [[e.entries.get(k, 0.0) for k in unknowns] + b for e, b in zip(equations, right, strict=True)]
    places, quality = solve_in_work(c, rows, len(unknowns))
    return dict(zip(unknowns, places, strict=True)), f"abs({quality})"


def _answer(c: Context, body: str, places: dict[Key, int], j: int, name: str) -> Twist:
    """The twist of a body in one of the answers."""
    parts = [f"W[k + {places[k] + j}]" for k in twist_keys(body)]
    return c.code.let(f"{name}_v", f"({', '.join(parts[:3])})"), c.code.let(f"{name}_w", f"({', '.join(parts[3:])})")
