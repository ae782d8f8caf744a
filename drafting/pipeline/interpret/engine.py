"""Puts the concerns together: each module reads one thing, this one hands them their texts.

A batch of messages is read together: every message by itself for its asks, names and
agreement, all of them together for escalation and scenario. One mail is a batch of one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TypeVar

from drafting.pipeline.interpret import second_opinion, signs, told
from drafting.pipeline.interpret.agreement import (
    CONFIDENCE,
    answers_proposal,
    find_agreement,
    find_confirmations,
    is_unreserved,
)
from drafting.pipeline.interpret.asking import with_likely
from drafting.pipeline.interpret.asks import Asked, find_asked, with_subject
from drafting.pipeline.interpret.escalation import find_escalation, is_required
from drafting.pipeline.interpret.language import detect_language
from drafting.pipeline.interpret.normalise import (
    NormalisedMail,
    clean_line,
    clean_text,
    forward_prefix,
    is_reply,
    normalise,
    own_subject,
    read_forwarded,
)
from drafting.pipeline.interpret.reading import Reading, readings
from drafting.pipeline.interpret.scenario import classify, is_uncertain, led_by
from drafting.pipeline.interpret.signature import find_guest_name
from drafting.pipeline.interpret.spelling import written_out
from drafting.pipeline.interpret.thread import MAX_SNIPPET, Thread, read_earlier, summarise
from drafting.pipeline.interpret.wants import Wants
from drafting.pipeline.plan import (
    DEFAULT_SETTINGS,
    GIVEN,
    MAX_ASKS,
    OTHER_LANGUAGE,
    ActionPlan,
    Agreement,
    AgreementStatus,
    Ask,
    Emergency,
    Escalation,
    IncomingMail,
    Intent,
    InterpretSettings,
    PrepaymentStep,
    intents_of,
)
from templatesapp.text.references import best_booking_reference

_MOST_TEXT = 20_000  # characters of new text that are read (and as many of a quote)
_MOST_RAW = 400_000  # characters of a body, with its markup and quotes
_MOST_SUBJECT = 1_000
_MOST_SENT = 5  # of our mails, to hold a new letter against
_SEPARATOR = "\n\n"
_Said = TypeVar("_Said", Ask, Intent)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one message says by itself, or all of a batch together."""

    text: str
    quote: str
    signature: str
    subject: str
    language: str
    language_confidence: float
    thread: Thread
    guest_name: str | None
    booking: str  # by a platform's frame
    opt_out: bool
    ruled: tuple[Asked, ...]  # by the rules alone
    asked: tuple[Asked, ...]
    confirmations: tuple[Intent, ...]
    agreement: Agreement
    paid_at: int | None
    prepayment_step: PrepaymentStep | None
    message: int | None
    is_cut: bool

    @property
    def whole(self) -> str:
        return _whole(self.subject, self.text)


def interpret(mail: IncomingMail, *, settings: InterpretSettings = DEFAULT_SETTINGS) -> ActionPlan:
    """The action plan of one mail. Deterministic; never raises on any text."""
    return interpret_batch([mail], settings=settings)


def interpret_batch(
    mails: Sequence[IncomingMail], *, settings: InterpretSettings = DEFAULT_SETTINGS
) -> ActionPlan:
    """One plan of all messages (one at least), oldest first; each ask carries its ``message``.

    Escalation is read in all texts together, so its strictest tier wins; of several agreements
    the most cautious one does.
    """
    return _plan([_read(mail, settings) for mail in mails], settings)


def interpret_escalation(
    mail: IncomingMail, *, settings: InterpretSettings = DEFAULT_SETTINGS
) -> tuple[Escalation, bool, bool]:
    """The escalation of ``interpret(mail)`` for a mail without a thread, whether it tells of an
    emergency, or may, and whether it is about the next hours: what is asked while mail is recorded,
    in a third of the time."""
    subject = clean_line(mail.subject[:_MOST_SUBJECT])
    parts, _ = _bounded(mail, subject)
    own = own_subject(subject)
    language, _ = detect_language(parts.text, subject=own)
    text = _with_subject(written_out(parts.text, language), subject, language)
    whole = _whole(subject, text)
    found = find_escalation(whole, language, settings=settings)
    read = readings(whole, language, settings)
    emergency, is_of_today = _emergency(read), any(map(told.is_of_today, read))
    if not settings.has_reader:
        return found, bool(emergency), is_of_today
    said = second_opinion.mail_opinion(own, text, language)
    alarms = second_opinion.join_alarms(
        found, emergency, said, subject=own, text=text, language=language
    )
    return alarms.escalation, alarms.may_be_emergency, is_of_today


