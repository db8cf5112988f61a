"""Specifications of grounds: every name and every kind of file, and one line for what cannot be understood."""

from __future__ import annotations

import contextlib
import math
import re
from pathlib import Path

import numpy as np
import pytest

from jounce.engine.laws.ground import Bump, External, Ferguson, Flat, Plane, ask, extent
from jounce.engine.laws.ground.ferguson import LEVEL, PAPER, STOP
from jounce.engine.laws.ground.profile import Profile
from jounce.engine.terrain import BUMPS, generate, ground_of, ground_spec, iso8608, plane
from jounce.engine.terrain.formats.read import READERS
from jounce.errors import FileError, InputError, JounceError
from tests.engine.terrain import writers

ROADS = Path(__file__).parents[2] / "data" / "roads"


def test_every_word_makes_a_ground():
    short = {"generated": "generated, size=60", "iso8608": "iso8608, length=50"}
    kinds = {
        "flat": Flat,
        "plane": Plane,
        "bump": Bump,
        "external": External,
        "iso8608": Profile,
        "generated": Ferguson,
        "proving-ground": Ferguson,
    }
    assert set(ground_spec.GROUND_KINDS) == set(kinds)
    for word in ground_spec.GROUND_KINDS:
        ground = ground_of(short.get(word, word))
        assert isinstance(ground, kinds[word])
        assert np.isfinite(ask(ground, 0.0, 0.0).height)


def test_every_line_of_the_description_is_understood(tmp_path, monkeypatch):
    """The examples at the top of the module, with files of these names."""
    writers.asc(tmp_path, name="hills.asc")
    writers.npy(tmp_path, name="hills.npy")
    (tmp_path / "road.crg").write_bytes((ROADS / "handmade_straight.crg").read_bytes())
    monkeypatch.chdir(tmp_path)
    lines = ground_spec.__doc__.split("\n\n")[1].splitlines()
    examples = [example for line in lines for example in re.split(r"\s{2,}", line.strip())]
    assert len(examples) == 8
    for example in examples:
        assert isinstance(ground_of(example), tuple)


def test_flat():
    assert ground_of("flat") == Flat(0.0, 1.0)
    assert ground_of(" flat ,height=-2, friction = 0.5 ") == Flat(-2.0, 0.5)


def test_plane():
    assert ground_of("plane, grade=0.15, bank=0.02, friction=0.8") == plane(grade=0.15, bank=0.02, friction=0.8)
    turned = plane(grade=0.15, heading=math.radians(30.0))
    assert ground_of("plane, grade=0.15, heading='30 deg'") == pytest.approx(turned)
    assert ground_of("plane, grade=0.15, heading=30 deg") == pytest.approx(turned)
    assert ground_of(f"plane, grade=0.15, heading={math.radians(30.0)}") == pytest.approx(turned)


def test_bump():
    assert ground_of("bump") == Bump()
    assert ground_of("bump, start=7, length=1, height=-0.1, friction=0.9") == Bump(7.0, 1.0, -0.1, friction=0.9)


def test_iso8608():
    ground = ground_of("iso8608, class=D, length=60, seed=4, friction=0.7, track=1.4 m")
    expected = iso8608("D", length=60.0, seed=4, track=1.4).ground(distance=1.4, friction=0.7)
    assert np.array_equal(ground.heights, expected.heights)
    assert ground._replace(heights=None) == expected._replace(heights=None)
    rough = iso8608(1e-4, length=60.0, seed=1).ground(distance=1.6)
    assert np.array_equal(ground_of("iso8608, class=1e-4, length=60").heights, rough.heights)


def test_generated():
    ground = ground_of("generated, seed=3, size=80, spacing=1, hills=2, friction=0.6, outside=level, twist=paper")
    assert np.array_equal(ground.heights, generate(80.0, 1.0, seed=3, hills=2).heights)
    assert (ground.friction, ground.outside, ground.twist) == (0.6, LEVEL, PAPER)
    bumpy = generate(80.0, 1.0, bumps=BUMPS).heights
    assert np.array_equal(ground_of("generated, size=80, spacing=1, bumps=1").heights, bumpy)
    assert not np.array_equal(ground_of("generated, size=80, spacing=1, bumps=0").heights, bumpy)


FILES = {
    ".npy": (writers.npy, "spacing=2"),
    ".asc": (writers.asc, ""),
    ".hgt": (writers.hgt, ""),
    ".png": (writers.image, "spacing=2, scale=1"),
    ".tif": (writers.geotiff, ""),
    ".tiff": (lambda folder: writers.geotiff(folder, name="plane.tiff"), ""),
}


