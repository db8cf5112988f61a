"""The five papers behind jounce, reproduced: a package per paper with its drives, numbers, table and figures."""

from jounce_papers.registry import PAPERS, reproduce
from jounce_papers.reproduction import Reproduction

__all__ = ["PAPERS", "Reproduction", "reproduce"]
