"""The versions of the reader that were trained on this desk's mail."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from templatesapp.columns import Signed, is_known, maybe, person
from templatesapp.text.reader.heads import Head, unpacked_heads

MAX_REASON_CHARACTERS = 300


class ReaderState(models.TextChoices):
    CANDIDATE = "candidate", "Waits for a decision"
    LIVE = "live", "Mail is read with it"
    FORMER = "former", "Was live before"
    ERASED = "erased", "Erased with a guest"  # its arrays are gone, and never come back


class ReaderVersion(Signed):
    """Heads as arrays (``templatesapp.text.reader.heads``), and how they compare with those that
    were live when they were made. None live: mail is read with what is shipped."""

    state = models.CharField(
        max_length=10, choices=ReaderState.choices, default=ReaderState.CANDIDATE
    )
    created_at = models.DateTimeField()
    arrays = models.BinaryField(null=True, editable=False)
    seed = models.PositiveIntegerField(help_text="Which guests' mail was kept for the comparison.")
    mails = models.PositiveIntegerField(help_text="Decided mails that it learned from.")
    people = models.PositiveIntegerField(help_text="How many colleagues decided them.")
    guests = models.JSONField(
        default=list, editable=False, help_text="Keyed hashes of those whose mail taught it."
    )
    figures = models.JSONField(default=list, help_text="Name, cases, right before and with it.")
    readings = models.JSONField(
        default=list, help_text="Mail by its key that it reads otherwise: before and with it."
    )
    replaced: models.ForeignKey[ReaderVersion | None] = maybe(
        "self", "+", "What was live before it."
    )
    decided_by = person()
    decided_at = models.DateTimeField(null=True, blank=True)
    history = HistoricalRecords(excluded_fields=["arrays", "guests", "figures", "readings"])

    class Meta:
        ordering = ["-pk"]
        verbose_name = "reader"
        permissions = [("decide_reader", "Can decide which reader mail is read with")]
        constraints = [
            models.UniqueConstraint(
                fields=["state"], condition=Q(state=ReaderState.LIVE), name="one_live_reader"
            ),
            is_known("state", ReaderState, "reader_state_known"),
            models.CheckConstraint(
                condition=Q(arrays__isnull=False) | Q(state=ReaderState.ERASED),
                name="reader_without_arrays_is_erased",
            ),
        ]

    def __str__(self) -> str:
        return f"Reader {self.pk} of {self.created_at:%Y-%m-%d}"

    @property
    def raises_catalogue_version(self) -> bool:
        """Every process keeps the live heads with the catalogue; a candidate changes nothing."""
        return self.state != ReaderState.CANDIDATE


def live_heads() -> Mapping[str, Head]:
    """By name, the heads in the place of shipped ones; none where no version is live. One query."""
    held = ReaderVersion.objects.filter(state=ReaderState.LIVE).values_list("arrays", flat=True)
    packed = held.first()
    return unpacked_heads(bytes(packed)) if packed is not None else {}
