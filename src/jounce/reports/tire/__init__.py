"""A tire on one page: what its property file means."""

from jounce.reports.tire.characteristics import Characteristics, TireSheet, tire_sheet
from jounce.reports.tire.page import write_tire_page

__all__ = ["Characteristics", "TireSheet", "tire_sheet", "write_tire_page"]
