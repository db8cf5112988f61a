"""Kim & Yoo 1997, section 6: a lane change on a null space by projection."""

from jounce_papers.kim_1997.reproduction import kim_1997

__all__ = ["kim_1997"]
