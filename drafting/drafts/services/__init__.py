"""The four calls: interpret, generate, check quality, refine. Edges call these and nothing else."""
