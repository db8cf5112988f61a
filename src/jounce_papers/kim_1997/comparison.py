"""What Kim 1997 says and what came out beside it, and tables of all methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.output.reports.plots import digits
from jounce_papers.kim_1997.drives import METHODS
from jounce_papers.kim_1997.numbers import CHANNELS, compare_ranges
from jounce_papers.reproduction import Claim, NumberTable, by_method

TITLES = {name: method.title for name, method in METHODS.items()}
THREE = {"projection_printed": "as printed", "qr": "QR", "projection": "ours"}
PAIRS = (("projection_printed", "qr", "with ż integrated"), ("projection", "qr_all", "with all velocities"))
"""Projection and QR, like with like."""
NOT_MEASURED = "not measured"
METHOD_HEADS = ("CPU [s]", "× proj.", "µs/step", "steps", "changes", "|Φ| [m]", "median", "Δ yaw [ppm]")
METHOD_NOTE = (
    "× proj.: time by that of projection. Changes: steps of another length than the one before. |Φ|: largest violation "
    "that a correction after a step met, and the median of all. Δ yaw: largest difference of the yaw rate from the "
    "augmented system in world coordinates, by its peak."
)
STUDY_HEADS = ("CPU [s]", "steps", "changes", "|Φ| [m]", "yaw rate error [rad/s]")
LASTING_HEADS = ("time [s]", "steps", "|Φ| [m]", "made anew", "deficient", "cond PᵀP")


def comparison(data: Mapping[str, Any]) -> list[Claim]:
    """What the paper says that can be compared, and our numbers beside it."""
    return [*_setup_claims(data), *_time_claims(data), *_step_claims(data), *_accuracy_claims(data)]


def _setup_claims(data: Mapping[str, Any]) -> list[Claim]:
    """What was driven, and with which integrator."""
    size = data["sizes"]
    return [
        Claim(
            "vehicle",
            "MacPherson struts in front, twist axle behind, rack (Figs. 2, 3)",
            f"{data['vehicle']}: the same kind, {size['bodies']} bodies, {size['joint_velocities']} joint velocities, "
            f"{size['loop_equations']} equations of cut loops, {size['freedom']} freedoms",
            "No mass, dimension or stiffness is in print; hatchback is of our own choice.",
        ),
        Claim(
            "drive",
            "40 km/h, settling until 4 s, rack ±10 mm in a sine until 8 s (Fig. 8)",
            f"{data['about']} Before the rack is a filter of {1e3 * data['rack_smoothing']:g} ms.",
            "The filter serves all methods: the rate of a sine jumps at both ends, and formulations differ in who "
            "takes the impulse.",
        ),
        Claim(
            "integrator",
            "variable step, not named; maximum steps of 1, 5 and 10 ms",
            f"Adams–Bashforth–Moulton, orders 1 to 12, local error {data['relative']:g} relative or "
            f"{data['absolute']:g}, the same for all",
            "Tolerances are not in print; ours are.",
        ),
    ]


def _time_claims(data: Mapping[str, Any]) -> list[Claim]:
    """Times, and where their ratio comes from."""
    size, paper = data["sizes"], data["paper_cpu_s"]
    return [
        Claim(
            "CPU time",
            f"{paper['projection']:.2f} s, DADS {paper['general_purpose']:.2f} s: {paper['ratio']:.2f} × (Table 1)",
            _times(data),
            "Ratio of the augmented system in world coordinates to projection: a strong baseline, sparse, compiled, "
            "nothing read or written. Synthesis is what jounce takes by itself.",
        ),
        Claim(
            "where the ratio comes from",
            "not told apart",
            _parts(data),
            f"Unknowns: {size['world_accelerations']} accelerations and {size['world_equations']} multipliers in world "
            f"coordinates, {size['joint_velocities']} and {size['loop_equations']} in joint coordinates, where wheels "
            "that spin need no small steps.",
        ),
    ]


def _step_claims(data: Mapping[str, Any]) -> list[Claim]:
    """Violations of the constraints, and lengths of steps."""
    return [
        Claim(
            "violation of constraints",
            "projection and QR nearly alike (Figs. 4, 5)",
            f"Largest |Φ| before a correction [m], {_maxima(data)}: {_three(data, 'violation')}",
            "As printed and QR are of one level. Ours is higher: velocities that are integrated err across the "
            "constraints, too, those made of ż do not. All are corrected at once, after every step.",
        ),
        Claim(
            "violation, larger steps",
            "projection relatively less, it is judged",
            f"Largest |Φ| [m], {_scattered(data, 'violation')}",
            "Projection against QR over runs whose tolerances differ by a few percent; `alike`: the ranges overlap. "
            "With all velocities integrated they must be: the motion is the same but for rounding.",
        ),
        Claim(
            "changes of the step",
            "projection somewhat more often than QR (Figs. 6, 7)",
            f"{_maxima(data)}: {_three(data, 'step_changes')}; {_scattered(data, 'step_changes', PAIRS[:1])}",
            "Our integrator keeps steps equal as long as it can, and doubles them or makes them 0.5 to 0.9 as long.",
        ),
        Claim(
            "maximum step",
            "10 ms (Fig. 5)",
            _reached(data),
            "Explicit Adams steps are stable up to about 1/|λ| of the fastest mode. A hundredth of the tolerance makes "
            "less than twice the steps: stability limits them, more than accuracy or the maximum.",
        ),
    ]


def _accuracy_claims(data: Mapping[str, Any]) -> list[Claim]:
    """Motion, accuracy, and the bases of the null space; the computer."""
    return [
        Claim(
            "motion",
            "agrees with DADS, small differences (Figs. 9–13)",
            _motion(data),
            "Projection against the world frame, largest difference by the peak. It falls with the steps: it is the "
            "error of both integrations. The vertical acceleration itself is small.",
        ),
        Claim(
            "accuracy as printed",
            "not discussed",
            _accuracy(data),
            "What is printed does not come nearer with smaller steps. Two reasons, with J for Φ_q and J' for its rate. "
            "dP/dt = −I_R J' P holds at the start of a step only: "
            "that makes what is printed of first order. And dI_R/dt is not −I_R J' I_R, as [4.8] has it, but that plus "
            "P_N J'ᵀ(JJᵀ)⁻¹: with a prescribed motion (b ≠ 0), as of the rack here, what is left out does not shrink "
            "with the step.",
        ),
        Claim(
            "bases",
            "not told apart",
            _bases(data),
            "All velocities integrated. q̈ does not know which basis of the null space it came from: the motion is the "
            "same but for rounding, and what differs is the time.",
        ),
        Claim(
            "renewal of the null space",
            "no criterion needed",
            _renewal(data),
            "Condition of PᵀP, and how often P was made orthonormal anew. P ← P_N P turns with the constraints. Ten "
            "minutes of steering: --full.",
        ),
        Claim(
            "computer",
            "not named; DADS with a tire of the user",
            "one core of this machine; a compiled sparse LDLᵀ in the place of DADS",
            "Machines, cars and programs differ: only ratios compare.",
        ),
    ]


def _maxima(data: Mapping[str, Any]) -> str:
    steps = [f"{1e3 * row['maximum_step']:g}" for row in data["maximum_steps"]]
    return f"steps ≤ {', '.join(steps)} ms"


def _three(data: Mapping[str, Any], what: str) -> str:
    """A number of the three methods at all maximum steps."""
    rows = data["maximum_steps"]
    cells = {title: ", ".join(digits(row[f"{what}_{name}"], 2) for row in rows) for name, title in THREE.items()}
    return "; ".join(f"{title} {cell}" for title, cell in cells.items())


def _scattered(data: Mapping[str, Any], what: str, pairs: tuple[tuple[str, str, str], ...] = PAIRS) -> str:
    """Ranges of projection and QR at the largest maximum step, and whether they overlap."""
    found, cells = data["scatter"]["methods"], []
    for projection, qr, title in pairs:
        a, b = found[projection][what], found[qr][what]
        ranges = [f"{digits(of['smallest'], 2)} … {digits(of['largest'], 2)}" for of in (a, b)]
        cells.append(f"{title} {ranges[0]} against {ranges[1]}: {compare_ranges(a, b)}")
    return f"{data['scatter']['runs']} runs, {within(data['maximum_steps'][-1])}: {'; '.join(cells)}"


def _times(data: Mapping[str, Any]) -> str:
    if data["cpu_s"] is None:
        return NOT_MEASURED
    rows = data["maximum_steps"]
    names = ("augmented_world", "projection", "synthesis")
    seconds = {name: ", ".join(f"{row['cpu_s'][name]:.3f}" for row in rows) for name in names}
    taken = [f"{TITLES[name]} {seconds[name]} s" for name in names]
    ratios = ", ".join(f"{row['ratio_augmented_over_projection']:.1f}" for row in rows)
    return f"{ratios} × ({_maxima(data)}): {'; '.join(taken)}"


def _parts(data: Mapping[str, Any]) -> str:
    """The ratio as a product: joint coordinates, then the null space."""
    cpu = data["cpu_s"]
    if cpu is None:
        return NOT_MEASURED
    return (
        f"joint instead of world coordinates {cpu['augmented_world'] / cpu['augmented_joint']:.1f} ×, then projection "
        f"instead of the augmented system {cpu['augmented_joint'] / cpu['projection']:.1f} × "
        f"({within(data['maximum_steps'][-1])})"
    )


def _reached(data: Mapping[str, Any]) -> str:
    own = [row["methods"]["projection"] for row in data["maximum_steps"]]
    shares = ", ".join(f"{100 * of['share_at_maximum']:.0f}" for of in own)
    medians = ", ".join(digits(1e3 * of["median_step"], 2) for of in own)
    cell = f"{_maxima(data)}: {shares} % of the steps are that long, their median is {medians} ms"
    found = data["stability"]
    if found is None:
        return cell
    rate, free, tight = found["fastest_mode"]["magnitude"], found["without_maximum"], found["tighter"]
    return (
        f"{cell}; without a maximum {digits(1e3 * free['median_step'], 2)} ms, {free['median_step'] * rate:.1f}/|λ| of "
        f"the fastest mode ({rate:.0f}/s); with a hundredth of the tolerance {tight['steps'] / free['steps']:.2f} "
        "times the steps"
    )


def _motion(data: Mapping[str, Any]) -> str:
    found = data["maximum_steps"][-1]["methods"]["projection"]["differences"]
    cells = [f"{title} {digits(1e6 * found[name]['relative'], 2)}" for name, (title, _) in CHANNELS.items()]
    return f"{', '.join(cells)} ppm ({within(data['maximum_steps'][-1])})"


def _accuracy(data: Mapping[str, Any]) -> str:
    rows = data["maximum_steps"]
    cells = [f"{title} {', '.join(digits(yaw_ppm(row, name), 2) for row in rows)}" for name, title in THREE.items()]
    return f"Yaw rate against the world frame, ppm of its peak, {_maxima(data)}: {'; '.join(cells)}"


def _bases(data: Mapping[str, Any]) -> str:
    if data["cpu_s"] is None:
        return NOT_MEASURED
    row = data["maximum_steps"][-1]
    names = ("projection", "partitioning", "qr_all", "svd")
    cells = [f"{TITLES[name]} {data['cpu_s'][name]:.3f} s, {digits(yaw_ppm(row, name), 2)} ppm" for name in names]
    return f"{'; '.join(cells)} ({within(row)}; Δ yaw against the world frame)"


def _renewal(data: Mapping[str, Any]) -> str:
    of = data["basis"]["projection"]
    cell = f"{of['worst_condition']:.5f} at most in all runs above, made anew {of['renewed']} times"
    if data["study"] is None:
        return cell
    long = data["study"]["lasting"]["projection"][-1]
    return f"{cell}; in {long['end'] / 60:g} min {long['worst_condition']:.5f}, {long['renewed']} times"


def within(row: Mapping[str, Any]) -> str:
    """The maximum step of a row of numbers."""
    return f"steps ≤ {1e3 * row['maximum_step']:g} ms"


def yaw_ppm(row: Mapping[str, Any], name: str) -> float:
    """Difference of a method's yaw rate from the world frame's, in millionths of the peak."""
    return 1e6 * row["methods"][name]["differences"]["chassis.yaw_rate"]["relative"]


def tables(data: Mapping[str, Any]) -> list[NumberTable]:
    """All methods at all maximum steps, and the engine that jounce would choose."""
    groups = {
        within(row): [(TITLES[name], *_method_cells(row, name)) for name in row["methods"]]
        for row in data["maximum_steps"]
    }
    chord = data["synthesis_chord"]
    if chord is not None:
        each = f"{1e6 * chord['cpu_s'] / chord['steps']:.1f}"
        ratio = f"{chord['cpu_s'] / data['cpu_s']['projection']:.2f}"
        cells = (f"{chord['cpu_s']:.3f}", ratio, each, str(chord["steps"]), "0", "–", "–", "–")
        groups[f"steps of {1e3 * chord['step']:g} ms"] = [("synthesis, chord", *cells)]
    return [NumberTable("All methods, the same integrator and tolerance", METHOD_HEADS, groups, METHOD_NOTE)]


def _method_cells(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Times, steps, violations, difference from the world frame."""
    of, cpu, yaw = row["methods"][name], row["cpu_s"], yaw_ppm(row, name)
    timed = ("–",) * 3
    if cpu is not None:
        ratio = of["cpu_s"] / cpu["projection"]
        timed = (f"{of['cpu_s']:.3f}", f"{ratio:.2f}", f"{1e6 * of['cpu_s'] / of['steps']:.1f}")
    violations = (digits(of[key], 2) for key in ("violation", "violation_median"))
    return (*timed, str(of["steps"]), str(of["step_changes"]), *violations, digits(yaw, 2) if yaw > 0.0 else "–")


