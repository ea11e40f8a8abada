"""Many deals."""
