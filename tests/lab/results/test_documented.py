"""docs/results.md lists every channel as the package has it."""

from pathlib import Path

from jounce.lab.results.channel_names import CHANNELS

PAGE = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")


def test_the_table_of_channels_is_that_of_the_package():
    table = PAGE.partition("| channel | unit | frame | what it is |")[2].partition("\n\n")[0]
    listed = [line for line in table.splitlines() if line.startswith("| `")]
    expected = [
        f"| `{name}` | `{unit}` | {frame} | {text.replace('|', chr(92) + '|')} |"
        for name, (unit, frame, text) in CHANNELS.items()
    ]
    assert listed == [*expected, "| `input.NAME` |  |  | what NAME was asked to be |"]


def test_runs_have_channels_of_the_table(left_turn):
    wheels = {"fl", "fr", "rl", "rr"}
    for channel in left_turn.channels:
        name = ".".join("WHEEL" if part in wheels else part for part in channel.name.split("."))
        if not name.startswith("input."):
            about = CHANNELS[name]
            assert (channel.unit, channel.frame) == (about.unit, about.frame)
            assert channel.description.partition(";")[0] == about.description.partition(";")[0]


def test_schema_keys_are_documented(left_turn):
    found = left_turn.to_table().schema
    for key in (*found.metadata, b"jounce.record"):
        assert f"`{key.decode()}`" in PAGE
    for key in found.field("chassis.speed").metadata:
        assert f"`{key.decode()}`" in PAGE
