"""What agents and people want the next answers to know."""
