"""A tire on one page: what its property file means."""

from jounce.output.reports.tire.characteristics import Characteristics, TireSheet, tire_sheet
from jounce.output.reports.tire.page import write_tire_page

__all__ = ["Characteristics", "TireSheet", "tire_sheet", "write_tire_page"]
