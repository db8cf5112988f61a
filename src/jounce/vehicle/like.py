"""Fields that a vehicle shares with the objects of a mechanism: read and refused in the same way, written once."""

from __future__ import annotations

import dataclasses

from pydantic import BeforeValidator

from jounce.errors import ModelError
from jounce.mechanism.frozen import Frozen, replace


def like(example: Frozen, field: str) -> BeforeValidator:
    """A validator that takes for a value whatever the class of `example` takes for `field`."""

    def check(value: object) -> object:
        try:
            return getattr(replace(example, **{field: value}), field)
        except ModelError as error:
            stripped = (found.where.removeprefix(field).removeprefix(".") for found in error.findings)
            findings = [dataclasses.replace(f, where=w) for f, w in zip(error.findings, stripped, strict=True)]
            raise ModelError(findings) from None

    return BeforeValidator(check)
