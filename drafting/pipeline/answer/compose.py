"""One draft from one action plan: the order of the design page ("Drafting", section 2), pure.

Choose → policy → paragraphs that deal with what was asked → knowledge for what they leave open →
promises for the rest → slots → forbidden phrases → length → mandatory sentences → the table of
outcomes → quality → delivery status."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from drafting.pipeline.answer.assemble import (
    PARAGRAPH,
    Letter,
    LetterValues,
    Promises,
    as_told,
    bare_letter,
    write_letter,
)
from drafting.pipeline.answer.choose import Choice, Chooser, Payment, Priors, acknowledgement_of
from drafting.pipeline.answer.given import Guest
from drafting.pipeline.answer.knowledge import Answer, Source, answer_ask, leans, names_topic
from drafting.pipeline.answer.likely import wants_person
from drafting.pipeline.answer.paragraphs import (
    Fit,
    is_place,
    kept_paragraphs,
    left_out,
    may_deal,
    saying,
    spoken_of,
)
from drafting.pipeline.answer.requirements import (
    Proofs,
    is_at_night,
    is_undecided,
    proofs_of,
    urgent_kind,
)
from drafting.pipeline.check.checks import claims, may_link, most_words
from drafting.pipeline.check.policy import PolicyDecision
from drafting.pipeline.check.quality import DeliveryStatus, QualityReport, WaitsFor, delivery_status
from drafting.pipeline.check.surroundings import Desk, judge_text, policy_for
from drafting.pipeline.interpret.asking import may_ask_more
from drafting.pipeline.interpret.scenario import leading_topic
from drafting.pipeline.interpret.told import wants_a_look
from drafting.pipeline.outcomes import AnswerSource, Origin, OutcomeKind, TextRead, sentence_key
from drafting.pipeline.plan import GIVEN, ActionPlan, Ask, AskKind, tick_of
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import TemplateEntry
from templatesapp.text.coverage.cover import tells_price_beside
from templatesapp.text.letter import fuller_name
from templatesapp.text.links import find_links
from templatesapp.text.reader.ticks import answers_hardly
from templatesapp.text.sentences import sentences
from templatesapp.text.slots import slot_names
from templatesapp.text.tokens import concepts, fold

MAXIMUM_COMPOSITE_TEMPLATES = 3
# The reader's chance that somebody must look or act, from which on no text is ready.
_WANTS_PERSON = 0.65
# What mail gets that has no letter, by what it proves; the first that holds.
_ACKNOWLEDGED = {"disputes_charge": "dispute", "complains": "complaint"}
_MOST_BESIDE_LINK = 12  # words: more is a paragraph of its own
_SHORT_ASK = 8  # words: more say themselves what they are about
_PREPAYMENT = "prepayment"
_LIKELY = 0.7  # a letter less likely the right one is ready only where we know each answer


@dataclass(frozen=True, slots=True)
class ComposeRequest:
    """``states``: what the caller has looked up, by names of templatesapp.requirements.
    ``header_name``: the sender's by the From header, where the mail is not signed.
    ``received_at``: ISO, local time; empty for unknown. ``is_overdue``: what we promised the guest
    should have been answered by now."""

    subject: str = ""
    recipient_name: str = ""
    header_name: str = ""
    payment: Payment = field(default_factory=Payment)
    states: Mapping[str, bool] = field(default_factory=dict)
    received_at: str = ""
    is_overdue: bool = False


@dataclass(frozen=True, slots=True)
class Composition:
    """Everything about a draft but its identity. ``templates``: the chosen one, then those of
    which a paragraph was borrowed. ``origins``: the desk's own sentences by their key."""

    choice: Choice
    templates: tuple[TemplateEntry, ...]
    acknowledgement: TemplateEntry | None
    language: str  # of the text
    subject: str
    letter: Letter
    answers: tuple[Answer, ...]
    origins: Mapping[str, Origin]
    left_out: tuple[dict[str, str], ...]
    policy: PolicyDecision
    quality: QualityReport
    delivery: DeliveryStatus
    rests_on_state: bool
    waits_for: WaitsFor | None

    @property
    def is_composite(self) -> bool:
        return len(self.templates) > 1

    @property
    def template(self) -> TemplateEntry | None:
        return self.templates[0] if self.templates else None

    @property
    def is_protected(self) -> bool:
        return self.template is not None and self.template.is_protected

    @property
    def sources(self) -> tuple[Source, ...]:
        """Each item once; used where any ask used it."""
        by_citation: dict[str, Source] = {}
        for source in (source for answer in self.answers for source in answer.sources):
            known = by_citation.get(source.citation)
            if known is None or (source.injected and not known.injected):
                by_citation[source.citation] = source
        return tuple(by_citation.values())


