"""Which letter answers a mail: a step the caller names, what the guest does, or the ranking joined
with what each letter really answers.

Source: design page "Drafting", "Choose" and "Hard rule"; asks.md, "There is a real none"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from drafting.pipeline.answer.catalogue_search import MOST_TEXT, Candidate, Search, Selection
from drafting.pipeline.answer.likely import Likely, weigh_letters
from drafting.pipeline.answer.paragraphs import Fit, LetterTexts, fit_letter, touch_letter
from drafting.pipeline.answer.rank import (
    Priors,
    Ranker,
    RankResult,
    RankSettings,
    is_inferable,
    priors_of,
    priors_of_mail,
)
from drafting.pipeline.answer.requirements import CARE, CASES, COMFORTED, EMERGENCY, Proofs
from drafting.pipeline.interpret.agreement import asks_consent
from drafting.pipeline.interpret.language import text_language
from drafting.pipeline.plan import GIVEN, ActionPlan, Ask, AskKind, PrepaymentStep, Tier
from templatesapp.categories import is_hard_rule_protected
from templatesapp.entries import TemplateEntry
from templatesapp.text.reader.heads import Head
from templatesapp.text.sentences import sentences
from templatesapp.text.tokens import concepts

AVAILABILITY = "availability"
# What the mail is, beside its words: concepts that the template for it is about.
_DISPUTE = "cancellation_refund_dispute"
# What we offer beside the stay: who takes it agrees to no terms.
_SERVICES = frozenset({"activities", "breakfast", "lost-found", "luggage", "transportation"})
_GROUP, _PREPAYMENT = "group", "prepayment"
_WAITS = "waits_for_reply"
_NEAR_SHARE = 0.5  # of the best score
# A letter's likelihood that makes it the choice, if so far ahead of the rules' own; what makes a
# fixed one the choice, one where nothing is asked, or one that asserts what nobody read; what the
# rules' own must have at least; from which on it is surely the one.
_LEAST, _AHEAD, _LEAST_SURE, _UNLIKELY, _NEVER = 0.3, 0.1, 0.5, 0.2, 1.1
_SURE = 0.8
# From which on a letter is for an urgent mail, too: of 35 such mails of 12 sets that nobody trained
# on the eight with a letter so likely were for it, and no case's own letter was in doubt then.
_ALMOST_SURE = 0.9
_LEARNED = 5  # points of a prior from which on a letter needs no sentence that answers
_SITUATION_WEIGHT = 3  # mentions in the query
_DEEDS = frozenset({"wants_cancellation"})
_OURS_TO_DO = (AskKind.STATE, AskKind.ACTION)


@dataclass(frozen=True, slots=True)
class Payment:
    """What only a caller knows: where the prepayment stands. Empty: not said."""

    step: str = ""
    provider: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """The template chosen, if one was, and the ranking it came from. ``fit``: what it does for the
    asks of the mail. ``acknowledges``: the kind, where an acknowledgement takes its place.
    ``likelihood``: that it is the right one, 0-1, where letters were weighed."""

    template: TemplateEntry | None
    selection: Selection
    confidence: float  # 0-100
    ranking: RankResult
    # The category the draft is made for: of the caller's step, else the mail's scenario, unless
    # none of its letters is likely.
    category: str
    fit: Fit | None = None
    acknowledges: str = ""
    likelihood: float | None = None

    def without_template(self, *, acknowledges: str = "") -> Choice:
        return replace(self.of(None, "none", 0.0), acknowledges=acknowledges)

    def of(
        self,
        template: TemplateEntry | None,
        selection: Selection,
        confidence: float,
        fit: Fit | None = None,
    ) -> Choice:
        return replace(self, template=template, selection=selection, confidence=confidence, fit=fit)

    def never_auto(self) -> Choice:
        return replace(self, selection="suggest") if self.selection == "auto" else self


@dataclass(frozen=True, slots=True)
class Library:
    """The letters of a catalogue version, and how they are ranked and read."""

    templates: Mapping[int, TemplateEntry]
    ranker: Ranker
    texts: LetterTexts
    settings: RankSettings
    letters_head: Head | None = None  # of this desk


@dataclass(frozen=True, slots=True)
class Chooser:
    """Which letter answers a mail. ``urgent``: the kind of acknowledgement that the mail must get
    (``requirements.urgent_kind``)."""

    plan: ActionPlan
    library: Library
    proofs: Proofs
    subject: str
    payment: Payment = Payment()
    urgent: str = ""

    def choose(self, priors: Priors) -> Choice:
        """The letter for a mail. The ranking's evidence is kept whatever is chosen.

        What was learned moves suggestions only: nothing leaves by itself that would not without
        it, and what would stays, unless the letter itself was called wrong in such mail.
        """
        points = priors_of_mail(self.plan, priors)
        choice = self._with(points)
        auto = self.library.settings.auto_threshold
        might_leave = any(one.base_confidence >= auto for one in choice.ranking.contenders)
        if not points or not (choice.selection == "auto" or might_leave):
            return choice
        plain = self._with({})
        if plain.selection == "auto" and plain.template is not None:
            is_same = choice.template is not None and choice.template.key == plain.template.key
            if is_same and choice.selection == "auto":
                return choice
            if points.get((self.plan.scenario.category, plain.template.key), 0) >= 0:
                return plain
        return choice.never_auto()

    def for_ask(self, ask: Ask, *, language: str, categories: Sequence[str]) -> Fit | None:
        """The best free letter for one ask alone that answers it, if any does: its paragraphs may
        be borrowed, whatever was learned. ``categories``: what policy allows, empty for any."""
        scenarios = self.plan.scenarios
        ranking = self.library.ranker.rank(
            ask.text,
            language=language,
            scenarios=[s for s in scenarios if not is_hard_rule_protected(s.category)],
            priors={},
            settings=self.library.settings,
            allows=self.proofs.allows,
        )
        for contender in _leading(ranking.contenders):
            letter = self.library.templates[contender.template_key]
            if letter.is_protected or letter.purpose != "answer" or letter.language != language:
                continue
            if categories and letter.category not in categories:
                continue
            read = self.library.texts.of(letter)
            fit = fit_letter(read, [ask], self.plan.language, is_borrowed=True)
            if fit.answered:
                return fit
        return None

    def for_waiting(self) -> TemplateEntry | None:
        """The letter for a guest who has waited for what we promised."""
        letters = self.library.templates.values()
        return _in_language([t for t in letters if t.requires == (_WAITS,)], self.plan.language)

    def _with(self, priors: Priors) -> Choice:
        """With these points of the leading scenario (``priors_of_mail``). What is in doubt, or
        suspected, does not leave by itself."""
        if self.payment.step:
            return self._of_step()
        plan, choice = self.plan, self._chosen(priors)
        # "Perfect, see you then": nothing is asked, so no answer goes out by itself.
        is_bare_reply = plan.thread_summary is not None and not (plan.asks or plan.opt_out)
        is_doubted = plan.is_uncertain or plan.escalation.triggers or is_bare_reply
        return choice.never_auto() if is_doubted else choice

    def _chosen(self, priors: Priors) -> Choice:
        plan = self.plan
        ranking = self.library.ranker.rank(
            _query_text(plan, self.subject),
            language=plan.language,
            scenarios=plan.scenarios,
            priors=priors,
            settings=self.library.settings,
            focus=_focus_of(plan),
            allows=self.proofs.allows,
        )
        nothing = Choice(None, "none", 0.0, ranking, plan.scenario.category)
        if self.urgent:
            return self._of_urgent(nothing)
        special = self._of_special_purpose()
        if special is not None:
            return self._special(special, replace(nothing, category=special.category))
        choice = self._best_of(nothing)
        if choice.template is not None and self.proofs.rests_on_state(choice.template):
            return choice
        likely = self._likely(priors)
        return self._as_weighed(self._with_second_opinion(choice, likely), likely)

    def _likely(self, priors: Priors) -> Sequence[Likely]:
        return weigh_letters(
            self.plan,
            subject=self.subject,
            search=search_letters(self.plan, self.subject, self.library.ranker),
            proofs=self.proofs,
            priors=priors_of([self.plan.scenario], priors),
            letters=self.library.letters_head,
        )

    def _of_step(self) -> Choice:
        ranking = self.library.ranker.rank_step(
            _query_text(self.plan, self.subject),
            language=self.plan.language,
            scenarios=self.plan.scenarios,
            step=self.payment.step,
            provider=self.payment.provider,
            settings=self.library.settings,
        )
        nothing = Choice(None, "none", 0.0, ranking, _PREPAYMENT)
        if ranking.selected is None:
            return nothing
        template = self.library.templates[ranking.selected.template_key]
        confidence = ranking.selected.confidence
        return nothing.of(template, ranking.selection, confidence, self._fit(template))

    def _fit(self, template: TemplateEntry) -> Fit:
        return fit_letter(self.library.texts.of(template), self.plan.asks, self.plan.language)

    def _of_urgent(self, nothing: Choice) -> Choice:
        """A suggestion at most, where such mail may have a letter: the one that is almost surely
        right, else that of the mail's own case; what is hardly right gives way."""
        acknowledged = nothing.without_template(acknowledges=self.urgent)
        if self.plan.escalation.tier is not Tier.HIGH or self.urgent == EMERGENCY:
            return acknowledged
        likely = self._likely({})
        category = self._category(likely)
        best = next((one for one in likely if one.is_known and one.is_proven), None)
        if (
            best is not None
            and best.likelihood >= _ALMOST_SURE
            and not is_hard_rule_protected(best.template.category)
            and self._is_permitted(best, category)
        ):
            fit, _ = self._fit_of_likely(best)
            confidence = round(100 * best.likelihood, 1)
            return replace(nothing, category=category).of(best.template, "suggest", confidence, fit)
        case = self._case()
        held = next((one for one in likely if case and one.template.key == case.key), None)
        is_unlikely = held is not None and held.is_known and held.likelihood < _UNLIKELY
        if case is None or (is_unlikely and self.urgent != CARE):  # "our thoughts are with you"
            return acknowledged
        return self._special(case, nothing)

    def _case(self) -> TemplateEntry | None:
        """The letter for an urgent mail's own case."""
        cases = COMFORTED if self.urgent == CARE else CASES
        found = [t for t in self.library.templates.values() if self.proofs.has_case(t, cases)]
        return _in_language(found, self.plan.language)

    def _of_special_purpose(self) -> TemplateEntry | None:
        """The letter for what the guest does: agrees to what we proposed, whatever else is asked,
        or asks for free beds."""
        plan = self.plan
        asks_for_beds = plan.scenario.category == "booking-issues" and any(
            AVAILABILITY in concepts(ask.text, plan.language) for ask in plan.intents.questions
        )
        # Who has paid, or tried to, is not asked to pay.
        has_tried = self.proofs.proves("has_paid") or self.proofs.proves("card_declined")
        last = plan.sent[-1] if plan.sent else ""
        is_wanted = not last or asks_consent(last)
        if plan.agreement.status in GIVEN and not has_tried and is_wanted:
            categories = plan.scenario.category, plan.agreement.about
            found = (self._for_purpose("agreement", category) for category in categories)
            own = next(filter(None, found), None)
            if own is None or plan.agreement.about in _SERVICES:
                return None  # "d'accord, réservez une place": of parking, not of the stay
            return self._for_group(own) if own.category == _PREPAYMENT else own
        return self._for_purpose(AVAILABILITY, plan.scenario.category) if asks_for_beds else None

    def _for_purpose(self, purpose: str, category: str) -> TemplateEntry | None:
        found = [
            template
            for template in self.library.templates.values()
            if template.purpose == purpose and template.category == category
            if self.proofs.allows(template)
        ]
        return _in_language(found, self.plan.language)

    def _for_group(self, own: TemplateEntry) -> TemplateEntry:
        """The letter that takes note of a group's agreement, where the mail or our last one is of
        a group: its deposit is another than a single guest's prepayment."""
        plan, last = self.plan, "".join(self.plan.sent[-1:])
        said = (plan.normalized_text, plan.language), (last, text_language(last, plan.language))
        if not any(_GROUP in concepts(text, language) for text, language in said):
            return own
        letters = [
            letter
            for letter in self.library.templates.values()
            if letter.purpose == "agreement" and self.proofs.allows(letter)
            if _GROUP in concepts(self.library.texts.of(letter).text, letter.language)
        ]
        return _in_language(letters, plan.language) or own

    def _special(self, template: TemplateEntry, nothing: Choice) -> Choice:
        """What the guest does is a suggestion. So is availability, unless the ranking is sure."""
        settings, shown = self.library.settings, nothing.ranking.candidates
        ranked = next((c for c in shown if c.template_key == template.key), None)
        if ranked is None:
            confidence = float(settings.auto_min_base)
            return nothing.of(template, "suggest", confidence, self._fit(template))
        is_sure = (
            template.purpose == AVAILABILITY
            and ranked.confidence >= settings.auto_threshold
            and ranked.base_confidence >= settings.auto_min_base
        )
        selection: Selection = "auto" if is_sure else "suggest"
        return nothing.of(template, selection, ranked.confidence, self._fit(template))

    def _best_of(self, nothing: Choice) -> Choice:
        """The contender that answers most of what is asked; of equals the better ranked one. One
        below its threshold must answer what no other answers. One that serves no ask is not
        chosen."""
        asks = self.plan.asks
        found: list[tuple[tuple[float, ...], Choice]] = []
        for place, contender in enumerate(_leading(nothing.ranking.contenders)):
            template = self.library.templates[contender.template_key]
            fit = self._fit(template)
            is_above = contender.selection != "none"
            # Of an undecided text nobody has said what it is for: a mail of its category, then.
            is_undecided = template.requires is None and template.is_protected and not asks
            is_for_case = bool(template.requires) or is_undecided
            worth = _worth(fit, asks, is_for_case=is_for_case)
            # Without an ask only what the mail proves can speak for a letter.
            if not (is_above or fit.answered) or not (worth or is_for_case):
                continue
            if template.is_protected and asks and not (fit.answered or is_for_case):
                continue  # a fixed text stays whole: it must answer, not only speak of it
            # Who has looked it up is to tell it, not that somebody will look.
            told = 2 * self.proofs.rests_on_state(template)
            key = (worth + 2 * is_for_case + told, is_above, -place)
            selection = contender.selection if is_above else "suggest"
            found.append((key, nothing.of(template, selection, contender.confidence, fit)))
        return max(found, key=itemgetter(0))[1] if found else nothing

    def _with_second_opinion(self, choice: Choice, likely: Sequence[Likely]) -> Choice:
        """Where both agree the choice stands. A likelier letter takes its place as a suggestion; a
        letter that is hardly ever right for such mail gives way to an acknowledgement."""
        category = self._category(likely)
        best = next((one for one in likely if self._is_permitted(one, category)), None)
        deed = _of_deed(best, likely)
        best, chosen = deed or best, choice.template
        if best is None or (chosen is not None and chosen.key == best.template.key):
            return choice
        held = next((one for one in likely if chosen and one.template.key == chosen.key), None)
        fit, least = self._fit_of_likely(best)
        if not best.is_proven:  # it asserts what nobody read in the mail
            least = max(least, _LEAST_SURE)
        is_for_case = self._is_for_case(best)
        category = best.template.category if is_for_case else category
        ahead = 0.0 if is_for_case else _AHEAD
        if deed is not None:
            least = 0.0
        elif held is not None:
            least = max(least, held.likelihood + ahead)
        if best.likelihood < least:
            is_unlikely = held is not None and held.is_known and held.likelihood < _UNLIKELY
            return choice.without_template() if is_unlikely else choice
        confidence = round(100 * best.likelihood, 1)
        ranked = {each.template_key: each.selection for each in choice.ranking.contenders}
        # Both agree, whatever a known one answers.
        is_auto = ranked.get(best.template.key) == "auto" and (best.is_known or bool(fit.answered))
        selection: Selection = "auto" if is_auto else "suggest"
        return replace(choice, category=category).of(best.template, selection, confidence, fit)

    def _category(self, likely: Sequence[Likely]) -> str:
        """The mail's; where none of its letters is likely, the mail was read as another's, a
        protected one among them."""
        category = self.plan.scenario.category
        own = [one.likelihood for one in likely if one.template.category == category]
        return likely[0].template.category if own and max(own) < _UNLIKELY else category

    def _as_weighed(self, choice: Choice, likely: Sequence[Likely]) -> Choice:
        """With how likely it is: only what is surely the letter may leave by itself."""
        template = choice.template
        held = next((one for one in likely if template and one.template.key == template.key), None)
        if held is None:
            return choice
        choice = replace(choice, likelihood=held.unmoved)
        return choice if held.unmoved >= _SURE else choice.never_auto()

    def _is_permitted(self, one: Likely, category: str) -> bool:
        """The hard rule holds for the reader, too: a fixed text is for a mail of its own category
        that proves it, and such a mail gets no other. What another letter asserts must be proven,
        or be what the mail would say itself: the reader knows such mail."""
        own = one.template.category
        if is_hard_rule_protected(own) or is_hard_rule_protected(category):
            return one.is_proven and (own == category or self._is_for_case(one))
        return one.is_proven or (one.is_known and self.proofs.may_be_read(one.template))

    def _is_for_case(self, one: Likely) -> bool:
        """Who objects or complains hears of that first, whatever else the mail is about."""
        is_fixed = is_hard_rule_protected(one.template.category)
        return not is_fixed and self.proofs.has_case(one.template, CASES)

    def _fit_of_likely(self, best: Likely) -> tuple[Fit, float]:
        """What the likeliest letter says of what is asked, and how likely it must be for that."""
        plan, fit = self.plan, self._fit(best.template)
        if is_hard_rule_protected(best.template.category):
            return fit, _LEAST_SURE
        if not (plan.asks or best.template.requires):
            return fit, _LEAST_SURE if best.is_known else _NEVER
        if _is_for(best, fit, plan.asks):
            return fit, _LEAST
        # What a learned or a known one is good for is known from the mail that it answered.
        fit = touch_letter(fit.letter, plan.asks, plan.language)
        if best.points >= _LEARNED or (best.is_known and fit.by_ask):
            return fit, _LEAST
        # It is shown with what the rest of the mail is about.
        around = sentences(plan.normalized_text)
        fit = touch_letter(fit.letter, plan.asks, plan.language, around=around)
        asked = [ask for ask in plan.asks if ask.kind is AskKind.QUESTION]
        if best.is_known and (fit.by_ask or not asked):
            return fit, _LEAST_SURE
        # Guests use other words than the house: what comes nearest of the likeliest letter.
        fit = touch_letter(fit.letter, asked, plan.language, is_likely=True)
        return replace(fit, is_likely=not best.is_known), _LEAST_SURE if asked else _NEVER


