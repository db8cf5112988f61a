"""Dialects of `.tir` files: the same tire, however it is written; one clear finding for each thing that is wrong."""

import contextlib
import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jounce.errors import FileError, JounceError, ModelError
from jounce.model import tire_files as tir
from tests.engine.laws.tires.examples import FILES, HMMWV, MF61, SEDAN

TEXT = MF61.read_text()
PAC = SEDAN.read_bytes().decode().replace("\r\n", "\n")


def value(text: str, key: str, new: str) -> str:
    """The text with another value for a key; the key must be there."""
    changed, count = re.subn(rf"(?m)^({key}\s*=\s*)[^$\n]*", rf"\g<1>{new} ", text)
    assert count == 1
    return changed


def scaled(text: str, keys: str, factor: float) -> str:
    for key in keys.split():
        old = float(re.search(rf"(?m)^{key}\s*=\s*([-+.\deE]+)", text)[1])
        text = value(text, key, repr(old * factor))
    return text


def test_the_files_are_what_they_say():
    files = {name: tir.read(path) for name, path in FILES.items()}
    assert {name: (f.dialect, f.side, f.combined) for name, f in files.items()} == {
        "HMMWV_Pac02Tire": ("PAC2002", "left", "cosine"),
        "Sedan_Pac02Tire": ("PAC2002", "left", "friction_ellipse"),
        "MagicFormula61_Parameters": ("MF 6.1", "right", "cosine"),
    }
    assert files["HMMWV_Pac02Tire"].values["VERTICAL_STIFFNESS"] == 1e6
    assert files["MagicFormula61_Parameters"].values["PKY1"] == -28.3155
    assert files["MagicFormula61_Parameters"].values["MASS"] == 17.451  # not the unit of the same name
    assert files["MagicFormula61_Parameters"].other["FREQ_LONG"] == 80.0
    assert files["Sedan_Pac02Tire"].deflection == ()  # it has a [SHAPE], which is no curve of loads


def test_what_is_odd_is_said():
    assert ["friction ellipse" in str(f) for f in tir.read(SEDAN).findings] == [True]
    (held,) = tir.read(HMMWV).findings
    assert "held beyond 43" in held.what
    assert held.line == next(n for n, line in enumerate(HMMWV.read_text().splitlines(), 1) if "FZMAX" in line)
    assert tir.read(MF61).findings == ()


DIALECTS = {
    "carriage returns": TEXT.replace("\n", "\r\n"),
    "lower case": "\n".join(line.lower() for line in TEXT.splitlines()),
    "tabs, no spaces": TEXT.replace(" =    ", "\t=\t"),
    "no comments": re.sub(r"\$.*", "", TEXT),
    "other comments": TEXT.replace("$", "!"),
    "degrees": scaled(value(TEXT, "ANGLE", "'degrees'"), "CAMMIN CAMMAX ALPMIN ALPMAX", 180.0 / np.pi),
    "kilonewtons": scaled(
        value(TEXT, "FORCE", "'kN'"),
        "FNOMIN FZMIN FZMAX VERTICAL_STIFFNESS VERTICAL_DAMPING LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS BOTTOM_STIFF",
        1e-3,
    ),
    "millimetres": scaled(
        scaled(
            value(TEXT, "LENGTH", "'mm'"), "UNLOADED_RADIUS WIDTH RIM_RADIUS RIM_WIDTH BOTTOM_OFFST LONGVL VXLOW", 1e3
        ),
        "VERTICAL_STIFFNESS VERTICAL_DAMPING LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS BOTTOM_STIFF",
        1e-3,
    ),
    "bar": scaled(TEXT.replace("[MODEL]", "PRESSURE = 'bar'\n[MODEL]"), "INFLPRES NOMPRES", 1e-5),
    "kilopascals": scaled(TEXT.replace("[MODEL]", "PRESSURE = kPa\n[MODEL]"), "INFLPRES NOMPRES", 1e-3),
    "no version": value(TEXT, "FITTYP", "61").replace("FITTYP", "FITTED").replace("'USER'", "'MF-TYRE'"),
    "Fortran": value(value(TEXT, "FNOMIN", "6.752D3"), "BOTTOM_STIFF", "2e+006"),
    "double quotes": TEXT.replace("'", '"'),
    "tables": TEXT.replace("[INERTIA]", "[SHAPE]\n{radial width}\n 1.0 0.0\n 1.0 0.4\n[INERTIA]"),
    "words about it": "(COMMENTS)\n{comment_string}\n'a tire = round'\n'no numbers'\n" + TEXT,
    "byte order mark": "\ufeff" + TEXT,
    "quoted signs": TEXT.replace("'tir'", "'t$i!r'"),
}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_is_the_same_tire(name):
    assert DIALECTS[name] != TEXT
    np.testing.assert_allclose(
        tir.coefficients(tir.parse(DIALECTS[name])), tir.coefficients(tir.read(MF61)), rtol=1e-14
    )


