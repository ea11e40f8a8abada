"""A laboratory for French tarot."""

__version__ = "0.1.0"