def _emergency(read: Sequence[Reading]) -> tuple[Emergency, ...]:
    return tuple(dict.fromkeys(sort for text in read for sort in told.emergency_hits(text)))


def _plan(messages: Sequence[_Reading], settings: InterpretSettings) -> ActionPlan:
    mail = _together(messages)
    escalation = find_escalation(
        mail.whole,
        mail.language,
        staff_replies=len(mail.thread.staff_texts),
        guest_complaints=mail.thread.guest_complaints,
        settings=settings,
    )
    booking_ref = _booking_reference(messages, mail.thread)
    scenarios = classify(
        subject=own_subject(mail.subject),
        text=mail.text,
        language=mail.language,
        thread_snippets=[earlier.text for earlier in mail.thread.mails],
        asks=[ask.text for ask in mail.ruled],
        escalation_triggers=escalation.triggers,
        agreement=mail.agreement.status,
        prepayment_step=mail.prepayment_step,
        opt_out=mail.opt_out,
    )
    asks, has_more = _asks(messages, escalation, settings)
    read = readings(mail.whole, mail.language, settings)
    proofs = _proofs(mail, asks, read, escalation, settings)
    if "wants_cancellation" in proofs:  # whatever else is asked about the money
        scenarios = led_by("cancellation", scenarios)
    intents = intents_of(asks, mail.confirmations)
    plan = ActionPlan(
        normalized_text=mail.text,
        language=mail.language,
        language_confidence=mail.language_confidence,
        guest_name=mail.guest_name,
        booking_ref=booking_ref,
        opt_out=mail.opt_out,
        intents=intents,
        agreement=mail.agreement,
        workflow_triggers=signs.find_triggers(
            mail.text,
            mail.subject,
            mail.language,
            intents=intents,
            booking_ref=booking_ref,
            prepayment_step=mail.prepayment_step,
            categories=[scenario.category for scenario in scenarios],
        ),
        prepayment_step=mail.prepayment_step,
        scenario=scenarios[0],
        scenarios=scenarios,
        escalation=escalation,
        escalation_required=is_required(escalation),
        thread_summary=summarise(mail.thread),
        sent=_sent(mail),
        asks=asks,
        proofs=proofs,
        emergency=_emergency(read),
        says_night=next((n for text in read if (n := told.says_night(text)) is not None), None),
        is_cut=mail.is_cut or has_more,
        is_uncertain=is_uncertain(scenarios),
    )
    if not settings.has_reader:
        return _with_proposal(plan, settings)
    # The other heads learned from what the rules find asked.
    ruled = plan
    if mail.ruled != mail.asked:
        alone = [replace(message, asked=message.ruled) for message in messages]
        ruled = replace(plan, asks=_asks(alone, escalation, settings)[0])
    subject = own_subject(mail.subject)
    meant = second_opinion.plan_features(ruled, subject)
    joined = second_opinion.with_reader(plan, subject, meant, settings.own_heads)
    return _with_proposal(joined, settings)


def _sent(mail: _Reading) -> tuple[str, ...]:
    """Who answers from another address begins a conversation, and quotes what they have read."""
    texts = mail.thread.staff_texts[-_MOST_SENT:] or (mail.quote,)
    return tuple(text[:MAX_SNIPPET] for text in texts if text)


def _with_proposal(plan: ActionPlan, settings: InterpretSettings) -> ActionPlan:
    """With what an agreement says yes to, which is in our words: "yes please, do that"."""
    said = plan.agreement
    if said.status not in GIVEN or not plan.sent:
        return plan
    read = interpret(IncomingMail(body=plan.sent[-1]), settings=settings)
    return replace(plan, agreement=replace(said, about=read.scenario.category))


def _whole(subject: str, text: str) -> str:
    return f"{subject}\n{text}".strip()


def _asks(
    messages: Sequence[_Reading], escalation: Escalation, settings: InterpretSettings
) -> tuple[tuple[Ask, ...], bool]:
    """Of each message in turn, each once, numbered through."""
    read = [_asks_of(message, escalation, settings) for message in messages]
    found = _each_once(ask for asks, _ in read for ask in asks)
    kept = enumerate(found[:MAX_ASKS], start=1)
    has_more = len(found) > MAX_ASKS or any(is_cut for _, is_cut in read)
    return tuple(replace(ask, id=f"a{number}") for number, ask in kept), has_more


