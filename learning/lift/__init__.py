"""Whether an approved change made drafts better: before against after, with its uncertainty."""
