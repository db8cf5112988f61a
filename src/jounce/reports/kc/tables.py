"""Words, tiles and tables of the page of a suspension."""

from __future__ import annotations

from html import escape

from jounce.reports.quantities import digits
from jounce.suspension import AxleSheet, SuspensionSheet
from jounce.suspension.summary import (
    BRAKING,
    COMPLIANCES,
    DEGREE,
    DRIVING,
    axle_rows,
    compliance_rows,
    gives_way,
    support_names,
    text,
    wheel_rows,
)


def facts(sheet: SuspensionSheet) -> list[str]:
    """What the car is, in a few words."""
    car = sheet.car
    words = [f"±{1e3 * sheet.travel:.0f} mm of wheel travel", f"{car.mass:.0f} kg"]
    words += [f"wheelbase {1e3 * car.wheelbase:.0f} mm", f"centre of mass {1e3 * car.centre_of_mass[2]:.0f} mm high"]
    if len(car.axles) == 2 and car.braked[0] > 0.0:
        how = "given" if sheet.brake_share_given else "as the static loads"
        words.append(f"{1e2 * car.braked[0]:.0f} % of braking in front ({how})")
    return words


def tiles(sheet: SuspensionSheet, axle: AxleSheet) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers of an axle to see first."""
    i, left = axle.parallel.design, axle.parallel.left
    rows = [
        ("Camber per bump", text(float(left.camber_gradient[i]) / DEGREE, 1), "deg/m"),
        ("Toe per bump", text(float(left.toe_gradient[i]) / DEGREE, 1), "deg/m"),
        ("Roll centre height", text(1e3 * float(axle.parallel.roll_centre_height[i]), 0), "mm"),
        ("Wheel rate", text(1e-3 * float(left.wheel_rate[i]), 1), "N/mm"),
        ("Wheel rate in roll", text(1e-3 * float(axle.opposite.left.wheel_rate[axle.opposite.design]), 1), "N/mm"),
    ]
    support = 1e2 * float(axle.parallel.braking_support[i])
    rows.append((support_names(sheet, axle)[0].capitalize(), text(support, 0), "%"))
    if axle.steer is not None:
        rows.append(("Steering ratio", digits(float(axle.steer.steering_ratio[axle.steer.design]), 3), ""))
    return [row for row in rows if row[1] != "–"]


def axle_table(sheet: SuspensionSheet, axle: AxleSheet) -> str:
    """Both wheels at the design position, and what the axle has once."""
    braking, driving = support_names(sheet, axle)
    names = {BRAKING: braking, DRIVING: driving}
    wheels = "".join(_row(*row) for row in wheel_rows(axle))
    once = "".join(
        f'<tr><th scope="row">{escape(names.get(label, label))}</th><td>{escape(unit)}</td>'
        f'<td colspan="2" class="both">{escape(value)}</td></tr>'
        for label, unit, value in axle_rows(axle)
    )
    return (
        '<section class="card"><h3>At the design position</h3><div class="scroll"><table class="numbers">'
        '<thead><tr><th scope="col"></th><th scope="col"></th><th scope="col">left</th><th scope="col">right</th></tr>'
        f"</thead><tbody>{wheels}{once}</tbody></table></div></section>"
    )


def compliance_table(axle: AxleSheet) -> str:
    """Answers of the left wheel to loads of the tires."""
    if not any(gives_way(answer.left) for answer in axle.compliance):
        return f'<section class="card"><h3>Compliance</h3><p class="note">{escape(compliance_note(axle))}</p></section>'
    heads = "".join(f'<th scope="col">{label}<br>{unit}</th>' for label, unit, _, _ in COMPLIANCES)
    body = "".join(_row(about, f"per {per}", *cells) for about, per, *cells in compliance_rows(axle))
    return (
        '<section class="card"><h3>Compliance</h3>'
        '<p class="note">left wheel at the design position, heights of the contact points held</p>'
        f'<div class="scroll"><table class="numbers"><thead><tr><th></th><th></th>{heads}</tr></thead>'
        f'<tbody>{body}</tbody></table></div><p class="note">{escape(compliance_note(axle))}</p></section>'
    )


def compliance_note(axle: AxleSheet) -> str:
    """What gives way, and what does not."""
    if not axle.elastic:
        return (
            "All joints are rigid and the rack, if any, is prescribed: wheels held in height do not give way to loads, "
            "and there are no sweeps of them."
        )
    return f"What gives way to loads: {' and '.join(axle.elastic)}. All other joints are rigid."


def _row(heading: str, *cells: str) -> str:
    return f'<tr><th scope="row">{escape(heading)}</th>' + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>"
