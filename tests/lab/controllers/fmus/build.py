"""FMUs of FMI 2.0 made of small laws in C, for tests: the machine's compiler, or that of ziglang."""

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LAWS = {
    "retarder": {
        "speed": "input",
        "target": "parameter",
        "gain": "parameter",
        "rate": "parameter",
        "limit": "parameter",
        "brake_torque_rl": "output",
        "integral": "local",
    },
    "motor": {
        "pedal": "input",
        "wheel.rl.spin": "input",
        "wheel.rr.spin": "input",
        "torque_max": "parameter",
        "power": "parameter",
        "drive_torque_rl": "output",
        "drive_torque_rr": "output",
    },
    "tire": {
        **dict.fromkeys(("slip_ratio", "slip_angle", "load", "radius"), "input"),
        **dict.fromkeys(("stiffness_x", "stiffness_y", "friction"), "parameter"),
        **dict.fromkeys(("force_x", "force_y", "torque_x", "torque_y"), "output"),
    },
}
"""Law → variables in the order of their value references, and their causalities."""


def build_fmu(law: str, path: Path, saves_states: bool = True) -> Path:
    """Compile a law and write its FMU; skips the test where there is no compiler."""
    own = shutil.which("cc")
    if own is None and importlib.util.find_spec("ziglang") is None:
        pytest.skip("no C compiler: install gcc, or pip install ziglang")
    compiler = [own] if own else [sys.executable, "-m", "ziglang", "cc"]
    library = path.with_suffix(".so")
    options = ["-shared", "-fPIC", "-O1", "-ffp-contract=off", f'-DLAW="{law}.c"', "-I", str(HERE)]
    subprocess.run([*compiler, *options, str(HERE / "fmi2_shell.c"), "-lm", "-o", str(library)], check=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", describe(law, saves_states))
        archive.write(library, f"binaries/linux64/{law}.so")
    return path


def describe(law: str, saves_states: bool) -> str:
    """modelDescription.xml."""
    variables, outputs = "", ""
    for i, (name, causality) in enumerate(LAWS[law].items()):
        variability = "tunable" if causality == "parameter" else "continuous"
        start = ' start="0"' if causality in ("input", "parameter") else ""
        variables += f'<ScalarVariable name="{name}" valueReference="{i}" causality="{causality}" '
        variables += f'variability="{variability}"><Real{start}/></ScalarVariable>\n'
        outputs += f'<Unknown index="{i + 1}"/>' if causality == "output" else ""
    able = str(saves_states).lower()
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="{law}" guid="{{{law}}}">
<CoSimulation modelIdentifier="{law}" canGetAndSetFMUstate="{able}" canSerializeFMUstate="{able}"/>
<ModelVariables>{variables}</ModelVariables>
<ModelStructure><Outputs>{outputs}</Outputs><InitialUnknowns>{outputs}</InitialUnknowns></ModelStructure>
</fmiModelDescription>"""
