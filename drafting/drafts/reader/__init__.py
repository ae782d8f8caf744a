"""What this desk's own mail teaches the reader: labels, candidates, which one is read with."""