def compose(
    plan: ActionPlan, *, desk: Desk, priors: Priors, request: ComposeRequest
) -> Composition:
    """The draft for a plan. Deterministic; reads nothing but its arguments."""
    return _Composer(plan, desk, priors, request).compose()


class _Composer:
    """The steps of one draft; what they share stands here instead of in long argument lists."""

    def __init__(
        self, plan: ActionPlan, desk: Desk, priors: Priors, request: ComposeRequest
    ) -> None:
        self.plan, self.desk, self.priors, self.request = plan, desk, priors, request
        self.proofs: Proofs = proofs_of(plan, request.states, has_step=bool(request.payment.step))
        self.library = desk.library
        self.guest = Guest.of(plan, request.subject)
        night = is_at_night(plan, request.received_at, desk.catalogue.facts)
        self.chooser = Chooser(
            plan,
            desk.library,
            self.proofs,
            request.subject,
            request.payment,
            urgent_kind(plan, is_night=night),
        )
        # Sentences of the chosen letter that say what is known, with what they spare.
        self.said: dict[str, list[Origin]] = {}
        self.known: dict[str, Answer] = {}

    def compose(self) -> Composition:
        choice, policy = self._chosen()
        is_repeated = self._is_sent(choice)
        choice = choice.without_template() if is_repeated else choice
        choice, self.known = self._in_own_language(choice)
        language = self._language(choice)
        fits = self._fits(choice, policy)
        if self._says_nothing(choice, fits):
            choice, fits = choice.without_template(), []
        answered = {key for fit in fits for key in fit.answered}
        answers = tuple(answer for key, answer in self.known.items() if key not in answered)
        if not (self.guest.read and self._is_news(is_repeated=is_repeated)):
            choice = self._acknowledged(choice, answers)
        fits = fits or ([choice.fit] if choice.template and choice.fit else [])
        text = acknowledgement_of(
            self.library, choice.acknowledges, self.plan.language, self.proofs
        )
        if choice.acknowledges and text is not None:
            return self._acknowledgement(choice, text, answers, policy)
        return self._letter(choice, fits, answers, language, policy)

    def _chosen(self) -> tuple[Choice, PolicyDecision]:
        choice = self.chooser.choose(self.priors)
        template = choice.template
        # A fixed text holds what must be said in its own category; nobody may add another's.
        is_fixed = template is not None and template.is_protected
        category = template.category if template and is_fixed else choice.category
        policy = policy_for(self.plan, self.desk, category)
        allowed = policy.allowed_categories
        if template is None or not allowed or template.category in allowed:
            return choice, policy
        return choice.without_template(), policy

    def _language(self, choice: Choice) -> str:
        """The template's; without one the guest's own, if the house writes it, or English."""
        if choice.template is not None:
            return choice.template.language
        return self.desk.catalogue.letter_language(self.plan.language)

    def _in_own_language(self, choice: Choice) -> tuple[Choice, dict[str, Answer]]:
        """A letter that the house has not translated gives way to its answers in the guest's
        language, where they tell at least half of what the letter's language would."""
        letter, fit = choice.template, choice.fit
        known = self._known(choice, self._language(choice))
        own = self.desk.catalogue.letter_language(self.plan.language)
        if letter is None or fit is None or letter.language == own or letter.is_protected:
            return choice, known
        answered = fit.answered | {key for key, answer in known.items() if answer.text}
        bare = choice.without_template()
        told = self._known(bare, own)
        own_told = sum(1 for key, answer in told.items() if key in answered and answer.text)
        is_told = own_told and 2 * own_told >= len(answered)
        return (bare, told) if is_told else (choice, known)

    def _known(self, choice: Choice, language: str) -> dict[str, Answer]:
        """What our knowledge answers, by the ask's id; promoted answers always have room. Of a mail
        whose answer is a person's, what it would."""
        known: dict[str, Answer] = {}
        used: set[str] = set()
        for ask in self._asked():
            answer = answer_ask(
                ask,
                self.plan,
                self.request.subject,
                letter_language=language,
                search=self.desk.search,
                has_room=len(used) < self.desk.maximum_injections,
                is_protected=choice.template is None and is_hard_rule_protected(choice.category),
            )
            origin = answer.origin
            is_read = origin and not origin.is_own and self.guest.has_read(answer.text, language)
            if is_read or self._is_told_before(ask, known, language):
                answer = answer.unused()
            elif origin and origin.source is AnswerSource.KNOWLEDGE:
                used.add(answer.text)
            known[ask.id] = answer.unused() if choice.acknowledges else answer
        return known

    def _is_told_before(self, ask: Ask, known: Mapping[str, Answer], language: str) -> bool:
        """Whether what was found for the ask before it says what its thing costs: after "can we
        leave our bags" no porter's price."""
        before = next((one for one in reversed(self._asked()) if one.id in known), None)
        tells = partial(
            tells_price_beside,
            ask.text,
            before.text if before else "",
            language=self.plan.language,
            answer_language=language,
        )
        return before is not None and any(map(tells, sentences(known[before.id].text)))

    def _fits(self, choice: Choice, policy: PolicyDecision) -> list[Fit]:
        """The chosen letter, and letters of which paragraphs answer what it leaves open. Of a free
        letter the paragraphs go whose ask our knowledge answers: what was written for a question
        says less that was not asked. Where nothing is left open, so do those that answer less
        likely than others."""
        template, fit = choice.template, choice.fit
        if choice.acknowledges or template is None or fit is None:
            return []
        if template.is_protected or template.purpose == "agreement":
            return [fit]
        fits = [self._as_known(self._unread(fit))]
        answered = {key for key, answer in self.known.items() if answer.text} | fits[0].answered
        for ask in self._asked():
            if ask.id in answered or len(fits) == MAXIMUM_COMPOSITE_TEMPLATES:
                continue
            # What it leans on is guessed: enough for this letter, too little for another's words.
            if leans(ask) or not names_topic(ask.text, self.plan.language):
                continue
            borrowed = self.chooser.for_ask(
                ask, language=template.language, categories=policy.allowed_categories
            )
            if borrowed is not None and (borrowed := self._unread(borrowed)).answered:
                fits.append(borrowed)
                answered |= borrowed.answered
        is_all_told = all(ask.id in answered for ask in self._asked())
        fits = [fits[0].to_the_point(), *fits[1:]] if is_all_told else fits
        return [fit.in_part(self._hardly_told(fit)) for fit in fits]

    def _unread(self, fit: Fit) -> Fit:
        """What stood in an earlier mail of ours answers nothing that the guest asks after it, but
        where our knowledge says so."""
        return fit.without(self._read_places(fit))

    def _read_places(self, fit: Fit) -> frozenset[int]:
        language = fit.letter.template.language
        return frozenset(
            place
            for place, paragraph in enumerate(fit.letter.paragraphs)
            if self.guest.has_read(paragraph.text, language)
        )

    def _hardly_told(self, fit: Fit) -> frozenset[str]:
        """Asks for which a letter has at best a sentence that hardly answers: they are promised
        besides."""
        language, source = fit.letter.template.language, AnswerSource.TEMPLATE.value
        hardly = set()
        for ask in self._asked():
            known = self.known.get(ask.id)
            if ask.kind is AskKind.ACTION or ask.id not in fit.answered or (known and known.text):
                continue
            said = (fit.letter.paragraphs[place].text for place in fit.by_ask[ask.id])
            told = (one for paragraph in said for one in sentences(paragraph))
            if all(answers_hardly(tick_of(ask, self.plan, one, language, source)) for one in told):
                hardly.add(ask.id)
        return frozenset(hardly)

    def _as_known(self, fit: Fit) -> Fit:
        """Our knowledge says which paragraph answers what, if one says what it says."""
        told: dict[str, int | None] = {}
        for key, answer in self.known.items():
            if not answer.text or answer.origin is None:
                continue
            found = saying(fit.letter, answer.text)
            told[key] = found[0] if found else None
            if found:
                self.said.setdefault(sentence_key(found[1]), []).append(answer.origin)
        return fit.known(told)

    def _is_news(self, *, is_repeated: bool) -> bool:
        """Thanks and news: nothing is promised, and a person may leave it at that. Not what may be
        urgent, what we asked for, nor what got a letter that they have read."""
        if self.plan.asks or self.plan.escalation.triggers:
            return False
        is_unheard = is_repeated and not self.proofs.proves("gives_thanks")
        return not (is_unheard or self.guest.gives_what_we_asked)

    def _is_sent(self, choice: Choice) -> bool:
        """Whether the guest has read all of the letter: who writes again needs somebody. Which step
        of a payment it is, its caller knows."""
        if choice.template is None or self.request.payment.step or not self.guest.read:
            return False
        fit = choice.fit or Fit(self.library.texts.of(choice.template))
        read, paragraphs = self._read_places(fit), enumerate(fit.letter.paragraphs)
        return all(place in read for place, one in paragraphs if not one.is_place)

    def _says_nothing(self, choice: Choice, fits: Sequence[Fit]) -> bool:
        """Whether nothing is lost by leaving the letter out."""
        letter, fit = choice.template, choice.fit
        if letter is None or fit is None or letter.is_protected:
            return False
        if self._is_agreed(letter):
            return True
        if self.guest.read and self._adds_nothing(fit, fits):
            return True
        if self.guest.read and not self.plan.asks and self.proofs.is_unread(letter):
            return True  # "Thanks!" to our answer praises no stay
        return not letter.requires and self._is_beside(letter, fit, fits)

    def _is_agreed(self, letter: TemplateEntry) -> bool:
        """Whether the guest says yes to what our last mail told of the same: it is to be done."""
        said = self.plan.agreement
        is_of_it = said.status in GIVEN and letter.category == said.about
        return is_of_it and letter.purpose != "agreement"

    def _is_beside(self, letter: TemplateEntry, fit: Fit, fits: Sequence[Fit]) -> bool:
        """A general letter that is only likely, where all is known; that has nothing for who finds
        something broken; or, where nothing is known, of which no paragraph deals with an ask (for
        who is charged twice: answers one), or in a conversation none stays."""
        known = {key for key, answer in self.known.items() if answer.text}
        if fit.is_likely and fit.by_ask.keys() <= known:
            return True
        asks, language = self.plan.asks, self.plan.language
        deals = any(one.by_ask for one in fits)
        if not deals and not all(may_deal(fit.letter, ask, language) for ask in asks):
            return True
        if known:
            return False
        if self.guest.read and len(fits) == 1 and _is_bare(fits[0], asks):
            return True
        if self.proofs.proves("disputes_charge"):
            deals = any(one.answered for one in fits)
        return letter.purpose == "answer" and bool(fit.by_ask) and not deals

    def _adds_nothing(self, fit: Fit, fits: Sequence[Fit]) -> bool:
        """In the middle of a conversation: a letter that surely answers nothing asked, of which the
        guest has read the beginning, or anything where it is a general one or all they want to know
        is what became of it; or a general one where nothing is asked or told, or only what no text
        may answer. Not one that begins with what stays whatever is asked, as long as that is
        new."""
        if fits[0].answered:
            return False
        letter, read = fit.letter, self._read_places(fit)
        wanted = [ask for ask in self.plan.asks if ask.kind is not AskKind.NOTICE]
        if not letter.template.requires and wanted and all(ask.is_unresolved for ask in wanted):
            return True
        said = [n for n, one in enumerate(letter.paragraphs) if not one.is_place]
        if any(n in read or letter.paragraphs[n].is_always for n in said[:1]):
            return said[0] in read
        is_for_any, asks = not letter.template.requires, self.plan.asks
        if is_for_any or all(ask.kind is AskKind.STATE for ask in asks):
            return bool(read) or (is_for_any and not asks)
        return False

    def _asked(self) -> list[Ask]:
        """What a text of ours may answer: not what only somebody knows who looks."""
        return [
            ask
            for ask in self.plan.asks
            if ask.kind in (AskKind.QUESTION, AskKind.ACTION) and not ask.is_unresolved
        ]

    def _acknowledged(self, choice: Choice, answers: Sequence[Answer]) -> Choice:
        """Without a letter and without an answer, that it was read is what can be said; to who asks
        what became of something, and should have heard, that we are sorry."""
        if choice.template is not None or choice.acknowledges or any(a.text for a in answers):
            return choice
        kinds = {ask.kind for ask in self.plan.asks}
        duty = next((kind for kind in (AskKind.STATE, AskKind.ACTION) if kind in kinds), "unread")
        has_waited = self.request.is_overdue and duty == AskKind.STATE
        if has_waited and not self.plan.escalation.triggers:
            letter = self.chooser.for_waiting()
            if letter is not None:
                return choice.of(letter, "suggest", 0.0, Fit(self.library.texts.of(letter)))
        cases = (kind for name, kind in _ACKNOWLEDGED.items() if self.proofs.proves(name))
        return choice.without_template(acknowledges=next(cases, duty))

    def _acknowledgement(
        self,
        choice: Choice,
        text: TemplateEntry,
        answers: tuple[Answer, ...],
        policy: PolicyDecision,
    ) -> Composition:
        """Its own words and nothing else: no category, no knowledge, and none of the sentences that
        our policies ask of an answer in its place."""
        policy = replace(policy, allowed_categories=())
        values = letter_values(self.plan, self.desk, self.request, choice.category, text.language)
        letter = write_letter(text.body, values, is_fixed=True)
        owners = self.desk.catalogue.profile.owners
        # Not their names below the letter: those stay where a person takes the promise out.
        unsigned = letter.text.rpartition("\n\n")[0]
        promises = [said for said in sentences(unsigned) if owners in said]
        origin = Origin(AnswerSource.TEMPLATE, text.template_id)
        origins = dict.fromkeys(map(sentence_key, promises or sentences(letter.text)[1:2]), origin)
        return self._composition(choice, (), text, letter, answers, origins, (), policy)

    def _letter(
        self,
        choice: Choice,
        fits: Sequence[Fit],
        answers: tuple[Answer, ...],
        language: str,
        policy: PolicyDecision,
    ) -> Composition:
        body, kept, dropped = self._body(fits, language)
        is_fixed = choice.template is not None and choice.template.is_protected
        origins = self._origins(kept)
        promise, told = "", list[dict[str, str]]()
        if not is_fixed or "KNOWLEDGE_INJECTION" in slot_names(body):
            answers, told = self._untold(answers, language)
            origins |= _answer_origins(answers)
            promise, promised = Promises(self.plan, self.desk, language).promise(
                body, origins, answers, fits
            )
            origins |= promised
        else:
            answers = tuple(answer.unused() for answer in answers)
            origins |= self._deeds(fits[0])
        policy = self._borrowed_policy(fits, policy)
        if self.guest.read and not (fits or self.plan.asks):
            policy = replace(policy, mandatory=())  # of an answer: this is none
        body = _without_links(body, [answer.text for answer in answers])
        values = replace(
            letter_values(self.plan, self.desk, self.request, choice.category, language),
            answers=tuple(dict.fromkeys(answer.text for answer in answers if answer.text)),
            promise=promise,
            mandatory=policy.mandatory_content(language),
        )
        letter = write_letter(
            body,
            values,
            prohibited=[*claims(), *policy.prohibited_content],
            # A composite letter may be as long as its parts together.
            maximum_words=most_words(choice.category) * max(1, len(fits)),
            keep=[paragraph for fit, places in kept for paragraph in _answering(fit, places)],
            is_fixed=is_fixed,
        )
        templates = tuple(fit.letter.template for fit in fits)
        dropped = (*dropped, *told)
        return self._composition(
            *(choice, templates, None, letter, answers, origins, dropped, policy),
            is_linkless=bool(fits) and not may_link(body),
        )

    def _untold(
        self, answers: Sequence[Answer], language: str
    ) -> tuple[tuple[Answer, ...], list[dict[str, str]]]:
        """Our answers without what they ask for and the guest has told, and these sentences."""
        parts = [
            (answer, self.guest.left_of(answer.text, language, {}, is_always=True))
            for answer in answers
        ]
        kept = tuple(replace(answer, text=text or answer.text) for answer, (text, _) in parts)
        return kept, [one for _, (text, gone) in parts if text for one in gone]

    def _body(
        self, fits: Sequence[Fit], language: str
    ) -> tuple[str, list[tuple[Fit, tuple[int, ...]]], tuple[dict[str, str], ...]]:
        """The text with its slots; which paragraphs of which letter stay; what is left out."""
        if not fits:
            return bare_letter(language, self.desk.catalogue.profile.signature), [], ()
        first = fits[0]
        if first.letter.template.is_protected:
            whole = tuple(range(len(first.letter.paragraphs)))
            return first.letter.template.body, [(first, whole)], ()
        plan = self.plan
        told = spoken_of(first.letter, sentences(plan.normalized_text), plan.language)
        kept = [(first, kept_paragraphs(first, plan.asks, told))]
        for fit in fits[1:]:
            wanted = {place for key in fit.answered for place in fit.by_ask[key]}
            kept.append((fit, tuple(sorted(wanted))))
        always = {one.body for fit, _ in kept for one in fit.letter.paragraphs if one.is_always}
        middle, gone = self._for_guest(_in_reading_order(kept), always, language)
        parts = [first.letter.opening, *middle, first.letter.ending]
        return (
            PARAGRAPH.join(part for part in parts if part),
            kept,
            (*left_out(first, kept[0][1]), *gone),
        )

    def _for_guest(
        self, middle: Sequence[str], always: Collection[str], language: str
    ) -> tuple[list[str], list[dict[str, str]]]:
        """The paragraphs without the sentences that are none for this guest, and these; as they are
        where nothing would be left."""
        facts = self.desk.catalogue.fact_values(language)
        parts = [
            self.guest.left_of(body, language, facts, is_always=body in always) for body in middle
        ]
        if not any(text and not is_place(text) for text, _ in parts):
            return list(middle), []
        return [text for text, _ in parts], [one for _, gone in parts for one in gone]

    def _origins(self, kept: Iterable[tuple[Fit, tuple[int, ...]]]) -> dict[str, Origin]:
        origins: dict[str, Origin] = {}
        for fit, places in kept:
            template = fit.letter.template
            told = self.proofs.rests_on_state(template) or template.purpose == "availability"
            origin = Origin(
                AnswerSource.STATE if told else AnswerSource.TEMPLATE, template.template_id
            )
            for place in places:
                body = fit.letter.paragraphs[place].body
                for said in sentences(as_told(body, self.plan, self.desk, template.language)):
                    origins.setdefault(sentence_key(said), self._with_known(origin, said))
        return origins

    def _deeds(self, fit: Fit) -> dict[str, Origin]:
        """A fixed letter for guests who want just this says that we do it, whatever its words."""
        done: dict[str, Origin] = {}
        for ask in self.plan.asks:
            if ask.kind is AskKind.ACTION and ask.id in fit.answered:
                body = fit.letter.paragraphs[fit.by_ask[ask.id][0]].body
                language = fit.letter.template.language
                said = sentence_key(sentences(as_told(body, self.plan, self.desk, language))[0])
                known = done.get(said, Origin(None))
                done[said] = replace(known, asks=(*known.asks, ask.id))
        return done

    def _with_known(self, origin: Origin, said: str) -> Origin:
        spared = self.said.get(sentence_key(said))
        if not spared:
            return origin
        return replace(origin, asks=(*origin.asks, *(key for one in spared for key in one.asks)))

    def _is_unlikely(self, choice: Choice) -> bool:
        questions = [ask.id for ask in self.plan.asks if ask.kind is AskKind.QUESTION]
        is_known = bool(questions) and all(
            key in self.known and self.known[key].text for key in questions
        )
        return choice.likelihood is not None and choice.likelihood < _LIKELY and not is_known

    def _borrowed_policy(self, fits: Sequence[Fit], policy: PolicyDecision) -> PolicyDecision:
        """A borrowed paragraph brings what must be said in its category."""
        for category in dict.fromkeys(fit.letter.template.category for fit in fits[1:]):
            more = policy_for(self.plan, self.desk, category)
            new = tuple(said for said in more.mandatory if said not in policy.mandatory)
            policy = replace(
                policy,
                mandatory=(*policy.mandatory, *new),
                rule_keys=tuple(dict.fromkeys([*policy.rule_keys, *more.rule_keys])),
            )
        return policy

    def _composition(
        self,
        choice: Choice,
        templates: tuple[TemplateEntry, ...],
        acknowledgement: TemplateEntry | None,
        letter: Letter,
        answers: tuple[Answer, ...],
        origins: Mapping[str, Origin],
        dropped: tuple[dict[str, str], ...],
        policy: PolicyDecision,
        *,
        is_linkless: bool = False,
    ) -> Composition:
        template = templates[0] if templates else None
        written = acknowledgement or template
        language = written.language if written else self._language(choice)
        is_acknowledgement = acknowledgement is not None
        read = TextRead(
            letter.text, language, origins, covers_all=is_acknowledgement, is_reply=False
        )
        quality = judge_text(
            self.plan,
            desk=self.desk,
            text=read,
            policy=policy,
            template=template,
            kept_text=letter.text,
            has_kept_draft=True,
            is_linkless=is_linkless,
            holes=letter.holes,
        )
        waits_for = self._waits_for(choice, templates)
        if waits_for is None and self._goes_astray(templates, quality, language):
            waits_for = WaitsFor.ASK
        return Composition(
            choice=choice.never_auto() if waits_for is WaitsFor.PROOF else choice,
            templates=templates,
            acknowledgement=acknowledgement,
            language=language,
            subject=_subject(self.request, written),
            letter=letter,
            answers=answers,
            origins=origins,
            # What another paragraph or an answer says as well still stands.
            left_out=tuple(
                gone for gone in (*dropped, *letter.left_out) if gone["sentence"] not in letter.text
            ),
            policy=policy,
            quality=quality,
            delivery=delivery_status(quality, plan=self.plan, waits_for=waits_for),
            rests_on_state=any(self.proofs.rests_on_state(t) for t in templates),
            waits_for=waits_for,
        )

    def _goes_astray(
        self, templates: Sequence[TemplateEntry], quality: QualityReport, language: str
    ) -> bool:
        """Whether what answers a short question after a mail of ours is about a thing that neither
        names: "and in bad weather?" after the ferry, by the boat trip. Nor does the prepayment's
        fixed text know whose deposit it is asked for."""
        if not self.guest.read:
            return False
        if any(one.is_protected and one.category == _PREPAYMENT for one in templates):
            return True
        sent = concepts(" ".join(self.guest.read), self.plan.language)
        for ask, told in zip(self.plan.asks, quality.outcomes, strict=True):
            if told.outcome is OutcomeKind.ANSWERED and len(ask.text.split()) <= _SHORT_ASK:
                topic = leading_topic(told.sentence, language)
                named = {*sent, *concepts(ask.text, self.plan.language)}
                if topic is not None and topic.concept not in named:
                    return True
        return False

    def _waits_for(self, choice: Choice, templates: Sequence[TemplateEntry]) -> WaitsFor | None:
        """The first thing, of those that no wording settles."""
        if any(is_undecided(one, self.desk.asserting) for one in templates):
            return WaitsFor.PROOF
        if choice.acknowledges or not (self.plan.asks or any(t.requires for t in templates)):
            return WaitsFor.ANSWER
        if any(self.proofs.is_unread(t) or self.proofs.rests_on_reading(t) for t in templates):
            return WaitsFor.CASE
        if self._is_unlikely(choice):
            return WaitsFor.LETTER
        if may_ask_more(self.plan):
            return WaitsFor.ASK
        is_for_a_look = wants_a_look(self.plan.normalized_text, self.plan.language)
        if is_for_a_look or wants_person(self.plan, self.request.subject) >= _WANTS_PERSON:
            return WaitsFor.DEED
        return None


