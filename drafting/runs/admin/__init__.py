"""Runs, memory, notes and settings in the back office."""
