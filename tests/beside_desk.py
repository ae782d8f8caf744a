"""One desk of two: what ``tests.beside`` tells a checkout to do, a line of JSON each, with how long it
took as the answer. The working folder is the checkout, which is this one or 0a0f862, so only what
both have is used; where they differ, both names stand here.

Milliseconds are the processor's, of all threads of this process, then the clock's.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import cycle
from typing import Any

FROM_BEFORE = "\n\nThe rest is as we wrote."  # what an agent adds to a draft
REPLIES = "/admin/drafting/outgoingmail/queue/"
PROPOSALS = "/admin/learning/templateproposal/queue/"
DECISIONS = {
    # 0a0f862 knows neither tick of a person who looked twice.
    REPLIES: {"decision": "release", "has_read": "on", "has_looked": "on"},
    PROPOSALS: {"decision": "reject", "reason": "one-off"},
}
VOCABULARY = 4000  # words, as in `make bench`

Taken = tuple[float, float]


class Desk:
    """On the database that DATABASE_URL names, which another process may have filled."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User
        from django.core.management import call_command
        from django.test import Client

        from drafting.access.keys import create_key

        call_command("migrate", verbosity=0)
        call_command("load_sample", sample_desk=True, stdout=io.StringIO())
        _, secret = create_key(name="beside")
        self.agent = Client(SERVER_NAME="localhost", HTTP_AUTHORIZATION=f"Bearer {secret}")
        by, _ = User.objects.get_or_create(username="beside", is_staff=True, is_superuser=True)
        self.person = Client(SERVER_NAME="localhost")
        self.person.force_login(by, backend="django.contrib.auth.backends.ModelBackend")
        self.shown, self.filled = "", 0
        self.drafts: dict[str, Any] = {}

    def take_in(self, path: str) -> Taken:
        """Import the mails of a file by the command."""
        from django.core.management import call_command

        return taken(partial(call_command, "import_mail", path, stdout=io.StringIO()))

    def generate(self, message_id: str) -> Taken:
        """Interpret a mail of the desk and generate its draft."""
        from drafting.mail.models import Message

        key = Message.objects.get(message_id=message_id).pk
        return self._post("generate", {"message": key}, keep_as=message_id)

    def interpret(self, subject: str, body: str) -> Taken:
        return self._post("interpret", {"subject": subject, "body": body})

    def refine(self, message_id: str) -> Taken:
        """Add a sentence to a draft, as an agent does: questions and proposals come of it."""
        draft = self.drafts[message_id]
        text = draft["draft"]["body_plain"]
        refined = {"refined_body_plain": text + FROM_BEFORE, "rewrite_reason": "missing-info"}
        asked = {"draft_id": draft["draft_id"], "original_body_plain": text} | refined
        return self._post("refine", asked)

    def page(self, address: str) -> Taken:
        return taken(lambda: answered(self.person.get(address)))

    def fill(self, number: int) -> int:
        """So many more conversations, each with a mail and a reply that waits; how many wait."""
        from django.utils import timezone

        from drafting.mail.models import Message, Thread
        from drafting.mail.work_models import Batch, OutgoingMail

        now, numbers = timezone.now(), range(self.filled, self.filled + number)
        self.filled += number
        threads = Thread.objects.bulk_create(Thread(subject=f"Stay {each}") for each in numbers)
        mails = Message.objects.bulk_create(
            Message(
                thread=thread, sequence=1, direction="in", source="api", subject=thread.subject,
                message_id=f"<{each}@waiting.example>", content_hash=f"{each:064d}",
                from_address=f"guest{each}@example.org", from_name=f"Guest {each}",
                received_at=now - timedelta(minutes=5 * each),
                body_text="What time is breakfast?", new_text="What time is breakfast?",
            )
            for each, thread in zip(numbers, threads, strict=True)
        )  # fmt: skip
        batches = Batch.objects.bulk_create(
            Batch(thread=mail.thread, message_ids=[mail.pk], state="answered", created_at=now)
            for mail in mails
        )
        OutgoingMail.objects.bulk_create(
            OutgoingMail(
                thread=batch.thread, batch=batch, recipients=[mail.from_address],
                subject=mail.subject, body_text="Dear guest,\n\nfrom eight.\n\nWarm regards",
                message_id=f"<{mail.pk}@replies.example>", headers={}, created_at=now,
            )
            for mail, batch in zip(mails, batches, strict=True)
        )  # fmt: skip
        return int(OutgoingMail.objects.filter(state="awaiting_release").count())

    def propose(self, number: int) -> int:
        """So many changes of the sample's letters, a sentence each; how many wait."""
        from django.utils import timezone

        from learning.proposals.models import TemplateProposal
        from templatesapp.models import EmailTemplate
        from templatesapp.text.distance import text_hash

        now, letters = timezone.now(), list(EmailTemplate.objects.filter(active=True))
        rows = []
        for each, letter in zip(range(number), cycle(letters)):
            body = f"{letter.body}\n\nHouse {each} is open."
            rows.append(
                TemplateProposal(
                    type="patch", source_template=letter, base_version=letter.version,
                    base_text_hash=text_hash(letter.body), previous_body=letter.body,
                    proposed_subject=letter.subject, proposed_body_redacted=body,
                    proposed_text_hash=text_hash(body), scenario_category=letter.category,
                    language=letter.language, rewrite_reason="missing-info", edit_distance_pct=10,
                    created_at=now + timedelta(seconds=each),
                    retention_expires_at=now + timedelta(days=90),
                )
            )  # fmt: skip
        TemplateProposal.objects.bulk_create(rows)
        return int(TemplateProposal.objects.filter(review_state="pending").count())

    def open(self, queue: str) -> Taken:
        """Get what waits first; ``queue``: its address."""
        return self._walk(partial(self.person.get, queue))

    def skip(self, queue: str) -> Taken:
        """Get the next, as the queue's script does."""
        key = self.shown.rstrip("/").rpartition("/")[2]
        return self._walk(partial(self.person.get, f"{queue}?after={key}"))

    def decide(self, queue: str) -> Taken:
        """Release the reply that is shown, or reject the proposal, and get the next."""
        return self._walk(partial(self.person.post, f"{self.shown}decide/", DECISIONS[queue]))

    def _walk(self, ask: Callable[..., Any]) -> Taken:
        found: list[Any] = []
        both = taken(lambda: found.append(answered(ask(HTTP_ACCEPT="application/json"))))
        shown = found[0].json()["url"]
        assert shown != self.shown, found[0].json()
        self.shown = shown
        return both

    def build_index(self, size: int) -> int:
        """Over ``size`` letters of drawn words; how many."""
        from templatesapp.text.postings import TEMPLATE_WEIGHTS, FieldedIndex

        self.source = random.Random(size)  # noqa: S311
        fields = {"subject": (4, 10), "category": (1, 2), "body": (40, 120)}
        documents = [{name: self._drawn(*few) for name, few in fields.items()} for _ in range(size)]
        self.index = FieldedIndex(documents, TEMPLATE_WEIGHTS)
        return len(documents)

    def rank(self) -> Taken:
        """The letters in order for a query; both desks draw the same one."""
        query = self._drawn(8, 40)
        return taken(lambda: self.index.ranking(query))

    def session(self) -> str:
        """With which a browser of the person is logged in."""
        return str(self.person.cookies["sessionid"].value)

    def _drawn(self, least: int, most: int) -> list[str]:
        words = [f"w{number}" for number in range(VOCABULARY)]
        weights = [1 / (rank + 2) for rank in range(VOCABULARY)]
        return self.source.choices(words, weights, k=self.source.randint(least, most))

    def _post(self, name: str, body: dict[str, Any], keep_as: str = "") -> Taken:
        found: list[Any] = []
        post = partial(self.agent.post, f"/api/v1/drafts/{name}", json.dumps(body))
        both = taken(lambda: found.append(answered(post(content_type="application/json"))))
        if keep_as:
            self.drafts[keep_as] = found[0].json()
        return both


def taken(act: Callable[[], object]) -> Taken:
    cpu, clock = time.process_time(), time.perf_counter()
    act()
    return (time.process_time() - cpu) * 1000, (time.perf_counter() - clock) * 1000


def answered(answer: Any) -> Any:
    assert answer.status_code in (200, 201), answer.content[:2000]
    return answer


def main() -> None:
    sys.path[0] = os.getcwd()  # noqa: PTH109 - as where Python runs a module
    import django

    django.setup()
    desk = Desk()
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(desk, name)(*arguments)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
