"""The questions: the same deals, decided in two ways."""
