"""The tables of keys at the end of docs/describe.md are those of the classes, and every block has one somewhere."""

from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from tools.key_reference import reachable, title
from tools.key_tables import END, PAGE, START, explained_classes, render, with_section


def test_the_section_is_what_the_tool_writes():
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_section(page), "run `python -m tools.key_tables`"


def test_every_block_of_a_vehicle_file_has_a_table():
    section, explained = render(), explained_classes()
    assert section.startswith(START)
    assert section.endswith(END)
    for cls in reachable((Vehicle, *SUSPENSIONS.values())):
        assert cls.__name__ in explained or f"### {title(cls)}\n" in section


def test_a_key_that_is_new_changes_the_section(monkeypatch):
    cls = SUSPENSIONS["h_arm"]
    assert "`upper_link`" in render()
    monkeypatch.setattr(cls, "model_fields", {k: v for k, v in cls.model_fields.items() if k != "upper_link"})
    before = PAGE.read_text(encoding="utf-8")
    assert with_section(before) != before
