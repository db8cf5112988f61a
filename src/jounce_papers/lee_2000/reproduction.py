"""Lee 2000, section 6: a simplified car climbs a slope, jumps and lands, and overturns in a bend, in real time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.output.reports.plots import digits
from jounce_papers.lee_2000.drives import JUMP_SPEED, LAWS, TURN_SPEED, jump, jump_terrain, turns
from jounce_papers.lee_2000.figures import figures
from jounce_papers.lee_2000.numbers import energy_lost, flight, frame_times, overturning
from jounce_papers.page import Head, page_of
from jounce_papers.reproduction import Claim, NumberTable, Reproduction, text_of

HEAD = Head(
    "lee-2000",
    "Lee, Baek, Lee & Ryu 2000",
    "section 6",
    "A simplified car jumps and overturns",
    "“The simplified simulation model for real-time vehicle motion” drives one rigid body on four contact springs over "
    "three-dimensional terrain, for games and virtual reality, and shows pictures of a jump. The same model with its "
    "law as printed and with ours, which rests on slopes, stays within friction and has a hull to overturn on. "
    "Terrain, car and numbers are not in print: they are ours.",
)
TITLE = "Lee, Baek, Lee & Ryu 2000: a simplified car jumps and overturns"
FRAMES = 600
JUMP_SECONDS, TURN_SECONDS = 5.0, 8.0
QUICK = (4.0, 4.0)
"""Durations of jump and turn when no times are measured [s]."""
NOT_MEASURED = "not measured"


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
    about = f"terrain of {' × '.join(map(str, data['terrain']['nodes']))} nodes, steps of {1e3 * data['step']:g} ms"
    page = page_of(
        HEAD,
        facts=("one rigid body, four contacts", f"steps of {1e3 * data['step']:g} ms", "laws smooth and printed"),
        tiles=_tiles(data),
        rows=rows,
        figures=figures(data, jumps, bends, ground),
        details=[_frame_table(data)],
    )
    return Reproduction(HEAD.name, data, text_of(TITLE, rows, tables(data), about), page)


def comparison(data: Mapping[str, Any]) -> list[Claim]:
    """What is in print beside what came out."""
    tall, low = (data["turn"]["smooth"][name] for name in ("tall", "simple"))
    printed, jumped = data["turn"]["printed"]["tall"], data["jump"]["smooth"]
    leant = math.degrees(math.acos(min(1.0, jumped["least_upright_after"])))
    return [
        Claim(
            "frame",
            "16 to 30 a second: 33 to 62 ms, graphics included, Pentium III 500 MHz",
            _frames(data["times"]),
            "Without graphics: the 17 steps of 1 ms of a frame of 1/60 s, with ground, hull and objects, called from "
            "Python. The paper does not print its step.",
        ),
        Claim(
            "jump",
            "a car climbs a slope, jumps, and comes down (Fig. 5, pictures)",
            "; ".join(f"law {law}: {_flight(data['jump'][law])}" for law in LAWS),
            "Terrain, car and speed are not in print. The parabola is that of the centre of mass from take-off, "
            "without drag.",
        ),
        Claim(
            "landing",
            "by the contact force alone, without other treatment",
            f"so here: {jumped['speed_at_the_end']:.1f} m/s at the end, and never leans more than {leant:.0f}°",
            "The smooth law adds a stop to the springs, and its dampers do not pull.",
        ),
        Claim(
            "overturning",
            "claimed (“driving, acceleration, jumping, overturning”)",
            f"tall: {_bend(tall)}; with the printed law {_bend(printed)}; simple, lower: {_bend(low)}",
            "A car overturns where t / 2h is below the friction.",
        ),
        Claim(
            "hull against ground, objects",
            "future work",
            "points of the hull with friction; ramps, boxes, crates and cones",
            "Ours; the overturned car slides and comes to rest.",
        ),
    ]


def _frames(times: Mapping[str, Any] | None) -> str:
    if times is None:
        return NOT_MEASURED
    return "; ".join(f"{name} {of['median']:.3f} ms (largest {of['largest']:.2f})" for name, of in times["ms"].items())


def _flight(found: Mapping[str, Any]) -> str:
    return (
        f"{found['seconds']:.2f} s and {found['length']:.1f} m in the air, {found['apex']['z']:.2f} m high, lands "
        f"{found['parabola_misses_by']:.2f} m from its parabola"
    )


def _bend(found: Mapping[str, Any]) -> str:
    limits = f"t / 2h {found['threshold']:.2f}, friction {found['friction']:g}"
    lateral = f"{found['largest_lateral_acceleration_before']:.2f} g"
    if not found["overturned"]:
        return f"slides at {lateral}, largest roll {math.degrees(found['largest_roll_angle']):.0f}° ({limits})"
    lifted, over = found["inner_wheels_lift_at"], found["on_its_side_at"]
    return f"inner wheels lift at {lifted:.2f} s with {lateral}, over at {over:.2f} s ({limits})"


def tables(data: Mapping[str, Any]) -> list[NumberTable]:
    """Moments of the jumps, energies of the bend, times of a frame."""
    moments = [
        (
            f"{moment.replace('_', '-')}, {law}",
            *(f"{found[moment][key]:.2f}" for key in ("at", "x", "z", "speed")),
            f"{math.degrees(found[moment]['pitch']):.1f}",
        )
        for law, found in data["jump"].items()
        for moment in ("take_off", "apex", "landing")
    ]
    energies = [
        (law, f"{1e-3 * of['begin']:.1f} kJ", f"{1e-3 * of['end']:.1f} kJ", f"{of['largest_growth']:.2g} J")
        for law, of in data["energy"].items()
    ]
    speeds = f"jump at {data['speeds']['jump']:g} m/s, bend at {data['speeds']['turn']:g} m/s"
    heads = ("at [s]", "x [m]", "z [m]", "speed [m/s]", "pitch [°]")
    return [
        NumberTable("Jump", heads, {"": moments}, speeds),
        NumberTable(
            "Energy of the tall car in the bend, without drive",
            ("before", "after", "largest growth in 10 ms"),
            {"": energies},
        ),
        _frame_table(data),
    ]


def _frame_table(data: Mapping[str, Any]) -> NumberTable:
    title, keys = "Time of a frame of 1/60 s [ms]", ("smallest", "median", "largest")
    if data["times"] is None:
        return NumberTable(title, keys, {"": [(NOT_MEASURED, "", "", "")]})
    rows = [(name, *(f"{of[key]:.3f}" for key in keys)) for name, of in data["times"]["ms"].items()]
    least, most = data["times"]["paper_ms"]
    return NumberTable(
        title, keys, {"": [*rows, ("in print, with graphics, 500 MHz", f"{least:.0f}", "", f"{most:.0f}")]}
    )


def _tiles(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    jumped, over = data["jump"]["smooth"], data["turn"]["smooth"]["tall"]
    tiles = [
        ("In the air", digits(jumped["seconds"], 2), "s"),
        ("Length of the jump", digits(jumped["length"], 3), "m"),
        ("From its parabola", digits(100.0 * jumped["parabola_misses_by"], 2), "cm"),
    ]
    if over["on_its_side_at"] is not None:
        tiles.append(("Overturned after", digits(over["on_its_side_at"], 3), "s"))
    if data["times"] is not None:
        tiles.insert(0, ("Frame of 1/60 s", digits(1e3 * data["times"]["ms"]["smooth, terrain"]["median"], 2), "µs"))
    return tiles
