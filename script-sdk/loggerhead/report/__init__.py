"""Reports: one HTML file that needs nothing else, light and dark, on a screen, a telephone and paper."""

from loggerhead.report.report import Report

__all__ = ["Report"]
