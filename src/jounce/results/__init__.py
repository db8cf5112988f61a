"""What a run leaves behind: named channels with unit and frame, and one self-describing file."""

from jounce.results.channel import Channel
from jounce.results.export import export
from jounce.results.metadata import Metadata
from jounce.results.parquet import read_result, write_result
from jounce.results.record import RunRecord
from jounce.results.result import Result
from jounce.results.same_bits import different_channels

__all__ = ["Channel", "Metadata", "Result", "RunRecord", "different_channels", "export", "read_result", "write_result"]
