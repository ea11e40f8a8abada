"""Intervals, exact accumulators and exact probabilities."""