def letter_values(
    plan: ActionPlan, desk: Desk, request: ComposeRequest, category: str, language: str
) -> LetterValues:
    """What a letter to this guest is filled with; its answers and sentences are put in later. Who
    signs as the house does, or quotes its signature, is not greeted by it."""
    profile = desk.catalogue.profile
    calls = profile.calls_to_action
    found = fuller_name(plan.guest_name or "", request.header_name)
    is_ours = fold(found) in map(fold, profile.signature.splitlines())
    return LetterValues(
        name=request.recipient_name or ("" if is_ours else found),
        language=language,
        booking_ref=plan.booking_ref or "",
        call_to_action=calls.get(category, {}).get(language, ""),
        facts=desk.catalogue.fact_values(language),
    )


def _answer_origins(answers: Iterable[Answer]) -> dict[str, Origin]:
    """One answer may have been found for several asks; its first sentence says for which."""
    origins: dict[str, Origin] = {}
    for answer in answers:
        if not answer.text or answer.origin is None:
            continue
        first, *rest = map(sentence_key, sentences(answer.text))
        known = origins.get(first)
        asks = (*known.asks, *answer.origin.asks) if known else answer.origin.asks
        origins[first] = replace(answer.origin, asks=asks)
        origins |= {key: replace(answer.origin, asks=()) for key in rest}
    return origins


