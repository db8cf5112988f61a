"""Where the tests find tire property files."""

from pathlib import Path

_FOLDER = Path(__file__).parents[3] / "data" / "tires"


def tir_files() -> dict[str, Path]:
    """Every file of the test data, by its name without the ending."""
    return {path.stem: path for path in sorted(_FOLDER.glob("*.tir"))}