def _of_deed(best: Likely | None, likely: Sequence[Likely]) -> Likely | None:
    """The letter that says it is done, where the likeliest of its category tells how to ask for it.
    Of eight such mails of 15 sets it was right for all, the likeliest for seven."""
    if best is None or not _DEEDS.isdisjoint(best.template.requires or ()):
        return None
    done = (
        one
        for one in likely
        if one.is_proven and not _DEEDS.isdisjoint(one.template.requires or ())
        if one.template.category == best.template.category
    )
    return next(done, None)


def _is_for(best: Likely, fit: Fit, asks: Sequence[Ask]) -> bool:
    """Whether a letter deals with anything asked, or is for the mail's case."""
    return bool(best.template.requires) or any(
        ask.id in fit.answered or (ask.id in fit.by_ask and ask.kind not in _OURS_TO_DO)
        for ask in asks
    )


def _leading(contenders: Sequence[Candidate]) -> list[Candidate]:
    """Those whose score comes near the best one's: a letter far behind shares a word by chance."""
    best = max((c.score for c in contenders), default=0.0)
    return [c for c in contenders if c.score >= _NEAR_SHARE * best]


def _worth(fit: Fit, asks: Sequence[Ask], *, is_for_case: bool) -> float:
    """How much of the mail a letter deals with: an answer counts more than a mention. That a
    general letter mentions what somebody must look up or do is worth nothing."""
    counted = {AskKind.QUESTION: 1.0, AskKind.STATE: 0.5, AskKind.ACTION: 1.0, AskKind.NOTICE: 0.25}
    return sum(
        counted[ask.kind] * (1.0 if ask.id in fit.answered else 0.25)
        for ask in asks
        if ask.id in fit.answered
        or (ask.id in fit.by_ask and (is_for_case or ask.kind not in _OURS_TO_DO))
    )


