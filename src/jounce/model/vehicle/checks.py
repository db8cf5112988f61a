"""Checks between the parts of a vehicle; what is wrong with one part alone is found when it is built.

Whether an axle is steered is said once, by the steering, so that there is no steered axle without a steering; likewise
the powertrain says which axles it drives. A car is steered by a rack or by skidding, and skid steering drives all
wheels itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from jounce.findings import Finding, dotted, suggestion
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.brakes import BrakeSystem
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.linkage_parts import LinkageParts
from jounce.model.vehicle.powertrain import Powertrain
from jounce.model.vehicle.steerings.rack import RackSteering
from jounce.model.vehicle.steerings.skid import SkidSteering
from jounce.model.vehicle.steerings.steering import Steering
from jounce.model.vehicle.subframe import SUBFRAME
from jounce.model.vehicle.suspensions.mechanism_block import MechanismSuspension
from jounce.model.vehicle.suspensions.registry import steerable_kinds
from jounce.model.vehicle.suspensions.suspension import Suspension


def check(
    axles: Sequence[Axle | None],
    steering: Steering | None,
    skid_steering: SkidSteering | None,
    powertrain: Powertrain | None = None,
    broken: frozenset[str] = frozenset(),
    extra: LinkageParts | None = None,
    second_steering: Steering | None = None,
) -> list[Finding]:
    """All that is wrong between axles, steering of either kind, powertrain and further parts.

    None stands for an axle that could not be built, and `broken` holds the names of those. extra: None if the further
    parts could not be built.
    """
    findings = [*_name_findings(axles), *order_findings(axles)]
    for key, one in (("steering", steering), ("second_steering", second_steering)):
        if one is not None:
            findings += _steering_findings(axles, one, broken, key)
            findings += _holder_findings(one, extra, key) if extra is not None else ()
    findings += _second_findings(steering, second_steering)
    if skid_steering is not None:
        findings += _skid_steering_findings(axles, steering)
    if powertrain is not None:
        findings += _powertrain_findings(axles, powertrain, skid_steering, broken)
    if extra is not None:
        findings += _outside_findings(axles, extra)
    if not axles:
        findings.append(Finding("axles", "no axles", expected="one or more, from front to rear"))
    return findings


def _outside_findings(axles: Sequence[Axle | None], extra: LinkageParts) -> Iterator[Finding]:
    """Bodies that a linkage of any kind names and the car does not have."""
    known = {CHASSIS, *extra.body_names, *(f"{SUBFRAME}_{axle.name}" for axle in axles if axle and axle.subframe)}
    for i, axle in enumerate(axles):
        if axle is None or not isinstance(axle.suspension, MechanismSuspension):
            continue
        for path, name in axle.suspension.outside_references():
            if name not in known:
                hint = suggestion(name, known) or "bodies of this block, chassis, rack, wheel, or those of extra"
                yield Finding(dotted("axles", i, "suspension", path), "no such body", repr(name), hint=hint)


def _name_findings(axles: Sequence[Axle | None]) -> Iterator[Finding]:
    yield from same_name_findings("axles", [axle.name if axle is not None else None for axle in axles])


def same_name_findings(where: str, names: Sequence[str | None]) -> Iterator[Finding]:
    """Items of a list, called `where`, whose name an earlier one has."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            yield Finding(dotted(where, i, "name"), f"two {where} of one name", repr(name), hint="rename one")
        seen |= {name} if name is not None else set()


def order_findings(axles: Sequence[Axle | None]) -> Iterator[Finding]:
    """Axles that do not stand behind the one before them."""
    for i, (ahead, behind) in enumerate(pairwise(axles), start=1):
        if ahead is None or behind is None:
            continue
        x_ahead, x_behind = (axle.suspension.wheel_centre[0] for axle in (ahead, behind))
        if not x_behind < x_ahead:
            got = f"wheel centres at x = {x_ahead:g} m and then {x_behind:g} m"
            where = dotted("axles", i, "suspension", "wheel_centre")
            yield Finding(where, f"not behind axle {ahead.name!r}", got, "axles from front to rear, x forward")


def _steering_findings(
    axles: Sequence[Axle | None], steering: Steering, broken: frozenset[str], key: str
) -> Iterator[Finding]:
    yield from _absent_axle_findings(f"{key}.axle", steering.axle, axles, broken)
    for i, axle in enumerate(axles):
        if axle is None or axle.name != steering.axle:
            continue
        if axle.suspension.kingpin is None:
            got = f"axle {axle.name!r} ({axle.suspension.kind})"
            hint = "steer another axle, or leave steering out and give skid_steering"
            expected = f"an axle with tie rods ({' or '.join(steerable_kinds())})"
            yield Finding(f"{key}.axle", "cannot be steered", got, expected, hint)
        elif i == 0:
            yield from _wrong_side_findings(axle.suspension, steering, key)


