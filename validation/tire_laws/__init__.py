"""Tires that are not from files a second time: each law from its source, on NumPy arrays, with nothing shared.

    formula_87   Bakker, Nyborg, Pacejka, SAE 870421, in the paper's own form
    tmeasy       Rill, Road Vehicle Dynamics, 2nd edition 2020, chapter 3
    fiala        a brush whose bristles are integrated over the contact patch by quadrature
    calspan      the equivalent slip angle of the IAVSD benchmark

Where a law of jounce goes beyond its source (combined slip of three of them), the rule of docs/theory/tires.md is
written a second time. Signs are those of `validation.magic_formula`: ISO axes, rolling forward, dry ground.
"""

from validation.tire_laws.calspan import Calspan
from validation.tire_laws.fiala import Fiala
from validation.tire_laws.formula_87 import Formula87
from validation.tire_laws.tmeasy import TMeasy

__all__ = ["Calspan", "Fiala", "Formula87", "TMeasy"]
