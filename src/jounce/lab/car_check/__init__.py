"""Is a car plausible? The figures that an engineer looks at first, and warnings for what no car has."""

from jounce.lab.car_check.axle_figures import AxleFigures
from jounce.lab.car_check.examine import Examination, examine
from jounce.lab.car_check.figures import CarFigures
from jounce.lab.car_check.figures_text import figure_lines

__all__ = ["AxleFigures", "CarFigures", "Examination", "examine", "figure_lines"]
