"""Many cars at once: the walk of `fixed`, once per car.

Everything that differs between cars is stacked along a first axis. How one car's model, scratch or method is taken from
a stack is for the stack's type to say, with the verb `member`. Each car keeps its own record and status; one that fails
does not stop the others. The loop is the same compiled function that serves a single car, so are the results.
"""

from jounce.integrators.bank import Bank
from jounce.integrators.chord import Chord
from jounce.integrators.explicit import Explicit
from jounce.integrators.fixed import walk
from jounce.integrators.rosenbrock import Rosenbrock
from jounce.kernel import entry, verb


@verb
def member(stack, i):
    """Item i of stacked models, scratch arrays or methods; views, no copies."""


@member.of(Explicit)
def explicit_member(stack, i):
    """The same for all cars."""
    return stack


@member.of(Rosenbrock)
def rosenbrock_member(stack, i):
    """A bank of its own for each car, because their stiffnesses differ."""
    return Rosenbrock(stack.coordinates, stack.independent, stack.auxiliary, member(stack.bank, i))


@member.of(Chord)
def chord_member(stack, i):
    """A bank of its own for each car; iterations renew it."""
    return Chord(
        stack.rule,
        stack.coordinates,
        stack.independent,
        stack.auxiliary,
        member(stack.bank, i),
        stack.tolerance,
        stack.iterations,
    )


@member.of(Bank)
def bank_member(stack, i):
    """Of banks whose arrays have one axis more."""
    return Bank(stack.lu[i], stack.pivots[i], stack.stiffness[i], stack.reach[i], stack.speeds[i])


@entry
def advance_many(
    derivative,
    project,
    models,
    works,
    methods,
    first,
    last,
    y,
    k,
    progress,
    times,
    stride,
    pause,
    samples,
    outcomes,
):
    """Advance cars first … last − 1 until `pause` samples are written; returns how many failed.

    y (cars, size), k (cars, ROWS of the method, size), progress (cars, LENGTH), samples (cars, times, 1 + size) and
    outcomes (cars,) int64, the statuses; `times`, `stride` and `pause` are shared. Ranges that do not overlap may run
    in threads of their own.
    """
    failed = 0
    for i in range(first, last):
        outcomes[i] = walk(
            member(methods, i),
            derivative,
            project,
            member(models, i),
            member(works, i),
            y[i],
            k[i],
            progress[i],
            times,
            stride,
            pause,
            samples[i],
        )
        failed += outcomes[i] != 0
    return failed