def _answering(fit: Fit, places: Iterable[int]) -> list[str]:
    """Texts of the paragraphs that deal with an ask: nothing of them is shortened away."""
    wanted = {place for found in fit.by_ask.values() for place in found}
    paragraphs = fit.letter.paragraphs
    return [paragraphs[n].text for n in places if n in wanted or paragraphs[n].is_always]


def _is_bare(fit: Fit, asks: Sequence[Ask]) -> bool:
    """Whether nothing but links and places for something else stays of the letter."""
    kept = (fit.letter.paragraphs[n] for n in kept_paragraphs(fit, asks))
    return all(one.is_place or _is_link(one.text) for one in kept)


def _is_link(paragraph: str) -> bool:
    return "://" in paragraph and len(paragraph.split()) <= _MOST_BESIDE_LINK


def _without_links(body: str, answers: Iterable[str]) -> str:
    """A letter's text without the line that leads where an answer beside it leads already."""
    told = {link.url for answer in answers for link in find_links(answer)}
    parts = body.split(PARAGRAPH)
    links = [part for part in filter(_is_link, parts) if {x.url for x in find_links(part)} <= told]
    return PARAGRAPH.join(part for part in parts if part not in links)


def _in_reading_order(kept: Sequence[tuple[Fit, tuple[int, ...]]]) -> list[str]:
    """The paragraphs of all letters: the first one's in its own order with the others' before the
    places at its end for what is added; each text once."""
    first, places = kept[0]
    borrowed = [fit.letter.paragraphs[n].body for fit, numbers in kept[1:] for n in numbers]
    own = [first.letter.paragraphs[n] for n in places]
    end = max((n for n, paragraph in enumerate(own, start=1) if not paragraph.is_place), default=0)
    head = [paragraph.body for paragraph in own[:end]]
    tail = [paragraph.body for paragraph in own[end:]]
    links = list(filter(_is_link, head))
    head = [body for body in head if body not in links]
    return list(dict.fromkeys([*head, *borrowed, *tail, *links]))


def _subject(request: ComposeRequest, written: TemplateEntry | None) -> str:
    """The reply's subject: the mail's own with one "Re: ", else the template's."""
    own = " ".join(request.subject.split())
    if own:
        return own if own.lower().startswith("re:") else f"Re: {own}"
    return written.subject if written else ""
