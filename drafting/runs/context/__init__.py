"""What a run sees: its snapshot, and the pack that a revision is told."""
