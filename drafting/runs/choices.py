"""Values of the run tables. Stored lower-case values are never renamed."""

from django.db import models

from drafting.mail.choices import ClaimEnd


class Channel(models.TextChoices):
    EMAIL = "email", "email"
    SMS = "sms", "SMS"
    LINKEDIN = "linkedin", "LinkedIn"
    CHAT = "chat", "chat"


class RunStatus(models.TextChoices):
    """Forward only: a run ends once."""

    RUNNING = "running", "running"
    COMPLETED = "completed", "completed"
    FAILED = "failed", "failed"
    ABORTED = "aborted", "aborted"


class StopReason(models.TextChoices):
    """Why a run ended."""

    THRESHOLD_MET = "threshold_met", "confident enough after revision"
    ABOVE_THRESHOLD = "above_threshold", "confident from the start"
    EXHAUSTED = "exhausted", "all rounds used, not confident enough"
    REVISION_NO_CHANGE = "revision_no_change", "a revision changed next to nothing"
    GLOBALLY_DISABLED = "globally_disabled", "revision switched off for the whole installation"
    DISABLED = "disabled", "revision switched off"
    NON_EMAIL_CHANNEL = "non_email_channel", "not an email"
    PROTECTED_CATEGORY = "protected_category", "legally fixed text"
    TIMEOUT_BUDGET = "timeout_budget", "time used up"
    TOKEN_BUDGET = "token_budget", "tokens used up"
    NEWER_INBOUND = "newer_inbound", "newer mail came"
    HARD_BLOCK = "hard_block", "a person has to look at it"
    CLAIM_RELEASED = "claim_released", "given up by the agent"
    ANSWERED = "answered", "answered before it was over"
    HANDED_OVER = "handed_over", "handed over to a person"
    LOOP_ERROR = "loop_error", "a step failed for good"


# The claim ended: over for this run, and nothing left to do in it.
NOTHING_LEFT = frozenset(map(StopReason, ClaimEnd.values))
_ABORTED = {
    *(StopReason.TIMEOUT_BUDGET, StopReason.TOKEN_BUDGET, StopReason.HARD_BLOCK),
    *NOTHING_LEFT,
}
STATUS_OF: dict[StopReason, RunStatus] = {
    **dict.fromkeys(StopReason, RunStatus.COMPLETED),
    **dict.fromkeys(_ABORTED, RunStatus.ABORTED),
    StopReason.LOOP_ERROR: RunStatus.FAILED,
}
# Why a run never entered its loop, or (another channel) only for one pass.
SKIPS = (
    *(StopReason.GLOBALLY_DISABLED, StopReason.DISABLED, StopReason.NON_EMAIL_CHANNEL),
    *(StopReason.ABOVE_THRESHOLD, StopReason.PROTECTED_CATEGORY),
)
# Only these can earn a release without a person.
CONFIDENT_STOPS = frozenset({StopReason.THRESHOLD_MET, StopReason.ABOVE_THRESHOLD})


class Stage(models.TextChoices):
    """What a run remembers of a step, in the order of the steps."""

    STRATEGY = "strategy", "strategy"
    GENERATION = "generation", "generation"
    VERIFICATION = "verification", "verification"
    OVERSEER_EXTRACT = "overseer_extract", "overseer: what matters"
    OVERSEER_GATE = "overseer_gate", "overseer: gate"
    EVALUATION = "evaluation", "evaluation"
    REVISION_SELECTOR = "revision_selector", "what to revise"
    REVISION = "revision", "revision"
    FINAL_DRAFT = "final_draft", "final draft"
    MEMORY_PROPOSAL = "memory_proposal", "memory proposals"
    REVISION_LOOP = "revision_loop", "figures of the loop"
    LOOP_ERROR = "loop_error", "a step that failed"


SERVER_STAGES = frozenset({Stage.MEMORY_PROPOSAL, Stage.REVISION_LOOP, Stage.LOOP_ERROR})


class Do(models.TextChoices):
    """What the agent does next."""

    STRATEGY = "strategy", "write the strategy"
    GENERATE = "generate", "generate the draft and store it"
    VERIFY = "verify", "verify the draft"
    GATE = "gate", "let the overseer judge the text"
    EVALUATE = "evaluate", "evaluate the text"
    REVISE = "revise", "revise the text"
    WAIT = "wait", "ask again later"
    HAND_OVER = "hand_over", "hand the thread to a person"
    FINISH = "finish", "finish with the best text"
    RELEASE = "release", "give the claim up"


