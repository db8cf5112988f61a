"""The wheel works where nothing of the repository is: `make dist` with this Python (slow: it installs and compiles)."""

import sys
import tarfile
import zipfile

import pytest

from tools import distribution


@pytest.mark.slow
def test_a_stranger_installs_the_wheel_and_drives(tmp_path):
    wheel = distribution.build(tmp_path / "dist")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for page in ("viewer", "design"):
        assert any(name.endswith(f"output/replay/static/{page}.js") for name in names)
    assert any(name.startswith("jounce_papers/") for name in names)
    (source,) = (tmp_path / "dist").glob("*.tar.gz")
    with tarfile.open(source) as archive:
        assert any(name.endswith("static/viewer.js") for name in archive.getnames())
    seen = distribution.check(wheel, sys.executable)
    assert "wrote a report" in seen
    assert "served a drive" in seen


def test_a_version_that_is_not_there_is_not_found():
    assert distribution.find_python("3.99") is None
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = distribution.find_python(here)
    assert found is None or distribution._prints(found, "import sys; print('%d.%d' % sys.version_info[:2])") == here
