"""Everything the desk may say: templates, property facts, knowledge, policies, all with history.

Writes go through ``templatesapp.services``; each leaves a history row with person and reason, and
raises the catalogue version, by which every process knows that its index is out of date.
"""

import uuid
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.dispatch import receiver
from simple_history.models import HistoricalRecords
from simple_history.signals import post_create_historical_record

from templatesapp import choices
from templatesapp.categories import is_hard_rule_protected
from templatesapp.choices import CATEGORY_CHOICES, Purpose, language_choices
from templatesapp.columns import Singleton, listed, one_of, person
from templatesapp.text.slots import name_in_words

MAX_BODY_CHARACTERS = 20_000
MAX_KEY_CHARACTERS = 90  # of an answer


class CatalogueVersion(Singleton):
    """A number that grows with every change of what the desk may say.

    Kept in a row and not derived from history ids: the row's lock orders concurrent writers, so a
    reader that has seen version n has seen every change up to n.
    """

    number = models.PositiveBigIntegerField(default=0)
    stamp = models.UUIDField(
        default=uuid.uuid4,
        help_text="New with every change, so that a restored database is never taken for another.",
    )


def raise_catalogue_version() -> None:
    """One UPDATE; its row lock lasts until the caller's transaction ends. Bulk writes, which send
    no signal, call it themselves."""
    # The migration made the row; a database that was emptied since gets it again.
    row = CatalogueVersion.objects.filter(pk=1)
    if not row.update(number=models.F("number") + 1, stamp=uuid.uuid4()):
        CatalogueVersion.objects.get_or_create(pk=1, defaults={"number": 1})


def lock_catalogue_version() -> None:
    """Until the caller's transaction ends. Whoever adds a letter takes it first: the version is
    raised after the row is written, and two who add the same one would wait for each other."""
    list(CatalogueVersion.objects.select_for_update().filter(pk=1))


@receiver(post_create_historical_record)
def _on_history_row(sender: Any, instance: Any, **kwargs: Any) -> None:
    """The one signal of the project: the history row is written on every path (admin, service,
    import, revert), so no path can forget the version."""
    if getattr(instance, "raises_catalogue_version", False):
        raise_catalogue_version()


class DeskProfile(Singleton):
    """Who we are in a letter: owners, closing, links we may send, calls to action."""

    business_name = models.CharField(max_length=120)
    owners = models.CharField(
        max_length=120, help_text="Put into the sentence that promises a personal answer."
    )
    signature = models.TextField()
    house_nouns = listed(
        "What guests call the house, besides hotel, hostel, flat, campsite and the like:"
        " one word each, such as masseria."
    )
    allowed_links = listed(
        "Hosts or addresses a draft may link to, besides those of letters and facts."
    )
    calls_to_action = models.JSONField(
        default=dict,
        blank=True,
        help_text='Sentence per category and language: {"check-in": {"en": "…"}}. Empty: none.',
    )
    is_sample_desk = models.BooleanField(
        default=False, help_text="Sample events count only on a sample desk."
    )
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta(Singleton.Meta):
        verbose_name = "desk profile"
        verbose_name_plural = "desk profile"


class PropertyFact(models.Model):
    """A named value of the property, put into texts by ``{{SLOT:FACT_<NAME>}}``."""

    name = models.CharField(
        max_length=60,
        unique=True,
        validators=[
            RegexValidator(r"^[A-Z][A-Z0-9_]*$", "Capital letters, digits and underscores.")
        ],
    )
    kind = one_of(choices.FactKind, 10)
    # Empty: a starter house names it, and nobody has said it yet.
    value = models.CharField(max_length=300, blank=True)
    unit = models.CharField(max_length=20, blank=True)
    description = models.CharField(max_length=200, blank=True)
    concepts = listed(
        "What it is about, in words of the vocabulary: a value in a text that speaks of "
        "all of them is compared with it. Empty: compared with nothing."
    )
    edge = one_of(
        choices.FactEdge,
        5,
        blank=True,
        help_text="Of a span (reception from … until …): which end this is.",
    )
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta:
        ordering = ["name"]
        verbose_name = "property fact"

    def __str__(self) -> str:
        return f"{name_in_words(self.name)}: {self.value} {self.unit}".strip()


