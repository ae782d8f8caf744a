"""One turn of the desk: receive → claim → generate → refine → reply → release → send → record.

Run as a process it may be killed at any failpoint; run again, in any process, it goes on from
whatever is there, as the desk's commands and agents do.
"""

from __future__ import annotations

import sys
from datetime import timedelta


def run_turn(raw: bytes) -> None:
    from django.contrib.auth.models import User
    from django.utils import timezone

    from drafting.drafts.authors import Author
    from drafting.drafts.services import (
        GenerateRequest,
        RefineRequest,
        generate_draft,
        refine_draft,
    )
    from drafting.mail.choices import MailSource, MailState
    from drafting.mail.claims import claim_thread
    from drafting.mail.services import record_mail
    from drafting.mail.work_models import OutgoingMail
    from drafting.outbox.delivery import deliver_due
    from drafting.outbox.releases import release_reply
    from drafting.outbox.replies import reply_to_work

    record_mail(source=MailSource.RECEIVED, raw=raw)
    while (work := claim_thread(holder="agent")) is not None:
        token, author = str(work.token), Author(agent="agent", source="live")
        draft = generate_draft(
            request=GenerateRequest(work_token=token), author=author, now=timezone.now()
        ).draft
        text = draft.body_plain
        refine_draft(
            request=RefineRequest(
                draft_id=draft.pk,
                refined_body_plain=text,
                original_body_plain=text,
                work_token=token,
            ),
            author=author,
            now=timezone.now(),
        )
        reply_to_work(work_token=token, agent="agent", draft_id=draft.pk)
    person = User.objects.get(username="releaser")
    for mail in OutgoingMail.objects.filter(state=MailState.AWAITING_RELEASE):
        release_reply(mail_id=mail.pk, by=person)
    OutgoingMail.objects.filter(state=MailState.QUEUED).update(
        not_before=timezone.now() - timedelta(seconds=1)
    )
    list(deliver_due())


if __name__ == "__main__":
    import django

    django.setup()
    run_turn(sys.stdin.buffer.read())
