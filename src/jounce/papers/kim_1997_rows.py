"""What Kim 1997 says, and what came out beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.comparison import Row
from jounce.papers.kim_constraint_words import (
    renewal,
    renewal_remark,
    scattered,
    scattered_remark,
    violations,
    violations_remark,
)
from jounce.papers.kim_cost_words import (
    bases,
    bases_remark,
    parts,
    parts_remark,
    printed_times,
    times_remark,
    times_said,
)
from jounce.papers.kim_motion_words import accuracy, accuracy_remark, motion, motion_remark
from jounce.papers.kim_step_words import changes, changes_remark, reached, reached_remark


def comparison(data: Mapping[str, Any]) -> list[Row]:
    """What the paper says that can be compared, and our numbers beside it."""
    size = data["sizes"]
    return [
        Row(
            "vehicle",
            "MacPherson struts in front, twist axle behind, rack (Figs. 2, 3)",
            f"{data['vehicle']}: the same kind, {size['bodies']} bodies, {size['joint_velocities']} joint velocities, "
            f"{size['loop_equations']} equations of cut loops, {size['freedom']} freedoms",
            "No mass, dimension or stiffness is in print; hatchback is of our own choice.",
        ),
        Row(
            "drive",
            "40 km/h, settling until 4 s, rack ±10 mm in a sine until 8 s (Fig. 8)",
            data["about"],
            f"Before the rack is a filter of {1e3 * data['rack_smoothing']:g} ms, for all methods: the rate of a sine "
            "jumps at both ends, and formulations differ in who takes the impulse.",
        ),
        Row(
            "integrator",
            "variable step, not named; maximum steps of 1, 5 and 10 ms",
            f"Adams–Bashforth–Moulton, orders 1 to 12, local error {data['relative']:g} relative or "
            f"{data['absolute']:g}, the same for all",
            "Tolerances are not in print; ours are.",
        ),
        Row("CPU time", printed_times(data), times_said(data), times_remark(data)),
        Row("where the ratio comes from", "not told apart", parts(data), parts_remark(data)),
        Row(
            "violation of constraints",
            "projection and QR nearly alike (Figs. 4, 5)",
            violations(data),
            violations_remark(data),
        ),
        Row(
            "violation, larger steps",
            "projection relatively less, it is judged",
            scattered(data),
            scattered_remark(data),
        ),
        Row(
            "changes of the step",
            "projection somewhat more often than QR (Figs. 6, 7)",
            changes(data),
            changes_remark(data),
        ),
        Row("maximum step", "10 ms (Fig. 5)", reached(data), reached_remark(data)),
        Row("motion", "agrees with DADS, small differences (Figs. 9–13)", motion(data), motion_remark(data)),
        Row("accuracy as printed", "not discussed", accuracy(data), accuracy_remark(data)),
        Row("bases", "not told apart", bases(data), bases_remark(data)),
        Row("renewal of the null space", "no criterion needed", renewal(data), renewal_remark(data)),
        Row(
            "computer",
            "not named; DADS with a tire of the user",
            "one core of this machine; a compiled sparse LDLᵀ in the place of DADS",
            "Machines, cars and programs differ: only ratios compare.",
        ),
    ]
