"""The compiled kernel of `jounce.engine.assembly.world_state_writer`: from joint coordinates to a world state.

Frames of the branches are found against the base, in base axes, from the base outwards:

    x, R    of the parent, moved by the joint       v, ω    their rates against the base
    r = r₀ + A₀ x_c                                 v_world = A₀ (v₀ + ω₀ × x_c + v_c)
    q = q₀ ⊗ R ⊗ alignment                          ω_body = (R alignment)ᵀ (ω₀ + ω)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry, subroutine
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.quaternion import conjugate, load4, multiply, normalize, rotate, store4
from jounce.engine.linalg.vec3 import add, axpy, cross, load, store

SLIDE, TURN, BALL = 0, 1, 2
POSE, TWIST = 7, 6

BRANCH = record(body=int, parent=int, first=int, last=int, offset=3, centre=3, alignment=4)
"""Row of a body, row of its parent (−1: the base), its motions, and its constants (see
`jounce.engine.assembly.spanning_tree.Branch`)."""
MOTION = record(kind=int, place=int, rate=int, axis=3)
"""Kind of a motion, places of its coordinate and of its rate in y, axis in the parent's axes."""
FRAME = record(x=3, q=4, v=3, w=3)
"""A frame against the base, in base axes: origin, rotation, velocity, angular velocity."""


@entry
def write_world_state(branches, motions, base, fixed, velocity, sources, y, frames, world):
    """Poses, twists and auxiliary states of all bodies, as the world frame has them, from a state y on a tree.

    base: row of the base body, −1 if it is no body; fixed: pose of a base that does not move; velocity: first place of
    the base's twist in y, −1 for such a base; sources: place in y of every auxiliary state, −1 for none; frames: one
    FRAME a body, scratch.
    """
    put_world_state(branches, motions, base, fixed, velocity, sources, y, frames, world)


@subroutine
def put_world_state(branches, motions, base, fixed, velocity, sources, y, frames, world):
    """`write_world_state`, for compiled code."""
    place_bodies(branches, motions, base, fixed, velocity, y, frames, world)
    first = (POSE + TWIST) * frames.size
    for k in range(sources.size):
        if sources[k] >= 0:
            world[first + k] = y[sources[k]]


@subroutine
def place_bodies(branches, motions, base, fixed, velocity, y, frames, world):
    """Write poses and twists of the base and of every branch."""
    moves = velocity >= 0
    r0, q0 = (load(y, 0), normalize(load4(y, 3))) if moves else (load(fixed, 0), normalize(load4(fixed, 3)))
    zero = (0.0, 0.0, 0.0)
    v0, w0 = (load(y, velocity), load(y, velocity + 3)) if moves else (zero, zero)
    twists = POSE * frames.size
    if base >= 0:
        store(world, POSE * base, r0)
        store4(world, POSE * base + 3, q0)
        store(world, twists + TWIST * base, rotate(q0, v0))
        store(world, twists + TWIST * base + 3, w0)
    for b in range(branches.size):
        branch = branches[b]
        i = branch["body"]
        x, q, v, w = move_frame(branch, motions, y, frames)
        frame = frames[i]
        store(frame["x"], 0, x)
        store4(frame["q"], 0, q)
        store(frame["v"], 0, v)
        store(frame["w"], 0, w)
        arm = rotate(q, load(branch["centre"], 0))
        centre = add(x, arm)
        q_body = multiply(q, load4(branch["alignment"], 0))
        store(world, POSE * i, add(r0, rotate(q0, centre)))
        store4(world, POSE * i + 3, normalize(multiply(q0, q_body)))
        velocity_there = add(add(v0, cross(w0, centre)), add(v, cross(w, arm)))
        store(world, twists + TWIST * i, rotate(q0, velocity_there))
        store(world, twists + TWIST * i + 3, rotate(conjugate(q_body), add(w0, w)))


@subroutine
def move_frame(branch, motions, y, frames):
    """Origin, rotation, velocity and angular velocity of a branch against the base, from those of its parent."""
    x, q = load(branch["offset"], 0), (1.0, 0.0, 0.0, 0.0)
    v, w = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if branch["parent"] >= 0:
        parent = frames[branch["parent"]]
        q, w = load4(parent["q"], 0), load(parent["w"], 0)
        arm = rotate(q, x)
        v = add(load(parent["v"], 0), cross(w, arm))
        x = add(load(parent["x"], 0), arm)
    for m in range(branch["first"], branch["last"]):
        motion = motions[m]
        place, rate = motion["place"], motion["rate"]
        if motion["kind"] == BALL:
            q, w = normalize(load4(y, place)), load(y, rate)
            continue
        own = load(motion["axis"], 0)
        axis = rotate(q, own)
        if motion["kind"] == SLIDE:
            v = add(axpy(y[place], cross(w, axis), v), (y[rate] * axis[0], y[rate] * axis[1], y[rate] * axis[2]))
            x = axpy(y[place], axis, x)
        else:
            s, c = sin_cos(0.5 * y[place])
            q = multiply(q, (c, s * own[0], s * own[1], s * own[2]))
            w = axpy(y[rate], axis, w)
    return x, q, v, w
