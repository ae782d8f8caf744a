"""Trains the reader on this desk's decided mail, and keeps which version is live."""
