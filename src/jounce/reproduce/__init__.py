"""What the papers measured, measured again with jounce: one file per paper, each beside the numbers in print."""

from jounce.reproduce.registry import PAPERS, reproduce
from jounce.reproduce.reproduction import Reproduction

__all__ = ["PAPERS", "Reproduction", "reproduce"]
