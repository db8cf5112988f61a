"""Song 2005, Table 1: operations per evaluation of an SLA quarter suspension."""

from jounce_papers.song_2005.reproduction import song_2005

__all__ = ["song_2005"]
