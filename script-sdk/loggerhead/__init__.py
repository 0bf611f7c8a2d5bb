"""Loggerhead's package for analysis scripts."""

from loggerhead.version import __version__

__all__ = ['__version__']
