"""Which Magic Formula a `.tir` file was fitted for."""

from __future__ import annotations

from collections.abc import Container

from jounce.errors import Refusal
from jounce.findings import shown

PAC2002, MF52, MF61, MF62 = "PAC2002", "MF 5.2", "MF 6.1", "MF 6.2"
MODERN = (MF61, MF62)

FITTYPES = {5: MF52, 6: MF52, 21: MF52, 51: MF52, 52: MF52, 60: MF61, 61: MF61, 62: MF62}
FORMATS = {"PAC2002": PAC2002, "PAC02": PAC2002, "MF_05": MF52, "MF-TYRE": None, "MF_TYRE": None, "USER": None}
"""PROPERTY_FILE_FORMAT → dialect; None where the coefficients have to tell."""
SIGNS_OF_61 = ("PKY4", "PKY5", "PKY6", "PKY7", "PEY5", "PPY5", "Q_FZ2", "NOMPRES", "RBX3", "RBY4")
"""Keys that came with MF 6.1."""


def dialect(fittype: float | str | None, form: str | None, keys: Container[str]) -> tuple[str, str]:
    """The dialect, and how it was guessed if neither FITTYP nor PROPERTY_FILE_FORMAT says it; raises Refusal."""
    if fittype is not None:
        if not isinstance(fittype, float) or int(fittype) not in FITTYPES:
            known = ", ".join(str(number) for number in FITTYPES)
            raise Refusal("unknown version of the Magic Formula", shown(fittype), known, where="FITTYP")
        return FITTYPES[int(fittype)], ""
    if form is not None and form.upper() not in FORMATS:
        hint = "jounce reads PAC2002, MF 5.2, 6.1 and 6.2"
        raise Refusal("another kind of tire", shown(form), ", ".join(FORMATS), hint, "PROPERTY_FILE_FORMAT")
    told = FORMATS[form.upper()] if form is not None else None
    if told is not None:
        return told, ""
    modern = [key for key in SIGNS_OF_61 if key in keys]
    if modern:
        return MF61, f"taken for {MF61} because of {modern[0]}"
    return MF52, f"taken for {MF52} because it has none of {', '.join(SIGNS_OF_61[:5])} …"


def side(text: float | str | None) -> str:
    """The side a tire was measured on: left, right, symmetric or unknown; raises Refusal."""
    word = "unknown" if text in (None, "") else str(text).lower()
    if word not in ("left", "right", "symmetric", "unknown"):
        raise Refusal("unknown side", shown(text), "LEFT, RIGHT, SYMMETRIC or UNKNOWN", where="TYRESIDE")
    return word
