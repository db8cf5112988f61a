"""What a generated kernel reports: the first trouble it met, as (status, joint, size); closing loops pass by pass.

Nothing here branches on a number but `close_loops`, which a tracer takes over: so generated functions stay straight.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.formulations import status
from jounce.engine.linalg.select import where

CLOSED = 1e-9
"""Gap [m, rad] after which one more Newton correction leaves round-off."""
PASSES = 12
CULPRIT, SIZE, WIDEST, STATUS = range(4)
"""Places in the array that a kernel reports in: joint and size of the last failure, largest |Φ| that the last
projection found, status."""

no_trouble = (0.0, 0.0, 0.0)


def note(trouble, condition, code, joint, size):
    """The first trouble: this one, if the condition holds and there was none before."""
    before, its_joint, its_size = trouble
    new = (before == 0.0) & condition
    return where(new, float(code), before), where(new, joint, its_joint), where(new, size, its_size)


def check_quality(trouble, quality, limit, joint):
    """Loops too near to a toggle position?"""
    return note(trouble, quality < limit, status.SINGULAR, joint, quality)


def check_finite(trouble, a, alpha, culprit):
    """Accelerations that are no finite numbers? Infinity − infinity is not zero."""
    total = a[0] + a[1] + a[2] + alpha[0] + alpha[1] + alpha[2]
    return note(trouble, total - total != 0.0, status.NOT_FINITE, culprit[CULPRIT], culprit[SIZE])


def check_closed(trouble, gap, quality, limit, joint):
    """Loops singular, lost or open after all passes?"""
    trouble = check_quality(trouble, quality, limit, joint)
    trouble = note(trouble, gap != gap, status.NOT_FINITE, joint, gap)
    return note(trouble, gap > CLOSED, status.LOOP_OPEN, joint, gap)


def close_loops(close, arguments, limit):
    """Newton passes until the gap is closed or the quality too low; gap of the first pass, last gap and quality."""
    first, gap, quality = 0.0, 1.0, 1.0
    for n in range(PASSES):
        if gap <= CLOSED or quality < limit:
            break
        gap, quality = close(*arguments)
        first = gap if n == 0 else first
    return first, gap, quality


def report_trouble(trouble, culprit):
    """Write the trouble, if there is any, where people look for it; returns the status."""
    code, joint, size = trouble
    bad = code != 0.0
    culprit[CULPRIT] = where(bad, joint, culprit[CULPRIT])
    culprit[SIZE] = where(bad, size, culprit[SIZE])
    culprit[STATUS] = code
    return code
