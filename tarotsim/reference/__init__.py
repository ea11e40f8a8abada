"""The reference engine: the rules in plain Python, one function a rule."""