def _second_findings(first: Steering | None, second: Steering | None) -> Iterator[Finding]:
    """A second steering without a first, on its axle, or a first one that is linked to itself."""
    if first is not None and first.actuation.kind == "linked":
        hint = "a second_steering may be linked to the first"
        yield Finding("steering.actuation", "linked to itself", "linked", "servo, prescribed or column", hint)
    if second is None:
        return
    if first is None:
        yield Finding("second_steering", "no first one", hint="write it as steering")
    elif first.axle == second.axle:
        yield Finding("second_steering.axle", "steered twice", repr(second.axle), "another axle than that of steering")


def _holder_findings(steering: Steering, extra: LinkageParts, key: str) -> Iterator[Finding]:
    if not isinstance(steering, RackSteering) or steering.holder is None or steering.holder in extra.body_names:
        return
    known = f"known: {', '.join(sorted(extra.body_names))}" if extra.body_names else "extra has no bodies"
    yield Finding(f"{key}.holder", "no such body of extra", repr(steering.holder), hint=known)


def _absent_axle_findings(
    where: str, name: str, axles: Sequence[Axle | None], broken: frozenset[str]
) -> Iterator[Finding]:
    names = [axle.name for axle in axles if axle is not None]
    known = {*names} | broken
    nameless = len(axles) - len(names) > len(broken)  # one of these may be the one that is meant
    if known and not nameless and name not in known:
        hint = suggestion(name, known) or f"known: {', '.join(sorted(known))}"
        yield Finding(where, "no such axle", repr(name), hint=hint)


def _powertrain_findings(
    axles: Sequence[Axle | None], powertrain: Powertrain, skid: SkidSteering | None, broken: frozenset[str]
) -> Iterator[Finding]:
    if skid is not None:
        hint = "leave it out: skid_steering drives all wheels"
        yield Finding("powertrain", "driven twice", "powertrain and skid_steering", hint=hint)
    for k, driven in enumerate(powertrain.driven_axles):
        where = dotted("powertrain", "driven_axles", k)
        yield from _absent_axle_findings(dotted(where, "name"), driven.name, axles, broken)
        for i, axle in enumerate(axles):
            if axle is None or axle.name != driven.name:
                continue
            if axle.drive is not None:
                hint = "leave it out: the powertrain drives these wheels"
                yield Finding(dotted("axles", i, "drive"), "driven twice", f"{axle.drive} and powertrain", hint=hint)
            inner, outer = driven.half_shafts.flange.centre_of_mass[1], axle.suspension.wheel_centre[1]
            if inner >= outer:
                got = f"flange at y = {inner:g} m, wheel centre at y = {outer:g} m"
                inside = dotted(where, "half_shafts", "flange", "centre_of_mass")
                yield Finding(inside, "half shaft points inwards", got, "a flange inside of the wheel")


def brake_findings(axles: Sequence[Axle], brakes: BrakeSystem | None) -> Iterator[Finding]:
    """Brakes that have a caliper and nothing to press on it, or the other way round."""
    for i, axle in enumerate(axles):
        caliper = axle.brake is not None and axle.brake.caliper is not None
        if axle.brake is not None and brakes is not None and not caliper:
            yield Finding(dotted("axles", i, "brake", "caliper"), "missing", "brakes with pressures", "a caliper")
        if axle.brake is not None and brakes is None and (caliper or axle.brake.disc is not None):
            yield Finding(dotted("axles", i, "brake"), "no pressure", "a caliper or a disc", "`brakes` of the vehicle")
    for name in brakes.bias if brakes is not None else ():
        if name not in [axle.name for axle in axles if axle.brake is not None]:
            yield Finding(dotted("brakes", "bias", name), "no such braked axle", repr(name), "axles with a brake")


def _skid_steering_findings(axles: Sequence[Axle | None], steering: Steering | None) -> Iterator[Finding]:
    if steering is not None:
        yield Finding("skid_steering", "two ways to steer", "steering and skid_steering", "one of them")
    for i, axle in enumerate(axles):
        if axle is not None and axle.drive is not None:
            hint = "leave it out: skid_steering drives all wheels"
            yield Finding(dotted("axles", i, "drive"), "driven twice", f"{axle.drive} and skid_steering", hint=hint)


def _wrong_side_findings(front: Suspension, steering: Steering, key: str) -> Iterator[Finding]:
    """The steering wheel turned left must turn front wheels left: travel / lever > 0."""
    lever = steering.lever(front)
    if not isinstance(steering, RackSteering):
        if steering.ratio / lever < 0.0:
            got = f"{abs(lever / steering.ratio):.3g} turns to the left for one of the wheels to the right"
            hint = f"change the sign of {steering.ratio_key}"
            yield Finding(f"{key}.{steering.ratio_key}", "steers to the wrong side", got, hint=hint)
        return
    travel = steering.travel_per_turn * steering.axis[1]
    if travel * lever < 0.0:
        got = f"{steering.travel_per_turn:g} m per turn to the left, tie rods {abs(lever):.3g} m "
        got += f"{'ahead of' if lever > 0.0 else 'behind'} the kingpin axis"
        hint = "change the sign of travel_per_turn"
        yield Finding(f"{key}.travel_per_turn", "steers to the wrong side", got, hint=hint)
