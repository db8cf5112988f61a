"""Lee & Yoo 2010, section 6: a 6×6 turns left on rough ground."""

from jounce_papers.lee_2010.reproduction import lee_2010

__all__ = ["lee_2010"]
