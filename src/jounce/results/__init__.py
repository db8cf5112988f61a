"""What a run leaves behind: named channels with unit and frame, and one self-describing file."""

from jounce.results.channel import Channel
from jounce.results.metadata import Metadata
from jounce.results.parquet import read_result, write_result
from jounce.results.result import Result

__all__ = ["Channel", "Metadata", "Result", "read_result", "write_result"]