def test_the_mounting_side_is_read_in_any_case():
    for word, side in {"'Left'": "left", "RIGHT": "right", "'SYMMETRIC'": "symmetric", "''": "unknown"}.items():
        assert tir.parse(value(TEXT, "TYRESIDE", word)).side == side
    assert tir.parse(re.sub("(?m)^TYRESIDE.*$", "", TEXT)).side == "unknown"


@pytest.mark.parametrize(
    ("fittype", "dialect"),
    [(5, "MF 5.2"), (6, "MF 5.2"), (21, "MF 5.2"), (60, "MF 6.1"), (61, "MF 6.1"), (62, "MF 6.2")],
)
def test_the_version_tells_the_dialect(fittype, dialect):
    assert tir.parse(value(TEXT, "FITTYP", str(fittype))).dialect == dialect


def test_without_a_version_the_coefficients_tell_and_it_is_said():
    modern = tir.parse(re.sub("(?m)^(FITTYP|PROPERTY_FILE_FORMAT).*$", "", TEXT))
    assert modern.dialect == "MF 6.1"
    assert "because of PKY4" in str(modern.findings[0])
    older = tir.parse(re.sub("(?m)^PROPERTY_FILE_FORMAT.*$", "", PAC))
    assert older.dialect == "MF 5.2"
    assert tir.parse(value(PAC, "PROPERTY_FILE_FORMAT", "'MF_05'")).dialect == "MF 5.2"


def test_the_last_of_two_counts_and_it_is_said():
    file = tir.parse(TEXT.replace("PCX1  ", "PCX1 = 9.0\nPCX1  ", 1))
    assert file.values["PCX1"] == 1.5482
    (finding,) = file.findings
    assert "given twice" in finding.what
    assert finding.line == next(n for n, line in enumerate(TEXT.splitlines(), 1) if line.startswith("PCX1")) + 1


CURVE = """
[DEFLECTION_LOAD_CURVE]
{pen fz}
0 0
0.01 2000
0.02 5000
"""


def test_the_last_of_two_deflection_curves_counts_and_it_is_said():
    second = "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.02 4000\n0.04 9000\n"
    text = TEXT + CURVE + second
    file = tir.parse(text, "two.tir")
    assert file.deflection == ((0.0, 0.0), (0.02, 4000.0), (0.04, 9000.0))
    (finding,) = file.findings
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "DEFLECTION" in line]
    assert "given twice" in finding.what
    assert finding.line == lines[1]
    assert str(lines[0]) in finding.hint


def test_rows_of_a_table_need_no_head_in_braces():
    bare = CURVE.replace("{pen fz}\n", "")
    assert tir.parse(TEXT + bare).deflection == tir.parse(TEXT + CURVE).deflection
    shape = tir.parse(TEXT + "\n[SHAPE]\n1.0 0.0\n1.0, 0.4\n0.9 1.0\n")
    assert shape.findings == ()
    assert shape.values == tir.read(MF61).values


