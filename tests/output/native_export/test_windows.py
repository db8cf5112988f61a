"""Libraries for Windows, made on Linux: what they import and export. Needs ziglang, which `make test-slow` installs."""

import pytest

from jounce.output.native_export.fmu import exported_names
from jounce.output.native_export.library import FUNCTIONS, build_fmu_binary, build_library
from jounce.output.native_export.toolchain import MATHEMATICS
from tests.output.native_export.portable_executable import PortableExecutable

pytestmark = pytest.mark.slow
X86_64 = 0x8664


def check_imports(library):
    assert library.machine == X86_64
    assert set(library.imports) == {"ucrtbase.dll"}, "nothing but the C library of the system"
    assert library.imports["ucrtbase.dll"] <= {*MATHEMATICS, "calloc", "free"}


def test_a_c_library(export, tmp_path):
    files = {file.name for file in build_library(export, "win64", tmp_path)}
    assert files == {"libcar.dll", "car.a", "car.lib"}
    library = PortableExecutable(tmp_path / "libcar.dll")
    check_imports(library)
    assert library.exports == set(FUNCTIONS)


@pytest.mark.parametrize("fmi", [2, 3])
def test_the_library_of_an_fmu(export, tmp_path, fmi):
    build_fmu_binary(export, "win64", fmi, tmp_path / "car.dll", exported_names(fmi))
    library = PortableExecutable(tmp_path / "car.dll")
    check_imports(library)
    assert library.exports == set(exported_names(fmi))
