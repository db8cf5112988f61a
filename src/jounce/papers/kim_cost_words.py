"""What Kim 1997 says about CPU time, and what the numbers say: ratio, where it comes from, bases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.kim_words import last_of, maxima, milliseconds, within, yaw_ppm


def printed_times(data: Mapping[str, Any]) -> str:
    """Table 1."""
    paper = data["paper_cpu_s"]
    return f"{paper['projection']:.2f} s, DADS {paper['general_purpose']:.2f} s: {paper['ratio']:.2f} × (Table 1)"


def times_said(data: Mapping[str, Any]) -> str:
    """Ratios and times."""
    if data["cpu_s"] is None:
        return "not measured"
    rows = data["maximum_steps"]
    taken = [", ".join(f"{row['cpu_s'][name]:.3f}" for row in rows) for name in ("projection", "augmented_world")]
    ratios = ", ".join(f"{row['ratio_augmented_over_projection']:.1f}" for row in rows)
    return f"{ratios} × ({maxima(data)}): projection {taken[0]} s, augmented in world coordinates {taken[1]} s"


def times_remark(data: Mapping[str, Any]) -> str:
    """How the ratio stands to the paper's, and what synthesis takes."""
    if data["cpu_s"] is None:
        return ""
    ratio, printed = data["ratio_augmented_over_projection"], data["paper_cpu_s"]["ratio"]
    chord = data["synthesis_chord"]
    if ratio >= printed:
        said = f"{ratio / printed:.1f} times the paper's ratio"
    else:
        said = f"Only {ratio / printed:.2f} of the paper's ratio"
    fast = data["cpu_s"]["projection"] / data["cpu_s"]["synthesis"]
    return (
        f"{said} at the largest maximum step, against a strong baseline: sparse, compiled, nothing read or written. "
        f"Synthesis with the same integrator is {fast:.1f} times as fast as projection; with chord at "
        f"{milliseconds(chord['step'])}, what jounce takes by itself, the drive takes {chord['cpu_s']:.3f} s."
    )


def parts(data: Mapping[str, Any]) -> str:
    """The ratio as a product: joint coordinates, then the null space."""
    cpu = data["cpu_s"]
    if cpu is None:
        return "not measured"
    return (
        f"joint instead of world coordinates {cpu['augmented_world'] / cpu['augmented_joint']:.1f} ×, then projection "
        f"instead of the augmented system {cpu['augmented_joint'] / cpu['projection']:.1f} × "
        f"({within(last_of(data)['maximum_step'])})"
    )


def parts_remark(data: Mapping[str, Any]) -> str:
    """Sizes and steps behind the ratio."""
    if data["cpu_s"] is None:
        return ""
    size, methods = data["sizes"], last_of(data)["methods"]
    world, own = methods["augmented_world"], methods["projection"]
    each = [1e6 * of["cpu_s"] / of["steps"] for of in (world, own)]
    why = ": in world coordinates whatever turns has to be followed" if world["steps"] > own["steps"] else ""
    return (
        f"{size['world_accelerations']} accelerations and {size['world_equations']} multipliers against "
        f"{size['joint_velocities']} and {size['loop_equations']}. {each[0]:.0f} µs a step against {each[1]:.0f}, and "
        f"{world['steps']} steps against {own['steps']}{why}."
    )


def bases(data: Mapping[str, Any]) -> str:
    """Times by basis."""
    cpu = data["cpu_s"]
    if cpu is None:
        return "not measured"
    names = {"projection": "projection", "partitioning": "partitioning", "qr_all": "QR", "svd": "SVD"}
    words = ", ".join(f"{title} {cpu[name]:.3f} s" for name, title in names.items())
    return f"With all velocities integrated, {within(last_of(data)['maximum_step'])}: {words}"


def bases_remark(data: Mapping[str, Any]) -> str:
    """Why all bases give one motion."""
    if data["cpu_s"] is None:
        return ""
    row = last_of(data)
    yaws = [yaw_ppm(row, name) for name in ("projection", "partitioning", "qr_all", "svd")]
    return (
        "q̈ does not know which basis of the null space it came from: projection, QR and SVD have the same I_R and give "
        "the same motion but for rounding, which moves a step now and then (yaw rates differ from the world frame's by "
        f"{', '.join(yaws)} ppm, in that order). What differs is the time."
    )
