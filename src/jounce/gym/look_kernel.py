"""A look at one car in compiled code: its channels, and its place on the course."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.world_state_kernel import put_world_state
from jounce.engine.compiler import subroutine
from jounce.engine.formulations.elements import ElementArrays
from jounce.engine.integrators.fixed import member
from jounce.gym.course_kernel import locate_on_course
from jounce.lab.results.instant_channels import Numbers, Seen
from jounce.lab.results.instant_kernel import write_tree_channels

CHASSIS_X, CHASSIS_Y, CHASSIS_YAW = 1, 2, 6
"""Places of position and yaw angle among the numbers of a chassis."""


class Look(NamedTuple):
    """What the channels of one kind of car are found with; stacked, of all kinds."""

    branches: np.ndarray
    motions: np.ndarray
    fixed: np.ndarray
    measures: np.ndarray
    elements: ElementArrays
    car: np.ndarray
    design: np.ndarray


class Looks(NamedTuple):
    """`Look`, with a first axis over kinds of cars."""

    branches: np.ndarray
    motions: np.ndarray
    fixed: np.ndarray
    measures: np.ndarray
    elements: ElementArrays
    car: np.ndarray
    design: np.ndarray


@member.of(Looks)
def look_member(stack, i):
    """The look at one kind of car; views, no copies."""
    return Look(
        stack.branches[i],
        stack.motions[i],
        stack.fixed[i],
        stack.measures[i],
        member(stack.elements, i),
        stack.car[i],
        stack.design[i],
    )


class Tree(NamedTuple):
    """What all kinds share: row of the base, place of its twist, places of auxiliary states, order of the contacts, and
    where each channel is taken from."""

    base: int
    velocity: int
    sources: np.ndarray
    order: np.ndarray
    plan: np.ndarray


class Scratch(NamedTuple):
    """Memory for a look at one car, one a thread."""

    frames: np.ndarray
    world: np.ndarray
    dy: np.ndarray
    bodies: np.ndarray
    contacts: np.ndarray
    forces: np.ndarray
    measure_states: np.ndarray
    wheels: np.ndarray


class Told(NamedTuple):
    """What is written of every car."""

    chassis: np.ndarray
    """(n, 18) numbers of the chassis, which remember its turns"""
    kinds: np.ndarray
    """(n,) which look serves a car"""
    clocks: np.ndarray
    """(n,) steps since the start of the episode"""
    indices: np.ndarray
    """(n,) point of the course nearest to a car"""
    turns: np.ndarray
    """(n,) laps of a closed course"""
    values: np.ndarray
    """(n, channels and columns of the course), SI"""
    observations: np.ndarray
    """(n, m) float32"""


@subroutine
def look_at(derivative, model, work, i, h, state, looks, tree, scratch, course, told):
    """Channels and columns of the course of car i."""
    look, t = member(looks, told.kinds[i]), told.clocks[i] * h
    put_world_state(
        look.branches,
        look.motions,
        tree.base,
        look.fixed,
        tree.velocity,
        tree.sources,
        state,
        scratch.frames,
        scratch.world,
    )
    derivative(model, work, 0.0, state, scratch.dy)
    seen = Seen(
        scratch.bodies,
        scratch.contacts,
        scratch.forces,
        look.measures,
        scratch.measure_states,
        look.elements,
        model.signals,
        model.tables,
    )
    chassis, values = told.chassis[i], told.values[i]
    numbers = Numbers(chassis, scratch.wheels, values, look.design)
    write_tree_channels(
        t, state, scratch.dy, scratch.world, work.contacts, tree.order, seen, look.car[0], tree.plan, numbers
    )
    if course.x.size > 0:
        x, y, yaw = chassis[CHASSIS_X], chassis[CHASSIS_Y], chassis[CHASSIS_YAW]
        locate_on_course(course, x, y, yaw, told.indices, told.turns, i, values[tree.plan.size :])