def _asks_of(
    message: _Reading, escalation: Escalation, settings: InterpretSettings
) -> tuple[tuple[Ask, ...], bool]:
    offset = len(message.whole) - len(message.text)
    read = readings(message.whole, message.language, settings)
    notices = [
        (sort, place - offset)
        for mail in read
        for sort, place in told.find_notices(mail, escalation.triggers, start=offset).items()
    ]
    if message.agreement.evidence_spans:
        notices.append(("agreement", message.agreement.evidence_spans[0].position))
    if message.paid_at is not None:
        notices.append(("payment", message.paid_at))
    wants = Wants(
        message.text or message.subject,
        message.language,
        read,
        offset if message.text else 0,
        "".join((*(one.text for one in message.thread.mails[-1:]), *_sent(message))[-1:]),
        settings.house_things,
        "" if is_reply(message.subject) or not message.text else message.subject,
    )
    return wants.find(message.asked, notices, message.message)


def _proofs(
    mail: _Reading,
    asks: tuple[Ask, ...],
    read: Sequence[Reading],
    escalation: Escalation,
    settings: InterpretSettings,
) -> tuple[str, ...]:
    ours = [
        reading
        for earlier in mail.thread.mails
        if earlier.is_staff
        for reading in readings(earlier.text, earlier.language, settings)
    ]
    has_agreed = is_unreserved(mail.agreement, mail.language)
    found: dict[str, None] = {}
    for reading in read:
        evidence = told.Evidence(
            mail=reading,
            language=mail.language,
            asks=asks,
            triggers=escalation.triggers,
            has_agreed=has_agreed,
            has_paid=mail.paid_at is not None,
            opts_out=mail.opt_out,
            ours=ours,
        )
        found |= dict.fromkeys(name for name, holds in told.PROOFS.items() if holds(evidence))
    return tuple(found)


def _together(readings: Sequence[_Reading]) -> _Reading:
    """The last message, with what all of them say."""
    known = [r for r in readings if r.language != OTHER_LANGUAGE]
    newest = known[-1] if known else readings[-1]  # whose language is known
    steps = [r.prepayment_step for r in readings if r.prepayment_step]
    paid = PrepaymentStep.SUCCESS
    return replace(
        readings[-1],
        text=_SEPARATOR.join(r.text for r in readings),
        subject=" / ".join(dict.fromkeys(r.subject for r in readings if r.subject)),
        language=newest.language,
        language_confidence=newest.language_confidence,
        thread=max((r.thread for r in readings), key=lambda thread: len(thread.mails)),
        guest_name=next((r.guest_name for r in reversed(readings) if r.guest_name), None),
        opt_out=any(r.opt_out for r in readings),
        ruled=tuple(ask for r in readings for ask in r.ruled),
        asked=tuple(ask for r in readings for ask in r.asked),
        confirmations=tuple(_each_once(said for r in readings for said in r.confirmations)),
        agreement=_strictest(readings),
        paid_at=next((r.paid_at for r in readings if r.paid_at is not None), None),
        prepayment_step=paid if paid in steps else [None, *steps][-1],
        is_cut=any(r.is_cut for r in readings),
    )


def _read(mail: IncomingMail, settings: InterpretSettings) -> _Reading:
    """ "My wife wrote to a wrong address, here it is": who asks nothing and gives on a mail asks
    what is asked in that."""
    read = _read_own(mail, settings)
    if read.asked or mail.thread or not forward_prefix().match(mail.subject):
        return read
    given = read_forwarded(clean_text(mail.body[:_MOST_RAW]))
    if given is None:
        return read
    inside = _read_own(replace(mail, body=f"{read.text}\n\n{given.text}"), settings)
    return replace(inside, guest_name=read.guest_name) if inside.asked else read


