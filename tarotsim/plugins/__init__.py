"""Finding strategies."""