def search_letters(plan: ActionPlan, subject: str, ranker: Ranker) -> Search:
    """Every letter that can be inferred, with what speaks for it in a mail; also those without a
    word of it."""
    text, focus = _query_text(plan, subject), _focus_of(plan)
    return ranker.search(text, plan.language, plan.scenarios, is_inferable, focus, unmatched=True)


def _focus_of(plan: ActionPlan) -> tuple[str, ...]:
    """Concepts that count more than the rest of a mail: of what it asks, told from what it only
    explains, and, as often as each shall count, of what it does: it objects, has paid, thanks."""
    asked = "\n".join(ask.text for ask in plan.asks if ask.kind is not AskKind.NOTICE)
    meant = dict.fromkeys(concepts(asked[:MOST_TEXT], plan.language))
    said = set(concepts(plan.normalized_text, plan.language))
    found = []
    if _DISPUTE in plan.escalation.triggers and plan.scenario.category == "cancellation":
        found.append("objection")
    if plan.prepayment_step is PrepaymentStep.SUCCESS:
        found.append("paid-now")
    if "thanks" in said and "complaint" not in said and not plan.escalation.triggers:
        found.append("thanks")
    return (*meant, *found * _SITUATION_WEIGHT)


def _query_text(plan: ActionPlan, subject: str) -> str:
    """What the ranker reads: subject and mail, without greeting, quotes and signature."""
    return f"{subject}\n{plan.normalized_text}".strip()


def _in_language(found: Sequence[TemplateEntry], language: str) -> TemplateEntry | None:
    """In the guest's language where there is one, else in English; one for just this case before
    one for any; the first by id."""
    order = sorted(
        found,
        key=lambda t: (t.language != language, t.language != "en", not t.requires, t.template_id),
    )
    return order[0] if order else None


def acknowledgement_of(
    library: Library, kind: str, language: str, proofs: Proofs
) -> TemplateEntry | None:
    """The text that acknowledges mail of this kind."""
    found = [t for t in library.templates.values() if t.acknowledges == kind and proofs.allows(t)]
    return _in_language(found, language)
