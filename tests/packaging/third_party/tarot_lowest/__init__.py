"""A strategy in a package of its own, as a third party would ship it."""
