"""Is a text fit to leave: the checks, what policy asks, and the delivery status."""
