"""C compilers and linkers: those of the package `ziglang`, for all platforms, or the machine's own for Linux."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from jounce.errors import InputError

OPTIONS = ("-std=c11", "-O2", "-fPIC", "-fno-builtin", "-fvisibility=hidden", "-ffp-contract=off", "-Wall", "-Wextra")
MATHEMATICS = ("ceil", "floor", "fma", "fmod", "round", "sqrt", "trunc")
"""Functions that a library may take from the system's C library, with `calloc` and `free`: exact ones only. Sines,
powers and their kin are jounce's own, with the same bits on every system."""
RUNTIME, KERNEL = "ucrtbase.dll", "kernel32.dll"
"""The C library of Windows 10 and later, and what maps files: parts of the system."""
MAPPING = ("CreateFileW", "GetFileSizeEx", "CreateFileMappingW", "MapViewOfFile", "UnmapViewOfFile", "CloseHandle")
"""Functions that a library takes from Windows to map a file."""


@dataclass(frozen=True)
class Toolchain:
    """Commands that compile and link for one platform."""

    platform: str
    compile_command: tuple[str, ...]
    is_zig: bool

    def compile(self, source: Path, folder: Path, include: Path, define: Sequence[str] = ()) -> Path:
        """An object file of a C file, in a folder."""
        out = folder / f"{source.stem}.o"
        target: tuple[str, ...] = ()
        if self.is_zig:
            target = ("-target", "x86_64-windows-gnu" if self.platform == "win64" else "x86_64-linux-gnu.2.17")
        options = [o for o in OPTIONS if not (self.platform == "win64" and o == "-fPIC")]
        if self.platform == "win64":
            options.append("-ffreestanding")
        defined = [f"-D{name}" for name in define]
        files = ("-I", str(include), "-c", str(source), "-o", str(out))
        _run([*self.compile_command, *target, *options, *defined, *files])
        return out

    def link(self, objects: Iterable[Path], out: Path, exports: Sequence[str]) -> None:
        """A shared library; exports: the functions that others may call."""
        if self.platform == "win64":
            self._link_windows([*objects], out, exports)
            return
        target = ("-target", "x86_64-linux-gnu.2.17") if self.is_zig else ()
        ends = ("-shared", "-Wl,--no-undefined", "-Wl,-Bsymbolic", "-Wl,--gc-sections", "-s", "-o", str(out))
        _run([*self.compile_command, *target, *map(str, objects), *ends, "-lm"])

    def _link_windows(self, objects: list[Path], out: Path, exports: Sequence[str]) -> None:
        """A library without a C runtime of its own: mathematics and memory come from the system's."""
        folder, zig = objects[0].parent, self.compile_command[:-1]
        imports = []
        for library, names in ((RUNTIME, (*MATHEMATICS, "calloc", "free")), (KERNEL, MAPPING)):
            definition, found = folder / f"{library}.def", folder / f"{library}.lib"
            definition.write_text("\n".join((f"LIBRARY {library}", "EXPORTS", *names, "")))
            _run([*zig, "dlltool", "-m", "i386:x86-64", "-d", str(definition), "-l", str(found), "-D", library])
            imports.append(str(found))
        options = ["/dll", "/entry:DllMainCRTStartup", "/nodefaultlib", "/opt:ref", "/Brepro", f"/out:{out}"]
        options += [f"/implib:{folder / 'car.lib'}", *(f"/export:{name}" for name in exports)]
        _run([*zig, "lld-link", *options, *map(str, objects), *imports])

    def link_program(self, source: Path, objects: Iterable[Path], include: Path, out: Path) -> None:
        """A program for this machine of one C file and a car."""
        _run([*self.compile_command, "-O2", "-I", str(include), str(source), *map(str, objects), "-lm", "-o", str(out)])

    def archive(self, objects: Iterable[Path], out: Path) -> None:
        """A static library."""
        zig = [*self.compile_command[:-1], "ar"] if self.is_zig else ["ar"]
        out.unlink(missing_ok=True)
        _run([*zig, "rcs", str(out), *map(str, objects)])


def find_program_compiler() -> Toolchain | None:
    """What makes programs of this machine: its own compiler, which has its C runtime; None without one."""
    at_home = sys.platform == "linux" and platform.machine() == "x86_64"
    named, own = os.environ.get("CC"), shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    command = tuple(shlex.split(named)) if named else (own,) if own else None
    if command is None and importlib.util.find_spec("ziglang") is not None:
        command = (sys.executable, "-m", "ziglang", "cc")
    return Toolchain("linux64", command, is_zig=False) if at_home and command else None


def find_toolchain(wanted: str) -> Toolchain:
    """The tools for a platform; raises InputError if there are none on this machine.

    The environment variable CC names a compiler for this machine; else `ziglang` comes first, whose libraries run on
    older systems too.
    """
    at_home = wanted == "linux64" and sys.platform == "linux" and platform.machine() == "x86_64"
    named = os.environ.get("CC")
    if at_home and named:
        return Toolchain(wanted, tuple(shlex.split(named)), is_zig=False)
    if importlib.util.find_spec("ziglang") is not None:
        return Toolchain(wanted, (sys.executable, "-m", "ziglang", "cc"), is_zig=True)
    own = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if at_home and own:
        return Toolchain(wanted, (own,), is_zig=False)
    hint = "pip install 'jounce[fmu]' brings one"
    raise InputError(
        "no C compiler", wanted, "the package ziglang, or for linux64 the machine's cc", hint, where="platform"
    )


def _run(command: Sequence[str]) -> None:
    """Run a tool; raises RuntimeError with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:4])} …: {done.stderr.strip() or done.stdout.strip()}")