@pytest.mark.parametrize("suffix", sorted(set(READERS) - {".crg"}))
def test_files(tmp_path, suffix):
    write, options = FILES[suffix]
    path = write(tmp_path)
    text = ", ".join(part for part in (str(path), options, "friction=0.4", "outside=level") if part)
    ground = ground_of(text)
    assert isinstance(ground, Ferguson)
    if suffix == ".hgt":
        assert ground.heights.shape == (1201, 1201)
    else:
        assert ground.heights == pytest.approx(writers.plane(), abs=1e-6)
    assert (ground.friction, ground.outside) == (0.4, LEVEL)
    assert ground_of(text.replace(", outside=level", "")).outside == STOP


def test_crg():
    ground = ground_of(f"{ROADS / 'handmade_straight.crg'}, friction=0.9")
    assert extent(ground)[1] == pytest.approx(22.0, abs=1.0)
    assert ground.friction == 0.9


def test_capital_letters_of_a_file(tmp_path):
    assert isinstance(ground_of(str(writers.asc(tmp_path, name="PLANE.ASC"))), Ferguson)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "unknown ground; got ''; expected a file, or one of flat, plane, bump, external, iso8608, generated"),
        ("flta", r"unknown ground; got 'flta'.*did you mean 'flat'\?"),
        ("flat, 0.5", "not an option of a ground; got '0.5'; expected NAME=VALUE, such as friction=0.5"),
        ("flat, friction=", "not an option of a ground; got 'friction='"),
        ("flat, =0.5", "not an option of a ground; got '=0.5'"),
        ("flat,", "not an option of a ground; got ''"),
        ("flat, grip=0.5", "ground: wrong options of flat; got an unexpected keyword argument 'grip'"),
        ("plane, slope=0.5", "ground: wrong options of plane; got an unexpected keyword argument 'slope'"),
        ("bump, width=3", "ground: wrong options of bump; got an unexpected keyword argument 'width'"),
        ("generated, hill=3, size=60", "ground: wrong options of generated; got an unexpected keyword argument 'hill'"),
        ("iso8608, kind=D", "ground: wrong options of iso8608; got an unexpected keyword argument 'kind'"),
        ("flat, friction=low", "friction"),
        ("flat, friction=-1", "friction"),
        ("flat, height=nan", "height: not a finite number"),
        ("bump, height=high", "height: not a finite number; got 'high'"),
        ("bump, length=0", "length: must be positive"),
        ("bump, friction=-0.5", "friction"),
        ("plane, grade=steep", "grade: not a finite number; got 'steep'"),
        ("plane, heading=30 m", "wrong unit"),
        ("iso8608, class=Z, length=60", "road_class: unknown road class; got 'Z'"),
        ("iso8608, length=60, seed=-1", "seed: not a seed"),
        ("generated, size=60, outside=wall", "outside"),
    ],
)
def test_refusals(text, said):
    with pytest.raises(InputError, match=said):
        ground_of(text)


def test_files_that_are_not_there_or_unknown(tmp_path):
    with pytest.raises(FileError, match=r"nowhere\.asc"):
        ground_of(str(tmp_path / "nowhere.asc"))
    with pytest.raises(FileError, match=r"unknown kind of file; got '\.xyz'"):
        ground_of("hills.xyz")
    with pytest.raises(InputError, match=r"spacing: missing option"):
        ground_of(str(writers.npy(tmp_path)))
    with pytest.raises(InputError, match=r"spacin: unknown option.*did you mean 'spacing'\?"):
        ground_of(f"{writers.npy(tmp_path)}, spacin=2")


@pytest.mark.parametrize("seed", range(200))
def test_nonsense_is_refused_and_never_a_traceback(seed):
    rng = np.random.default_rng(seed)
    names = ["flat", "plane", "bump", "hills.asc", "x.crg", "a.npy", "é", "flat.", ".tif", "=", "generated=3"]
    keys = [
        "friction",
        "grade",
        "bank",
        "heading",
        "height",
        "length",
        "start",
        "base",
        "spacing",
        "outside",
        "x y",
        "",
    ]
    values = ["1", "-1", "0", "1e400", "nan", "x", "'", "1 m", "30 deg", "True", "", "()", "--1", "+-5", "²"]
    pairs = [f"{rng.choice(keys)}={rng.choice(values)}" for _ in range(rng.integers(0, 4))]
    text = ", ".join([str(rng.choice(names)), *pairs])
    with contextlib.suppress(JounceError):
        assert isinstance(ground_of(text), tuple)


@pytest.mark.parametrize("name", ground_spec.NAMED_GROUNDS)
def test_grounds_of_live_drives_are_grounds_of_runs(name):
    """`hills` of `jounce drive` is that of `jounce run`; options may follow, and replace those of the name."""
    spec, _ = ground_spec.NAMED_GROUNDS[name]
    assert repr(ground_of(name)) == repr(ground_of(spec))
    friction = ground_of(f"{name}, friction=0.5").friction
    assert (friction.values.max() if name == "proving ground" else friction) == 0.5  # there it is a factor on zones
