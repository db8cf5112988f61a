"""The sample row of a multibody car, compiled: channels, controls, contacts and states of one instant in one call."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import call_bound_at, entry
from jounce.engine.laws.forces.records import record
from jounce.engine.laws.forces.signal import VALUE
from jounce.engine.linalg.vec3 import load, store
from jounce.live.realtime.sample_layout import CONTACT

OFF_GROUND = 100
"""Status of a car with a wheel beyond the edge of a ground that ends."""

PLACES = record(
    controls=int, quaternion=int, contacts=int, states=int, gear=int,
    x_min=float, x_max=float, y_min=float, y_max=float,
)  # fmt: skip
"""First columns of controls, quaternion, contacts and states; row of the gear among the signals (−1: none); edges of
the ground [m]."""


@entry
def write_sample(t, look, look_box, values, contacts, controls, signals, y, places, row):
    """Observe all channels at the time t [s] and write the row; returns OFF_GROUND or 0.

    look: bound call that writes the channels to `values`, and the contacts; y begins with position and quaternion.
    """
    call_bound_at(look, look_box, t)
    place, wanted = places[0], controls[0]
    # channels
    for i in range(values.size):
        row[i] = values[i]
    # controls, and the gear that is engaged
    k = place["controls"]
    row[k], row[k + 1], row[k + 2] = wanted["steer"], wanted["throttle"], wanted["brake"]
    row[k + 3], row[k + 4] = wanted["handbrake"], wanted["gear"]
    if place["gear"] >= 0:
        row[k + 5] = round(signals[place["gear"], VALUE])
    else:
        row[k + 5] = 1.0 if wanted["gear"] > 0.0 else (-1.0 if wanted["gear"] < 0.0 else 0.0)
    # quaternion and states
    for i in range(4):
        row[place["quaternion"] + i] = y[3 + i]
    for i in range(y.size):
        row[place["states"] + i] = y[i]
    # contacts, which are on the ground or beyond it
    outcome = 0
    for i in range(contacts.size):
        point, k = load(contacts[i]["point"], 0), place["contacts"] + CONTACT * i
        store(row, k, point)
        store(row, k + 3, load(contacts[i]["force"], 0))
        if not (place["x_min"] <= point[0] <= place["x_max"] and place["y_min"] <= point[1] <= place["y_max"]):
            outcome = OFF_GROUND
    return outcome
