"""The version of this package; recorded with every environment that it is part of."""

__version__ = "0.1.0"
