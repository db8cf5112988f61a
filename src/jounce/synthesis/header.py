"""The beginning of every generated module: what it may call."""

import re

HEADER = '''"""{title}

Written by jounce.synthesis; parameters, element records and state come in arrays, so one file serves every car of this
topology. See docs/theory/synthesis.md for the equations.
"""

import math

from jounce.algebra.inertia import add as add_inertias
from jounce.algebra.inertia import from_body, momentum, rate_of_momentum
from jounce.algebra.mat3 import (
    identity, load6, load9, matmul, mv, rotate_diagonal, rotate_sym, store9, tmv, transpose,
)
from jounce.algebra.quaternion import (
    from_matrix, load4, multiply, normalize, rate_body, rate_world, store4, to_matrix,
)
from jounce.algebra.so3 import exp_quaternion, turn_matrix
from jounce.algebra.vec3 import add, axpy, cross, dot, load, neg, norm, scale, store, sub, unit_or_zero
from jounce.elements.bushing import bushing
from jounce.elements.drag import drag
from jounce.elements.measure import angle, dot1, dot2, twist, unwound
from jounce.elements.prescribed import follow
from jounce.elements.signal import signal
from jounce.elements.spring import spring_force
from jounce.formulations import status
from jounce.formulations.base_equation import (
    add_inertia, add_wrench, clear_base, solve_base, take_inertia, take_share, take_wrench,
)
from jounce.formulations.loop_solver import clear_rows, solve_rows
from jounce.kernel import function_at, part
'''

FUNCTIONS = frozenset(re.findall(r"\w+", HEADER.partition("import math")[2])) | {"abs", "math", "max", "min"}
"""Names that no line of a kernel may take."""
