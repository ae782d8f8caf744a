"""Values of keys and idempotency records. They are stored: never rename one."""

from django.db import models


class Scope(models.TextChoices):
    """What an agent's key may do. An endpoint asks for exactly one of them."""

    DRAFT = "draft", "Draft: interpret, generate, check, refine"
    STATS = "stats", "Stats: read the numbers"
    CALIBRATE = "calibrate", "Calibrate: when the gate is open"
    MESSAGES = "messages", "Messages: read and record mail"
    WORK = "work", "Work: claim threads and reply"
    RUNS = "runs", "Runs: remember what was done"


class RecordState(models.TextChoices):
    """How far the call behind an idempotency key has come."""

    RUNNING = "running", "Running"
    DONE = "done", "Done"
