"""The page of a car's handling diagrams."""

from jounce.output.reports.handling.page import number_rows, render_handling_page, write_handling_page

__all__ = ["number_rows", "render_handling_page", "write_handling_page"]
