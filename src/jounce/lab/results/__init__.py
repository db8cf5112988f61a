"""What a run leaves behind: named channels with unit and frame, and one self-describing file."""

from jounce.lab.results.bitwise import different_channels, identical
from jounce.lab.results.channel import Channel
from jounce.lab.results.export import export
from jounce.lab.results.metadata import Metadata
from jounce.lab.results.parquet import as_result, read_result, write_result
from jounce.lab.results.record import RunRecord
from jounce.lab.results.result import Result

__all__ = [
    "Channel",
    "Metadata",
    "Result",
    "RunRecord",
    "as_result",
    "different_channels",
    "export",
    "identical",
    "read_result",
    "write_result",
]
