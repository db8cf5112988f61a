"""The compiled kernel of `jounce.lab.scene.tree_poses`: from joint coordinates to poses in the world."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.quaternion import load4, multiply, normalize, rotate, store4
from jounce.engine.linalg.vec3 import add, axpy, load, store

SLIDE, TURN, BALL = 0, 1, 2

BRANCH = record(body=int, parent=int, first=int, last=int, offset=3, centre=3, alignment=4)
"""Row of a body, row of its parent (−1: the base), its motions, and its constants (see
`jounce.engine.assembly.spanning_tree.Branch`).
"""
MOTION = record(kind=int, place=int, axis=3)


@entry
def place_bodies(branches, motions, base, base_pose, y, local, poses):
    """Frames against the base in `local`, bodies in the world in `poses`; base: row of the base body or −1."""
    r0, q0 = load(base_pose, 0), normalize(load4(base_pose, 3))
    if base >= 0:
        store(poses[base], 0, r0)
        store4(poses[base], 3, q0)
    for b in range(branches.size):
        branch = branches[b]
        x, q = load(branch["offset"], 0), (1.0, 0.0, 0.0, 0.0)
        if branch["parent"] >= 0:
            parent = local[branch["parent"]]
            q = load4(parent, 3)
            x = add(load(parent, 0), rotate(q, x))
        for m in range(branch["first"], branch["last"]):
            motion = motions[m]
            place = motion["place"]
            axis = load(motion["axis"], 0)
            if motion["kind"] == BALL:
                q = normalize(load4(y, place))
            elif motion["kind"] == SLIDE:
                x = axpy(y[place], rotate(q, axis), x)
            else:
                half = 0.5 * y[place]
                s = math.sin(half)
                q = multiply(q, (math.cos(half), s * axis[0], s * axis[1], s * axis[2]))
        store(local[branch["body"]], 0, x)
        store4(local[branch["body"]], 3, q)
        centre = add(x, rotate(q, load(branch["centre"], 0)))
        pose = poses[branch["body"]]
        store(pose, 0, add(r0, rotate(q0, centre)))
        store4(pose, 3, normalize(multiply(multiply(q0, q), load4(branch["alignment"], 0))))
