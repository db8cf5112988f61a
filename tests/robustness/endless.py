"""An evaluation that never ends, for tests of processes that must."""

import os
import time
from pathlib import Path


def rows(chunk):
    """Say which process this is, and compute until it is ended."""
    Path(os.environ["JOUNCE_TEST_FOLDER"], f"{os.getpid()}.pid").touch()
    while True:
        time.sleep(0.01)