def test_every_finding_has_its_line():
    broken = CURVE.replace("0.02 5000", "0.02 1000")
    with pytest.raises(ModelError) as caught:
        tir.parse(re.sub("(?m)^(PCX1|PKY1) .*$", "", TEXT) + broken, "bad.tir")
    assert len(caught.value.findings) == 2
    assert all(finding.line and finding.file == "bad.tir" for finding in caught.value.findings)
    guessed = tir.parse(re.sub("(?m)^(FITTYP|PROPERTY_FILE_FORMAT|RBX1|LENGTH).*$", "", TEXT) + "\nnothing at all")
    assert len(guessed.findings) == 3
    assert all(finding.line for finding in guessed.findings)


def test_latin_1_is_read(tmp_path):
    path = tmp_path / "reifen.tir"
    path.write_bytes(TEXT.replace("Free tyre", "Größe").encode("latin-1"))
    assert tir.read(path).values == tir.read(MF61).values


def findings(text: str) -> list[str]:
    with pytest.raises(ModelError) as caught:
        tir.parse(text, "bad.tir")
    return [str(finding) for finding in caught.value.findings]


def test_all_missing_coefficients_are_named_at_once():
    (finding,) = findings(re.sub("(?m)^(PCX1|PKY1|FNOMIN) .*$", "", TEXT))
    assert "missing: FNOMIN, PCX1, PKY1" in finding
    assert findings("hello")[0].endswith("PDY1, PKY1; is it a tire property file?")


def test_a_mistyped_coefficient_is_recognised():
    (finding,) = findings(TEXT.replace("PKY1 ", "PKYY1 ", 1))
    assert "PKY1: is it 'PKYY1'?" in finding


@pytest.mark.parametrize(
    ("key", "new", "message"),
    [
        ("LENGTH", "'furlong'", "unknown unit of length; got 'furlong'; expected one of 'meter', 'mm'"),
        ("FORCE", "'newtn'", "did you mean 'newton'"),
        ("FITTYP", "63", "unknown version of the Magic Formula"),
        ("TYRESIDE", "'TOP'", "unknown side; got 'TOP'"),
        ("PDX1", "1,16", "write a decimal point"),
        ("PDX1", "much", "not a number; got 'much'"),
        ("FNOMIN", "-6752", "must be positive; got -6752"),
        ("UNLOADED_RADIUS", "0", "must be positive"),
        ("PKY1", "0", "must not be zero"),
        ("PCX1", "1e999", "too large to be meant"),
    ],
)
def test_one_clear_finding_with_its_line(key, new, message):
    text = value(TEXT, key, new)
    line = next(n for n, words in enumerate(text.splitlines(), 1) if words.startswith(key + " "))
    found = findings(text)
    assert any(message in finding and finding.startswith(f"bad.tir:{line}: {key}") for finding in found), found


def test_another_kind_of_tire_is_refused():
    (finding,) = findings(value(PAC, "PROPERTY_FILE_FORMAT", "'FIALA'"))
    assert "another kind of tire; got 'FIALA'" in finding


def test_a_file_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        tir.read(tmp_path / "nowhere.tir")
    with pytest.raises(FileError, match="cannot be read"):
        tir.read(tmp_path)


def test_a_line_of_quotes_takes_a_time_that_grows_with_its_length():
    """A pattern that tries every pair of quotes would take 16 or 64 times as long for a line 4 times as long."""

    def cost(count):
        spent = []
        for _ in range(5):
            clock = time.process_time()
            tir.parse(TEXT + "\n" + "'\"" * count + " = " + "'" * (count + 1))
            spent.append(time.process_time() - clock)
        return min(spent)

    assert cost(12000) < 10.0 * cost(3000)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(FILES.values())), st.data())
def test_a_damaged_file_gives_a_tire_or_findings(path, data):
    text = path.read_text(encoding="latin-1")
    for _ in range(data.draw(st.integers(1, 3))):
        cut = data.draw(st.integers(0, len(text)))
        text = text[:cut] + data.draw(st.text(max_size=6)) + text[cut + data.draw(st.integers(0, 400)) :]
    if data.draw(st.booleans()):
        text = text[: data.draw(st.integers(0, len(text)))]
    with contextlib.suppress(JounceError):
        assert np.isfinite(tir.coefficients(tir.parse(text))).all()
