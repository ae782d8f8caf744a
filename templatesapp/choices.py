"""Choices stored in templatesapp's rows. Values are lower case and never renamed."""

from django.db import models

from templatesapp.categories import CATEGORY_NAMES, LANGUAGES

CATEGORY_CHOICES = list(CATEGORY_NAMES.items())


def language_choices() -> list[tuple[str, str]]:
    """A function, so that a language more is no migration more."""
    return list(LANGUAGES.items())


class FactKind(models.TextChoices):
    """How a fact's value is written down and put into a sentence of some language."""

    TEXT = "text", "Text (a proper name, the same in every language)"
    TIME = "time", "Time of day (15:30)"
    MONEY = "money", "Amount of money (9.00)"
    NUMBER = "number", "Number"
    PERCENT = "percent", "Per cent"
    DATE = "date", "Day of the year (03-15)"
    URL = "url", "Web address"
    EMAIL = "email", "E-mail address"
    PHONE = "phone", "Phone number"


class Purpose(models.TextChoices):
    """What a template is for; only ``answer`` templates enter the free ranking."""

    ANSWER = "answer", "Answers a question"
    AGREEMENT = "agreement", "Replies to an agreement"
    AVAILABILITY = "availability", "Asked for free beds"
    PREPAYMENT = "prepayment", "A step of the prepayment"
    ACKNOWLEDGEMENT = "acknowledgement", "Says that it was read and who answers"


class Acknowledges(models.TextChoices):
    """What an acknowledgement is for; one text of each kind a language, and one more for
    a case that must be proven (an emergency before a shut door)."""

    COMPLAINT = "complaint", "A complaint"
    DISPUTE = "dispute", "A dispute about money"
    THREAT = "threat", "A threat or an accusation"
    CARE = "care", "Bereavement or illness"
    EMERGENCY = "emergency", "An emergency"
    STATE = "state", "Somebody must look something up"
    ACTION = "action", "Somebody must do something"
    UNREAD = "unread", "Nothing fits: a person reads it"
    UNKNOWN_LANGUAGE = "unknown_language", "A language that we do not write"


class FactEdge(models.TextChoices):
    """Which end of a span a fact is."""

    FROM = "from", "Begins"
    UNTIL = "until", "Ends"


class Decides(models.TextChoices):
    """What an answer says to a yes-or-no question about its concepts."""

    YES = "yes", "Yes"
    NO = "no", "No"


class PrepaymentStep(models.TextChoices):
    FIRST = "first", "First request"
    SECOND = "second", "Second request"
    THIRD = "third", "Cancelled after the third attempt"
    SUCCESS = "success", "Payment received"


class ReferenceScope(models.TextChoices):
    """Whether a draft made from the template must carry its canonical link."""

    REQUIRED = "reference_required", "Link required"
    OPTIONAL_EXCLUDED = "reference_optional_excluded", "No link needed"


class KnowledgeSource(models.TextChoices):
    AUTHORED = "authored", "Written by staff"
    PROMOTED = "promoted", "Promoted from a guest's question"


class PolicyCondition(models.TextChoices):
    ALWAYS = "always", "Always"
    NON_REFUNDABLE = "non_refundable", "The rate is non-refundable"
    DISPUTE = "dispute", "The guest disputes a refusal or a charge"
    ESCALATION_HIGH = "escalation_high", "Escalation HIGH"
    ESCALATION_CRITICAL = "escalation_critical", "Escalation CRITICAL"


class ReviewTier(models.TextChoices):
    """From lax to strict."""

    STANDARD = "standard", "Standard"
    MANDATORY_REVIEW = "mandatory-review", "Mandatory review"
    OWNER_ALERT = "owner-alert", "Owner alert"