class GateDecision(models.TextChoices):
    APPROVE = "approve", "approve"
    REVISE = "revise", "revise"
    BLOCK = "block", "block"


class HardBlock(models.TextChoices):
    """Why no reply may leave without a person. The server computes them; none can be lifted."""

    EMPTY_DRAFT = "empty_draft", "there is no text"
    DRAFT_BLOCKED = "draft_blocked", "the text does not pass its check"
    ESCALATION_REQUIRED = "escalation_required", "the mail is escalated"
    REVIEW_TIER = "review_tier", "a policy asks for a person"
    AGREEMENT_UNCONFIRMED = "agreement_unconfirmed", "an agreement that nobody confirmed"
    PROTECTED_CATEGORY = "protected_category", "legally fixed text"
    OPT_OUT = "opt_out", "the guest wants no more mail"
    AUTOMATED_REPLY = "automated_reply", "written by a machine"
    BLOCKED_SENDER = "blocked_sender", "the sender is blocked"
    SENDER_UNVERIFIED = "sender_unverified", "the sender could not be verified"
    NO_TEXT = "no_text", "a mail that nobody could read"
    FABRICATED_LINK = "fabricated_link", "a link that we do not know"
    UNSUPPORTED_SLOT = "unsupported_slot", "a slot that is left in the text"
    OVER_LENGTH = "over_length", "longer than a reply may be"
    FOLLOW_UP_OPEN = "follow_up_open", "a promised answer is open"
    ANSWER_UNPROVEN = "answer_unproven", "an answer that may not fit"
    EVALUATION_FAILED = "evaluation_failed", "the evaluation says nothing usable"
    READING_UNCERTAIN = "reading_uncertain", "it is not sure what the mail says"
    IS_CUT = "is_cut", "more text than is read"
    UNKNOWN_VALUE = "unknown_value", "a value that nobody has written down"
    OTHER_LANGUAGE = "other_language", "not in the guest's language"
    OWN_WORDS = "own_words", "a paragraph that is not the draft's own"
    STATE_TAKEN_ON_TRUST = "state_taken_on_trust", "it rests on what the caller looked up"


# What a revision must mend. The others are about the mail or the draft, and stop the loop; a
# protected text has its own reason to skip it. What is new may be right: a person reads it, and the
# desk learns from it.
TEXT_BLOCKS = frozenset(
    {
        *(HardBlock.EMPTY_DRAFT, HardBlock.DRAFT_BLOCKED, HardBlock.FABRICATED_LINK),
        *(HardBlock.UNSUPPORTED_SLOT, HardBlock.OVER_LENGTH, HardBlock.UNKNOWN_VALUE),
        HardBlock.OTHER_LANGUAGE,
    }
)


# What a text says of the asks of its mail: another text may answer what the draft does not.
OF_ANSWERS = frozenset({HardBlock.FOLLOW_UP_OPEN, HardBlock.ANSWER_UNPROVEN})


class ReasoningEffort(models.TextChoices):
    LOW = "low", "low"
    MEDIUM = "medium", "medium"
    HIGH = "high", "high"
    EXTRA_HIGH = "extra_high", "extra high"


class MemoryScope(models.TextChoices):
    CONTACT = "contact", "a guest"
    WORKSPACE = "workspace", "the whole desk"


class MemoryStatus(models.TextChoices):
    PENDING = "pending", "waits for a person"
    APPROVED = "approved", "approved"
    REJECTED = "rejected", "rejected"


class MemorySource(models.TextChoices):
    MANUAL = "manual", "written by a person"
    SYSTEM = "system", "written by the desk"
    INFERENCE = "inference", "proposed by an agent"


class ProposalReason(models.TextChoices):
    """Why a proposal for the memory came to its status."""

    GATE_APPROVED = "gate_approved", "its run's gate approved it"
    NOT_ALLOWED = "category_not_allowed", "a person decides this category"
    LOW_CONFIDENCE = "low_confidence", "a person decides at this confidence"
    RUN_NOT_COMPLETED = "run_not_completed", "its run has not come to its end"
    GATE_NOT_APPROVED = "gate_not_approved", "its run's last gate did not approve"
    KNOWN = "known", "the same is there already"
    REJECTED_BEFORE = "rejected_before", "a person rejected the same"
