"""Where the tests find tire property files."""

from pathlib import Path

_PLACES = (Path(__file__).parents[1] / "data" / "tires", Path("/work/shared/data/tires"))


def tir_files() -> dict[str, Path]:
    """Every file of the test data, by its name without the ending."""
    for folder in _PLACES:
        found = sorted(folder.glob("*.tir"))
        if found:
            return {path.stem: path for path in found}
    raise FileNotFoundError(f"no .tir files in {' or '.join(map(str, _PLACES))}")
