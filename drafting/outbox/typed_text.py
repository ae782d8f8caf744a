"""A reply while a person types it: who else edits it, and the check of its text.
For an edit of a draft and for a reply of their own alike; also the check of the one they send."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.http import JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone

from config.errors import DomainError
from drafting.drafts.by_hand import read_hand_work
from drafting.drafts.evidence import asks_shown, persons_letter
from drafting.drafts.models import Draft
from drafting.drafts.services.check import check_draft, check_own_words
from drafting.drafts.shapes import plan_from_json, quality_json
from drafting.mail.claims import hand_over
from drafting.mail.models import Thread
from drafting.mail.work_models import OutgoingMail
from drafting.pipeline.check.checks import BINDING
from drafting.pipeline.check.quality import QualityReport
from drafting.pipeline.plan import ActionPlan
from drafting.plain_words import plain_list, said_and_known
from templatesapp.categories import PROTECTED_PERMISSION, is_hard_rule_protected
from templatesapp.kept_texts import keep_text, typed_near
from templatesapp.models import KeptText


def reply_place(thread_id: int, mail_id: int | str = "") -> str:
    """Where a reply is kept while it is typed: of a waiting one, or of one's own in a conversation.
    All of a conversation begin alike."""
    return f"reply:{thread_id}:{mail_id}"


def typed_at(
    *, thread_id: int, mail_id: int | str = "", person: Any, now: datetime
) -> tuple[KeptText | None, str]:
    """The person's own text, else the agent's, and a sentence about who else is typing to this
    guest, in the queue or in the conversation; "" for nobody. One query."""
    place, near = reply_place(thread_id, mail_id), reply_place(thread_id)
    own, names = typed_near(person=person, place=place, near=near, now=now)
    verb = "is" if len(names) == 1 else "are"
    return own, f"{' and '.join(names)} {verb} editing a reply here" if names else ""


def hand_over_work(*, work_token: str, agent: str, reason: str, text: str = "") -> None:
    """As ``claims.hand_over``, with a text that whoever writes to the guest may begin with, as long
    as nothing newer stands in the conversation. It is never sent by itself."""
    with transaction.atomic():
        thread = hand_over(work_token=work_token, agent=agent, reason=reason)
        if thread is None:
            return
        newest = thread.messages.aggregate(newest=Max("pk"))["newest"]
        keep_text(
            person=None,
            place=reply_place(thread.pk),
            texts={"body": text},
            now=timezone.now(),
            base=str(newest),
        )


def check_typed(
    *, thread: Thread, draft: Draft | None, body: str, by: Any, **more: Any
) -> JsonResponse:
    """What the script of an editor shows of a text, and ``more``. Writes nothing.

    Checked against the draft that is edited, else against the mail of the conversation; there an
    empty text is checked as the opening that it is offered."""
    plan: ActionPlan | None = None
    report: QualityReport | None = None
    subject, opening, may_insist = "", "", False
    if draft is not None and draft.blanked_at is None:
        plan, subject = plan_from_json(draft.action_plan), draft.subject
        letter = persons_letter(draft.last_attempt)
        report = check_draft(
            draft=draft, body_plain=body, is_by_person=True, corrected_template=letter
        )
        may_insist = may_insist_on_draft(by, draft)
    elif draft is None and (work := read_hand_work(thread)) is not None:
        plan, subject, is_answer = work.plan, work.subject, work.is_unanswered
        is_owed = is_answer or thread.follow_ups.filter(done_at=None).exists()
        opening = work.opening if is_owed else ""
        report = check_own_words(
            plan=plan, subject=subject, body_plain=body or opening, is_answer=is_answer
        )
        may_insist = may_insist_about(by, plan.scenario.category)
    failed = report.failed_checks if report else ()
    context = {
        "quality": quality_json(report) if report else None,
        "asks": asks_shown(plan, report.outcomes, subject, body or opening)
        if plan and report
        else [],
        "is_edited": True,
    }
    answer = {
        "findings_html": render_to_string("admin/drafting/release/checked.html", context),
        "may_insist": may_insist and not BINDING.issuperset(failed),
        "opening": opening,
    }
    return JsonResponse(answer | more)


def may_insist_about(by: Any, category: str) -> bool:
    """On a text that fails its check: not about what is protected by law, without the right."""
    return not is_hard_rule_protected(category) or bool(by.has_perm(PROTECTED_PERMISSION))


def may_insist_on_draft(by: Any, draft: Draft) -> bool:
    """Its letter may be another one by now, which a person chose."""
    last = draft.last_attempt
    chosen = last.corrected_category if last else ""
    if draft.is_protected and not by.has_perm(PROTECTED_PERMISSION):
        return False
    return may_insist_about(by, chosen or draft.scenario_category)


def insistence(by: Any, insisted: str, overruled: Iterable[str]) -> str:
    """For the history: who lets stand what, and why; "" where nothing was overruled."""
    found = plain_list(overruled)
    return f"{by} lets it stand, although {found}: {insisted}" if found else ""


def insistence_of(mail: OutgoingMail) -> str:
    """As it is kept, of a reply that a person has just let leave."""
    if mail.draft is None:
        return mail.batch.reason if mail.batch else ""
    last = mail.draft.last_attempt
    return insistence(last.person, last.insisted, last.quality.get("overruled", ())) if last else ""


def not_passed(quality: Mapping[str, Any], *, may_insist: bool) -> DomainError:
    """What is wrong, which facts it contradicts, and the way on."""
    failed, found = quality.get("failed_checks", ()), quality.get("findings", ())
    told = [plain_list(failed), *(said_and_known(one) for one in found if one["known"])]
    way = "Put it right in the editor"
    if binding := [name for name in failed if name in BINDING]:
        way = f"In any case put right: {plain_list(binding)}"
    elif may_insist:
        way += ", or say there why it is right all the same"
    return DomainError("blocked_draft", f"The text did not pass: {'. '.join(told)}. {way}.")


def refuse_unfit(*, thread: Thread, body_text: str, by: Any, insisted: str = "") -> tuple[str, str]:
    """Of a person's own reply: the language that it is in, "" where nothing could be read, and its
    ``insistence``.

    ``insisted``: why it stands against a check. Raises ``blocked_draft`` where the text does not
    pass, ``permission_denied`` for who insists about what is protected by law without the right to
    it.
    """
    work = read_hand_work(thread)
    if work is None:
        return "", ""
    may_insist = may_insist_about(by, work.plan.scenario.category)
    if insisted and not may_insist:
        raise DomainError("permission_denied", "What this mail is about is protected by law.")
    report = check_own_words(
        plan=work.plan,
        subject=work.subject,
        body_plain=body_text,
        is_answer=work.is_unanswered,
        is_insisted=bool(insisted),
    )
    if not report.passed:
        raise not_passed(quality_json(report), may_insist=may_insist)
    return report.language, insistence(by, insisted, report.overruled)
