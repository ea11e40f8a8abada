"""The only door between objects and engines."""
