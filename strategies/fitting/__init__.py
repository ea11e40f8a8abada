"""Fitting the expert to the outcome of its own deals; scripts next to this use it."""
