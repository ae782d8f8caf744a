"""The reader: a trained second opinion beside the rules. Linear models over hashed features, kept
as arrays; it calls nothing and holds no word of any language."""
