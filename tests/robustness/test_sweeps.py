"""Sweeps that are killed, damaged or started twice: no row is lost, and nobody computes for nobody."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jounce.errors import InputError
from jounce.lab.studies import sweep
from jounce.lab.studies.folder import StudyFolder
from jounce.lab.studies.prepare import prepare_study
from tests.lab.studies import examples
from tests.lab.studies.examples import CHEAP
from tests.lab.studies.test_sweep import rows

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Time after which a test gives up [s]."""
PARENT = """
import sys
from jounce.lab.studies.executors import executor_of
from jounce.lab.studies.executors.chunks import Chunk
from tests.lab.studies.test_executors import RUNS

if __name__ == "__main__":
    chunks = (Chunk(None, RUNS[i : i + 1], 1, "tests.robustness.endless:rows") for i in range(8))
    list(executor_of("processes")(chunks, workers=2, address=None))
"""


@pytest.mark.parametrize("damage", [b"", b"PAR1 and nothing more", None])
def test_a_damaged_part_is_named_and_set_aside_and_its_rows_are_made_again(tmp_path, damage):
    reference = rows(sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows", chunk=4))
    part = sorted((tmp_path / "parts").glob("part-*.parquet"))[1]
    content = part.read_bytes()
    part.write_bytes(content[: len(content) // 2] if damage is None else damage)
    with pytest.warns(UserWarning, match=rf"{part.name}.*set aside"):
        again = sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows")
    assert rows(again) == reference
    assert part.with_name(f"{part.name}.damaged").exists()
    assert rows(sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:refused_rows")) == reference


def test_a_part_with_a_strange_name_stops_nothing(tmp_path):
    reference = rows(sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows", chunk=4))
    (tmp_path / "parts" / "part-copy.parquet").write_bytes(b"")
    (tmp_path / "parts" / "part-00000.parquet").unlink()
    with pytest.warns(UserWarning, match="part-copy"):
        assert rows(sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows")) == reference


def test_two_sweeps_in_one_folder_are_one_too_many(tmp_path):
    with StudyFolder(tmp_path).locked(), pytest.raises(InputError, match="another sweep is running in this folder"):
        sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows")
    assert len(sweep(examples.study(), out=tmp_path, evaluate=f"{CHEAP}:rows")) == len(
        prepare_study(examples.study()).runs
    )


def test_workers_end_with_their_parent(tmp_path):
    """After kill −9 the parent can say nothing to them."""
    environment = {**os.environ, "JOUNCE_TEST_FOLDER": str(tmp_path), "PYTHONPATH": os.pathsep.join(["src", "."])}
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(tmp_path / "parent.py")], env=environment, cwd=ROOT)
    try:
        assert wait_for(lambda: list(tmp_path.glob("*.pid")))
        workers = [int(file.stem) for file in tmp_path.glob("*.pid")]
        assert all(is_alive(worker) for worker in workers)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert wait_for(lambda: not any(is_alive(worker) for worker in workers)), workers


def wait_for(condition):
    """Whether something comes true."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def is_alive(process):
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
