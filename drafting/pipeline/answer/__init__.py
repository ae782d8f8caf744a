"""From a plan to a letter: rank, choose, fill what is missing, compose."""
