"""What users may rely on changes on purpose or not at all: names and parameters are compared with a snapshot."""

from tools.public_api import SNAPSHOT, public_api, render


def test_the_public_api_is_that_of_the_snapshot():
    hint = "public names or parameters changed; if on purpose: python -m tools.public_api, and a line in CHANGELOG.md"
    assert SNAPSHOT.read_text(encoding="utf-8") == render(), hint


def test_the_snapshot_sees_parameters_and_members():
    api = public_api()
    assert api["run"]["parameters"][:2] == ["maneuver", "keyword vehicle"]
    assert "keyword step=" in api["run"]["parameters"]
    assert api["Result"]["members"]["save"] == ["self", "path"]
    assert not [name for name in api["Vehicle"]["members"] if name.startswith(("_", "model_"))]
