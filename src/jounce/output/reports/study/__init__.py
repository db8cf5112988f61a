"""A study on one page: how its runs ended, what was measured, and what depends on what."""

from jounce.output.reports.study.page import render_study_page, write_study_page

__all__ = ["render_study_page", "write_study_page"]
