from typing import Any

from django.core.management.base import BaseCommand

from drafting.access.idempotency import KEPT_HOURS, purge_records
from drafting.access.throttling import purge_call_counts


class Command(BaseCommand):
    help = f"Delete idempotency records older than {KEPT_HOURS} hours."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Deleted {purge_records()} idempotency records.")
        purge_call_counts()