def _read_own(mail: IncomingMail, settings: InterpretSettings) -> _Reading:
    subject = clean_line(mail.subject[:_MOST_SUBJECT])
    parts, is_cut = _bounded(mail, subject)
    thread = Thread(tuple(read_earlier(item, settings) for item in mail.thread))
    language, confidence = detect_language(
        parts.text,
        subject=own_subject(subject),
        thread_snippets=thread.guest_texts or thread.staff_texts,
    )
    text, subject = written_out(parts.text, language), written_out(subject, language)
    text = _with_subject(text, subject, language)
    own = _new_subject(subject)
    ruled = find_asked(text, language) or find_asked(own, language)
    asked = with_likely(ruled, text, language) if settings.has_reader else ruled
    # A mail of one word ("Unsubscribe") reads like a name, and so like a signature.
    said = f"{own}\n\n{parts.text or parts.signature}".strip()
    return _Reading(
        text=text,
        quote=parts.quote,
        signature=parts.signature,
        subject=subject,
        language=language,
        language_confidence=confidence,
        thread=thread,
        guest_name=find_guest_name(
            parts.text,
            parts.signature,
            sender_name=mail.from_name,
            address=mail.from_address,
            guest=parts.guest,
        ),
        booking=parts.booking or mail.booking,
        opt_out=signs.wants_no_mail(said, language, "".join(thread.staff_texts[-1:])),
        ruled=ruled,
        asked=asked,
        confirmations=find_confirmations(text, language, message=mail.message),
        agreement=find_agreement(
            text,
            language,
            has_proposal=answers_proposal(
                is_reply=is_reply(subject), staff_texts=thread.staff_texts, quote=parts.quote
            ),
            has_asks=bool(asked),
            sender_verified=mail.sender_verified,
        ),
        paid_at=signs.paid_at(text, language),
        prepayment_step=signs.find_prepayment_step(
            text,
            language,
            subject=subject,
            quote=parts.quote,
            staff_texts=thread.staff_texts,
        ),
        message=mail.message,
        is_cut=is_cut,
    )


def _new_subject(subject: str) -> str:
    """A reply's subject is our words, not the guest's."""
    return "" if is_reply(subject) else subject


def _with_subject(text: str, subject: str, language: str) -> str:
    own = _new_subject(subject)
    return with_subject(text, own, language) if own else text


def _bounded(mail: IncomingMail, subject: str) -> tuple[NormalisedMail, bool]:
    """What is read of a mail, and whether it holds more: nobody writes that much to a hostel, and a
    worker's time has an end."""
    whole = normalise(
        mail.body[:_MOST_RAW],
        sender_name=mail.from_name,
        address=mail.from_address,
        subject=subject,
    )
    read = replace(
        whole,
        text=whole.text[:_MOST_TEXT],
        quote=whole.quote[:_MOST_TEXT],
        signature=whole.signature[:_MOST_TEXT],
    )
    return read, len(whole.text) > _MOST_TEXT or len(mail.body) > _MOST_RAW


def _each_once(said: Iterable[_Said]) -> list[_Said]:
    unique: dict[str, _Said] = {}
    for one in said:
        unique.setdefault(" ".join(one.text.lower().split()), one)
    return list(unique.values())


def _strictest(readings: Sequence[_Reading]) -> Agreement:
    """A refusal beats everything, a doubt beats a yes, what was said later counts beside it.

    A doubt that a later explicit yes resolves is "likely": a person looks at the two.
    """
    said = [(i, r.agreement) for i, r in enumerate(readings) if r.agreement.evidence_spans]
    if not said:
        return Agreement()
    statuses = [agreement.status for _, agreement in said]
    status = max(statuses, key=[*AgreementStatus].index)
    if status is AgreementStatus.UNCLEAR and statuses[-1] is AgreementStatus.CONFIRMED:
        status = AgreementStatus.LIKELY
    offsets = [
        0,
        *accumulate(len(r.text) + len(_SEPARATOR) for r in readings),
    ]  # in the joined text
    return Agreement(
        status=status,
        confidence=CONFIDENCE[status],
        evidence_spans=tuple(
            replace(span, position=span.position + offsets[i])
            for i, agreement in said
            for span in agreement.evidence_spans
        ),
        requires_human_confirmation=any(a.requires_human_confirmation for _, a in said),
        additional_content=any(a.additional_content for _, a in said) or len(readings) > len(said),
    )


def _booking_reference(readings: Sequence[_Reading], thread: Thread) -> str | None:
    """Signatures count: guests put their reference there. Quotes count as earlier mail."""
    best = best_booking_reference(
        "\n".join(f"{r.text}\n{r.signature}" for r in reversed(readings)),
        subject="\n".join(r.subject for r in reversed(readings)),
        thread=[*(r.quote for r in readings), *(mail.text for mail in thread.mails)],
    )
    return best.text if best else next((r.booking for r in reversed(readings) if r.booking), None)
