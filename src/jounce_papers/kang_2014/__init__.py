"""Kang, Lim & Bae 2014, section 7: a Newton iteration that never updates its Jacobian."""

from jounce_papers.kang_2014.reproduction import kang_2014

__all__ = ["kang_2014"]
