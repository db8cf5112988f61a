"""All targets of the fuzzer."""

from tests.robustness import port_targets, result_targets, terrain_targets, text_targets

TARGETS = (*text_targets.TARGETS, *terrain_targets.TARGETS, *result_targets.TARGETS, *port_targets.TARGETS)
