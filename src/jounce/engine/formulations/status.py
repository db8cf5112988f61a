"""Outcomes of compiled work, as numbers inside and as sentences outside."""

OK, NOT_FINITE, LOOP_OPEN, INCONSISTENT, STEP_TOO_SMALL, TOO_MANY_STEPS, SINGULAR, NOT_CONVERGED, STALLED = range(9)

MEANING = {
    OK: "finished",
    NOT_FINITE: "the accelerations are no longer finite numbers",
    LOOP_OPEN: "a joint cannot be closed",
    INCONSISTENT: "the constraints contradict each other",
    STEP_TOO_SMALL: "the error tolerance cannot be met with any step",
    TOO_MANY_STEPS: "the limit on the number of steps was reached",
    SINGULAR: "a loop is at a toggle position, where its joints no longer follow the independent coordinates",
    NOT_CONVERGED: "the implicit step did not converge",
    STALLED: "the iteration of the implicit step no longer comes nearer",
}

HINT = {
    NOT_FINITE: "Try a smaller step; look for a stiff or undamped element on the body that moves fastest.",
    LOOP_OPEN: "Try a smaller step, or check whether the mechanism meets a limit of its reach there.",
    INCONSISTENT: "Two drivers, or a driver and a locked loop, may disagree: remove one, or try a smaller step.",
    STEP_TOO_SMALL: "Loosen the tolerance; a force that jumps or a singular position is passed by a fixed step (rk4).",
    TOO_MANY_STEPS: "Raise the limit, loosen the tolerance, or shorten the run.",
    SINGULAR: "Steer or deflect it less, or use the formulation `world-frame`, which has no independent coordinates.",
    NOT_CONVERGED: "Try a smaller step; look for a force that jumps, such as a stop that is hit there.",
    STALLED: "Let the matrix be renewed (refresh on-failure), or try a smaller step.",
}
