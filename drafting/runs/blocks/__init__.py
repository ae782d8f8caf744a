"""Hard blocks: why a reply may not leave without a person."""
