"""Lee, Baek, Lee & Ryu 2000, section 6: a simplified car jumps and overturns."""

from jounce_papers.lee_2000.reproduction import lee_2000

__all__ = ["lee_2000"]
