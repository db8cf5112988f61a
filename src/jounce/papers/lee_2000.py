"""Lee 2000, section 6: a simplified car climbs a slope, jumps and lands, and overturns in a bend, in real time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.papers.comparison import Row, comparison_lines
from jounce.papers.lee_2000_drives import JUMP_SPEED, LAWS, TURN_SPEED, jump, jump_terrain, turns
from jounce.papers.lee_2000_numbers import energy_lost, flight, frame_times, overturning
from jounce.papers.lee_2000_page import render
from jounce.papers.reproduction import Reproduction

NAME = "lee-2000"
FRAMES = 600
JUMP_SECONDS, TURN_SECONDS = 5.0, 8.0
QUICK = (4.0, 4.0)
"""The same without times."""


def lee_2000(measure: bool = True) -> Reproduction:
    """Both drives with both laws; with `measure` longer ones, and times of a frame."""
    seconds = (JUMP_SECONDS, TURN_SECONDS) if measure else QUICK
    terrain = jump_terrain()
    ground = terrain.ground()
    jumps = {law: jump(law, ground, seconds[0]) for law in LAWS}
    bends = {law: turns(law, seconds[1]) for law in LAWS}
    data: dict[str, Any] = {
        "terrain": {"nodes": list(terrain.heights.shape), "spacing": terrain.dx},
        "car": jumps["smooth"].car.name,
        "step": 1e-3,
        "speeds": {"jump": JUMP_SPEED, "turn": TURN_SPEED},
        "jump": {law: flight(drive) for law, drive in jumps.items()},
        "turn": {law: {name: overturning(drive) for name, drive in of.items()} for law, of in bends.items()},
        "energy": {law: energy_lost(of["tall"]) for law, of in bends.items()},
        "times": frame_times(ground, FRAMES) if measure else None,
    }
    rows = comparison(data)
    data["comparison"] = [row._asdict() for row in rows]
    return Reproduction(NAME, data, _text(data, rows), render(data, rows, jumps, bends, ground))


def comparison(data: Mapping[str, Any]) -> list[Row]:
    """What is in print beside what came out."""
    tall, low = (data["turn"]["smooth"][name] for name in ("tall", "simple"))
    printed = data["turn"]["printed"]["tall"]
    return [
        Row(
            "frame",
            "16 to 30 a second: 33 to 62 ms, graphics included, Pentium III 500 MHz",
            frame_words(data["times"]),
            "Without graphics: the 17 steps of 1 ms of a frame of 1/60 s, with ground, hull and objects, called from "
            "Python. The paper does not print its step.",
        ),
        Row(
            "jump",
            "a car climbs a slope, jumps, and comes down (Fig. 5, pictures)",
            f"law smooth: {flight_words(data['jump']['smooth'])}; printed: {flight_words(data['jump']['printed'])}",
            "Terrain, car and speed are not in print. The parabola is that of the centre of mass from take-off, "
            "without drag.",
        ),
        Row(
            "landing",
            "by the contact force alone, without other treatment",
            f"so here: {data['jump']['smooth']['speed_at_the_end']:.1f} m/s at the end, and never leans more than "
            f"{math.degrees(math.acos(min(1.0, data['jump']['smooth']['least_upright_after']))):.0f}°",
            "The smooth law adds a stop to the springs, and its dampers do not pull.",
        ),
        Row(
            "overturning",
            "claimed (“driving, acceleration, jumping, overturning”)",
            f"tall: {over_words(tall)}; with the printed law {over_words(printed)}; simple, lower: {over_words(low)}",
            f"t / 2h is {tall['threshold']:.2f} for tall and {low['threshold']:.2f} for simple, friction "
            f"{tall['friction']:g}.",
        ),
        Row(
            "hull against ground, objects",
            "future work",
            "points of the hull with friction; ramps, boxes, crates and cones",
            "Ours; the overturned car slides and comes to rest.",
        ),
    ]


def frame_words(times: Mapping[str, Any] | None) -> str:
    """Times of a frame, or that there are none."""
    if times is None:
        return "not measured"
    parts = [f"{name} {of['median']:.3f} ms (largest {of['largest']:.2f})" for name, of in times["ms"].items()]
    slowest = max(of["median"] for of in times["ms"].values())
    return f"{'; '.join(parts)}: {times['paper_ms'][0] / slowest:.0f} frames in the time of one of theirs at best"


def flight_words(found: Mapping[str, Any]) -> str:
    """A flight in a line."""
    return (
        f"{found['seconds']:.2f} s and {found['length']:.1f} m in the air, {found['apex']['z']:.2f} m high, lands "
        f"{found['parabola_misses_by']:.2f} m from its parabola"
    )


def over_words(found: Mapping[str, Any]) -> str:
    """A bend in a line."""
    lateral = f"{found['largest_lateral_acceleration_before']:.2f} g"
    if not found["overturned"]:
        return f"slides at {lateral}, largest roll {math.degrees(found['largest_roll_angle']):.0f}°"
    lifted, over = found["inner_wheels_lift_at"], found["on_its_side_at"]
    return f"inner wheels lift at {lifted:.2f} s with {lateral}, over at {over:.2f} s"


def _text(data: Mapping[str, Any], rows: list[Row]) -> str:
    n = data["terrain"]["nodes"]
    lines = ["Lee, Baek, Lee & Ryu 2000: a simplified car jumps and overturns", ""]
    speeds = f"jump at {data['speeds']['jump']:g} m/s, bend at {data['speeds']['turn']:g} m/s"
    lines.append(f"terrain of {n[0]} × {n[1]} nodes, steps of {1e3 * data['step']:g} ms; {speeds}")
    lines += [
        "",
        *comparison_lines(rows),
        "",
        f"{'jump':<12}{'at [s]':>10}{'x [m]':>10}{'z [m]':>10}{'speed':>10}{'pitch [°]':>12}",
    ]
    for law, found in data["jump"].items():
        for moment in ("take_off", "apex", "landing"):
            m = found[moment]
            label = f"  {moment.replace('_', '-')}, {law}"
            lines.append(
                f"{label:<22}{m['at']:>8.2f}{m['x']:>10.2f}{m['z']:>8.2f}{m['speed']:>9.2f}{math.degrees(m['pitch']):>11.1f}"
            )
    lines += ["", "energy of the tall car in the bend, without drive [kJ]"]
    for law, booked in data["energy"].items():
        lines.append(
            f"  {law:<10} {1e-3 * booked['begin']:.1f} before, {1e-3 * booked['end']:.1f} after; largest growth in "
            f"10 ms {booked['largest_growth']:.2g} J"
        )
    return "\n".join(lines)
