"""A suspension on one page: what its wheels do on the test rig."""

from jounce.output.reports.kc.page import render_kc_page, write_kc_page

__all__ = ["render_kc_page", "write_kc_page"]
