"""The folder of a study: rows in parts while it runs, then one table; and whose rows they are."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jounce.errors import Refusal
from jounce.results.atomic import write_text
from jounce.studies.parts import read_parts, write_part
from jounce.studies.rows import Row

FORMAT = 1


@dataclass(frozen=True)
class StudyFolder:
    """Where a study writes: key.json, parts/, runs/ if results are kept, and at the end runs.parquet."""

    path: Path

    @property
    def parts(self) -> Path:
        """Where finished rows are."""
        return self.path / "parts"

    @property
    def results(self) -> Path:
        """Where result files are kept."""
        return self.path / "runs"

    @property
    def table(self) -> Path:
        """All rows, sorted."""
        return self.path / "runs.parquet"

    def opened(self, key: str, *, fresh: bool) -> dict[int, Row]:
        """The rows that are finished already; raises Refusal when they are of another study."""
        held = self._key()
        if fresh:
            self._clear()
        elif held is not None and held != key:
            raise Refusal(
                "another study is in this folder",
                str(self.path),
                "the same study, vehicle, maneuver and version of jounce as before",
                "give another folder with --out, or begin anew with --fresh",
            )
        elif held is None and self.parts.is_dir() and any(self.parts.iterdir()):
            raise Refusal("rows of unknown origin", str(self.parts), hint="begin anew with --fresh")
        write_text(self.path / "key.json", json.dumps({"format": FORMAT, "key": key}) + "\n")
        for left in self.parts.glob(".part-*.part"):  # of a process that was killed while it wrote
            with contextlib.suppress(OSError):
                left.unlink()
        return read_parts(self.parts)

    def add(self, rows: Sequence[Row]) -> None:
        """Keep finished rows."""
        if rows:
            write_part(self.parts, rows)

    def _key(self) -> str | None:
        try:
            return str(json.loads((self.path / "key.json").read_text(encoding="utf-8"))["key"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _clear(self) -> None:
        """Remove what studies write here, and nothing else."""
        for folder in (self.parts, self.results):
            shutil.rmtree(folder, ignore_errors=True)
        for name in ("key.json", "runs.parquet", "study.yaml", "summary.json", "study.html"):
            with contextlib.suppress(OSError):
                (self.path / name).unlink()