class EmailTemplate(models.Model):
    """One text of one language. ``template_id`` names the same letter in every language."""

    template_id = models.CharField(
        "number",
        max_length=20,
        validators=[RegexValidator(r"^T\d{2,}$", "T and a number, such as T01.")],
    )
    language = models.CharField(max_length=2, choices=language_choices, default="en")
    subject = models.CharField(max_length=200)
    body = models.TextField(max_length=MAX_BODY_CHARACTERS)
    category = models.CharField(
        max_length=20,
        choices=CATEGORY_CHOICES,
        blank=True,
        help_text="Empty for an acknowledgement, which stands outside categories.",
    )
    purpose = one_of(Purpose, 16, default=Purpose.ANSWER)
    acknowledges = one_of(choices.Acknowledges, 16, blank=True)
    requires = models.JSONField(
        null=True,
        blank=True,
        help_text="What must be proven of this guest before the text may be chosen; an empty list: "
        "decided that nothing is needed.",
    )
    prepayment_step = one_of(choices.PrepaymentStep, 8, blank=True)
    prepayment_provider = models.SlugField(
        max_length=40,
        blank=True,
        db_index=False,
        help_text="Whose request for payment the letter speaks of, in small letters. Empty: it is"
        " for all.",
    )
    reference_scope = one_of(
        choices.ReferenceScope, 30, default=choices.ReferenceScope.OPTIONAL_EXCLUDED
    )
    canonical_reference_url = models.URLField(max_length=300, blank=True)
    normalization_batch = models.CharField(
        max_length=3, default="A", validators=[RegexValidator(r"^[A-Z]{1,3}$")]
    )
    version = models.PositiveIntegerField(default=1)
    learning_epoch = models.PositiveIntegerField(
        default=1, help_text="A deliberate rebuild opens a new one; older evidence stops counting."
    )
    active = models.BooleanField(default=True)
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta:
        ordering = ["template_id", "language"]
        verbose_name = "letter"
        constraints = [
            models.UniqueConstraint(
                fields=["template_id", "language"], name="one_template_per_language"
            ),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="version_from_one"),
            models.CheckConstraint(
                condition=models.Q(purpose=Purpose.ACKNOWLEDGEMENT, category="")
                & ~models.Q(acknowledges="")
                | ~models.Q(purpose=Purpose.ACKNOWLEDGEMENT)
                & models.Q(acknowledges="")
                & ~models.Q(category=""),
                name="acknowledgement_or_category",
                violation_error_message="A text has a category, or it is an acknowledgement of "
                "one kind and has none.",
            ),
            models.UniqueConstraint(
                fields=["acknowledges", "language", "requires"],
                condition=models.Q(active=True) & ~models.Q(acknowledges=""),
                name="one_acknowledgement_per_kind_and_language",
            ),
        ]
        permissions = [
            ("change_protected_template", "Can change the legally fixed text of a letter")
        ]

    def __str__(self) -> str:
        return f"{self.template_id} {self.get_language_display()} · {self.subject}"

    @property
    def is_protected(self) -> bool:
        return is_hard_rule_protected(self.category)


class KnowledgeItem(models.Model):
    """A question we can answer and its answer, used where a letter leaves a gap."""

    key = models.CharField(max_length=MAX_KEY_CHARACTERS, help_text="The same in every language.")
    category = models.CharField(max_length=20, choices=CATEGORY_CHOICES)
    question = models.CharField(max_length=500)
    answer = models.TextField(max_length=4000)
    language = models.CharField(max_length=2, choices=language_choices, default="en")
    citation = models.CharField(max_length=120, blank=True)
    uri = models.CharField(max_length=200, blank=True)
    may_be_injected = models.BooleanField(
        default=True, help_text="May stand in a draft without a person asking for it."
    )
    question_hashes = listed("Hashes of the questions that this item answers.")
    concepts = listed("What it is about, in words of the vocabulary.")
    decides = one_of(
        choices.Decides,
        3,
        blank=True,
        help_text="Its answer to a yes-or-no question about its concepts.",
    )
    source = one_of(choices.KnowledgeSource, 10, default=choices.KnowledgeSource.AUTHORED)
    active = models.BooleanField(default=True)
    promoted_by = person()
    promoted_at = models.DateTimeField(null=True, blank=True)
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta:
        ordering = ["category", "key", "language"]
        verbose_name = "knowledge item"
        constraints = [
            models.UniqueConstraint(
                fields=["key", "language"], name="one_answer_per_key_and_language"
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} · {self.question}"


class PolicyRule(models.Model):
    """What a draft must say, may not say, and who must look at it, under a condition."""

    key = models.CharField(max_length=60, unique=True)
    category = models.CharField(
        max_length=20, choices=CATEGORY_CHOICES, blank=True, help_text="Empty: any category."
    )
    condition = one_of(choices.PolicyCondition, 20, default=choices.PolicyCondition.ALWAYS)
    mandatory_content = models.JSONField(
        default=dict, blank=True, help_text='Sentence per language: {"en": "…", "it": "…"}.'
    )
    prohibited_content = listed("Phrases, lower case, any language.")
    allowed_categories = listed("Categories a letter may come from. Empty: any.")
    tone = models.CharField(max_length=60, blank=True)
    review_tier = one_of(choices.ReviewTier, 20, default=choices.ReviewTier.STANDARD)
    active = models.BooleanField(default=True)
    raises_catalogue_version = True
    history = HistoricalRecords()

    class Meta:
        ordering = ["key"]
        verbose_name = "policy rule"

    def __str__(self) -> str:
        return self.key


class KeptText(models.Model):
    """What a person typed into a form and has not decided about. For their eyes only; gone with
    their decision, after a month, and with the guest whom it is for or whom it names. Without a
    person: what an agent left there for whoever goes on."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    place = models.CharField(max_length=120, help_text='Which form: "question:12".')
    base = models.CharField(max_length=60, blank=True, help_text="What it was typed over.")
    texts = models.JSONField(help_text="By the field's name.")
    kept_at = models.DateTimeField()

    class Meta:
        ordering = ["-kept_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "place"], name="one_kept_text_a_person_and_place"
            )
        ]

    def __str__(self) -> str:
        return f"Text of {self.person} for {self.place}"
