"""One self-contained HTML page per run, or for several side by side: opens offline, on any screen, years later."""

from jounce.output.reports.comparison_page import render_comparison
from jounce.output.reports.run_page import render_report
from jounce.output.reports.write import compare, write_report

__all__ = ["compare", "render_comparison", "render_report", "write_report"]
