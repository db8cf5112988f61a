"""The tutorial: all that it says happens, in an empty folder; `python -m tests.docs.tutorial --update` renews it."""

import re

import pytest
import yaml

from jounce.engine.formulations import synthesis
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from tests.docs.printed import differences, renewed
from tests.docs.tutorial import KART, PAGE, PICTURE, walked, wrong
from tests.docs.walk import Block, blocks, edited

TEXT = PAGE.read_text(encoding="utf-8")
SKETCH = (PICTURE.parent / "tutorial-sketch.svg").read_text(encoding="utf-8")


def number(text: str, row: str) -> float:
    """The first number of a row of an output."""
    (line,) = (line for line in text.splitlines() if line.strip().startswith(row))
    return float(re.findall(r"[−-]?\d+\.?\d*", line.partition(row)[2])[0].replace("−", "-"))


def test_everything_happens_as_it_stands_there():
    """One test for the whole walk, so that workers do not walk it twice."""
    with walked() as (folder, outputs):
        assert (folder / "kart.yaml").read_text(encoding="utf-8") == KART.read_text(encoding="utf-8")
        for name in ("out/kc-kart/kc.html", "springs.html", "out/speeds/study.html", "ballast.html"):
            assert (folder / name).stat().st_size > 10_000
    assert not wrong(outputs), "; ".join(["`python -m tests.docs.tutorial --update`", *wrong(outputs)])
    printed = [output.printed for output in outputs]
    before, after = (number(text, "toe per bump travel  ") for text in printed if "toe per bump travel" in text)
    assert abs(after) < abs(before) / 30.0  # the page says forty times less
    guess, chosen = (number(text, "roll angle") for text in printed if text.startswith("step-steer"))
    assert chosen < 0.7 * guess
    (course,) = (text for text in printed if text.startswith("double-lane-change"))
    assert re.search(r"double lane change passed +yes", course)
    (speeds,) = (text for text in printed if "fastest" in text)
    assert 70.0 <= number(speeds, "fastest:") < 110.0  # section 7 has a margin, and the study an end


def test_only_what_cannot_run_is_not_run():
    shown = [block.text.split("#")[0].split("\n")[0].strip() for block in blocks(TEXT) if block.shown_only]
    assert shown == ["make setup", "jounce drive kart.yaml"]
    assert {block.kind for block in blocks(TEXT)} == {"shell", "text", "yaml", "diff", "python"}


def test_the_table_of_hardpoints_is_the_first_kart_and_the_sketch_names_them():
    _, whole = (yaml.safe_load(block.text) for block in blocks(TEXT) if block.text.startswith("# kart.yaml"))
    rows = re.findall(r"^\| `([\w.]+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", TEXT, flags=re.MULTILINE)
    assert len(rows) == 11
    for name, *point in rows:
        found = whole["axles"]["front"]["suspension"]
        for step in name.split("."):
            found = found[step]
        assert [float(x) for x in point] == found
        assert f">{name}<" in SKETCH


def test_the_kart_needs_no_compiler():
    """It has the topology of dw18: its generated source is the same, so that nothing is compiled for it."""
    kart, dw18 = (synthesis.build(rolling(load_vehicle(car), 10.0)) for car in (KART, "dw18"))
    assert kart.generated.source == dw18.generated.source


def test_the_picture_is_small():
    assert 20_000 < PICTURE.stat().st_size < 200_000


@pytest.mark.parametrize(
    ("shown", "printed", "good"),
    [
        ("a 1.50 m\n", "a   1.51 m\n", True),  # within one of the last digit
        ("a 1.50 m\n", "a 1.52 m\n", False),
        ("a −1.50 m\n", "a 1.50 m\n", False),
        ("6 runs\n", "7 runs\n", False),  # a count
        ("a 1.50 m\n", "b 1.50 m\n", False),
        ("a\n…\nd 2.0\n", "a\nb\nc\nd 2.0\n", True),
        ("…\nc\na\n…\n", "a\nb\nc\n", False),  # another order
        ("a\n", "a\nb\n", False),
        ("2.8e−14 m\n", "2.7e−14 m\n", True),
    ],
)
def test_outputs_are_compared_by_words_and_printed_digits(shown, printed, good):
    assert (not differences(shown, printed)) is good
    if good:
        assert not differences(renewed(shown, printed), printed)


def test_renewing_keeps_the_gaps():
    assert renewed("a 1.0\n…\nc 2.0\n", "a 1.5\nb\nc 2.5\n") == "a 1.5\n…\nc 2.5\n"
    with pytest.raises(LookupError, match="not printed"):
        renewed("…\nx 1.0\n", "a 1.5\n")


def test_an_edit_needs_its_place():
    text = "--- f\n-b\n+c\n"
    block = Block("diff", text, line=1, start=0, end=len(text), shown_only=False)
    assert edited("a\nb\n", block) == "a\nc\n"
    with pytest.raises(AssertionError, match="0 places"):
        edited("a\n", block)
