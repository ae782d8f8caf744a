"""Drafts for mail: rows as drafts/generate leaves them; an agent that works by claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.mail_urls import read_imap_url
from drafting.drafts.models import Draft
from drafting.mail.models import Message
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.servers import Mailbox, Sink, dovecot_server, send_through, smtp_sink
from tests.drafting.mail.work import Worker
from tests.factories import UserFactory


@pytest.fixture
def make_draft(db: None) -> Callable[..., Draft]:
    def make(*, message: Message) -> Draft:
        return Draft.objects.create(
            message=message,
            agent="abcdefgh",
            created_at=timezone.now(),
            action_plan={},
            scenario_category="general",
            language="en",
            selection="none",
            ranker={},
            body_plain="Dear Guest",
            delivery_status="ready",
            catalogue_version=1,
        )

    return make


@pytest.fixture
def sample_desk(db: None) -> None:
    load_sample_desk()


@pytest.fixture
def worker(sample_desk: None, agent_client) -> Worker:
    return Worker(agent_client(["work", "draft", "messages"]))


@pytest.fixture
def reviewer(db: None) -> User:
    return UserFactory.create(role="reviewer")


@pytest.fixture
def sink(settings) -> Iterator[Sink]:
    """An SMTP server that keeps what it gets; the desk sends through it."""
    with smtp_sink() as (sink, port):
        send_through(settings, port)
        yield sink


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Mailbox]:
    with dovecot_server() as mailbox:
        yield mailbox


@pytest.fixture
def mailbox(dovecot: Mailbox, settings) -> Mailbox:
    """An empty IMAP mailbox that the desk reads."""
    dovecot.empty()
    settings.DESK_IMAP_SERVER = read_imap_url(dovecot.url)
    return dovecot
