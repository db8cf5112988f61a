"""What the papers measured, measured again with jounce: one file per paper, each beside the numbers in print."""

from jounce.papers.registry import PAPERS, reproduce
from jounce.papers.reproduction import Reproduction

__all__ = ["PAPERS", "Reproduction", "reproduce"]