def study_tables(data: Mapping[str, Any]) -> list[NumberTable]:
    """Every method at every maximum step, other tolerances and long runs, if they were studied."""
    found = data["study"]
    if found is None:
        return []
    steps = {
        name: [(f"{1e3 * of['maximum_step']:g} ms", *_study_cells(of)) for of in rows]
        for name, rows in found["steps"].items()
    }
    tolerances = {
        name: [(f"{of['relative']:.0e}", *_study_cells(of)) for of in rows]
        for name, rows in found["tolerances"].items()
    }
    lasting = {name: [_lasting_cells(of) for of in rows] for name, rows in found["lasting"].items()}
    note = f"Errors against {found['reference']}."
    every = ("steps ≤", *STUDY_HEADS)
    return [
        NumberTable("Every method at every maximum step", every, by_method(steps, TITLES), note),
        NumberTable(
            "Other tolerances, steps ≤ 10 ms", ("tolerance", *STUDY_HEADS), by_method(tolerances, TITLES), note
        ),
        NumberTable("A sine that does not end, steps ≤ 10 ms", LASTING_HEADS, by_method(lasting, TITLES)),
    ]


def _study_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    errors = (digits(of[key], 2) for key in ("violation", "yaw_rate_error"))
    return f"{of['cpu_s']:.3f}", str(of["steps"]), str(of["step_changes"]), *errors


def _lasting_cells(of: Mapping[str, Any]) -> tuple[str, ...]:
    condition = f"{of['worst_condition']:.5f}" if of["worst_condition"] > 0.0 else "–"
    counts = str(of["renewed"]), str(of["deficient"])
    return f"{of['end']:g}", str(of["steps"]), digits(of["violation"], 2), *counts, condition
