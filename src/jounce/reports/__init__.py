"""One self-contained HTML page per run: opens offline, on any screen, years later."""

from jounce.reports.page import render_report, write_report

__all__ = ["render_report", "write_report"]
