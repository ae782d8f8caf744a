"""Idempotency: a call repeated with its ``Idempotency-Key`` has one effect and one answer.

A record is made in a transaction of its own before the call runs, so that a second call meets it.
The call and the record's completion commit together: after a crash there are both (the repeated
call gets the stored answer) or neither (it runs as the first). What a killed process leaves
running may be taken over after ``TAKEOVER_AFTER_SECONDS``; should the slow process come back, its
completion finds a foreign token, and its writes roll back.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from config.errors import CONTENT_TYPE, DomainError, invalid
from drafting.access.models import IdempotencyRecord, RecordState
from drafting.access.requests import identity_of

KEPT_HOURS = 24
TAKEOVER_AFTER_SECONDS = 60
REPLAYED_HEADER = "Idempotency-Replayed"
_KEY = re.compile(r"[\x20-\x7e]{1,200}")
_OPERATION_CHARACTERS = 600


class IdempotentMixin:
    """For API views: every POST that comes with an ``Idempotency-Key`` runs once.

    Put it before the DRF class. The handler runs in a transaction of the mixin, so services called
    by it must not ask for ``durable=True``, and what may not roll back belongs in ``on_commit``.
    """

    def prepare(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What a POST works out before that transaction, which on SQLite is the write lock."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        handler: Callable[..., Response] | None = getattr(self, "post", None)
        if request.method != "POST" or handler is None:  # without a handler DRF answers 405
            return

        def post(request: Request, *args: Any, **kwargs: Any) -> Response:
            prepare = partial(self.prepare, request, *args, **kwargs)
            run = partial(handler, request, *args, **kwargs)
            if "HTTP_IDEMPOTENCY_KEY" in request.META:
                return _respond_once(self, request, prepare, run)
            prepare()
            return run()

        # A view serves one request, and DRF looks its handler up after this. Set by name: the
        # class may have no method to override.
        setattr(self, "post", post)  # noqa: B010


def _respond_once(
    view: Any, request: Request, prepare: Callable[[], None], run: Callable[[], Response]
) -> Response:
    """The stored answer, or the handler's, whose effects commit with the record."""
    record = claim_record(call=_read_call(request))
    if record.state == RecordState.DONE:
        return _stored_response(record)
    try:
        refusal = _run(view, prepare)
        with transaction.atomic():
            response: Any = refusal or _run(view, run)
            if is_kept := _is_kept(response):
                complete_record(record=record, response=response)
            else:
                transaction.set_rollback(True)
    except Exception:
        release_record(record=record)
        raise
    if not is_kept:
        release_record(record=record)
    return response


def _run(view: Any, run: Callable[[], Response | None]) -> Response | None:
    """The handler's answer, or the problem its error becomes.

    Translated here, inside the transaction: what the services committed before a refusal stays,
    as it does without a key.
    """
    try:
        return run()
    except Exception as error:
        return view.handle_exception(error)


def _is_kept(response: Response) -> bool:
    """Not a failure of ours, and not an answer that asks to be tried again."""
    data = response.data
    is_retryable = isinstance(data, dict) and response.status_code >= 400 and data.get("retryable")
    return response.status_code < 500 and not is_retryable


def _read_call(request: Request) -> IdempotencyRecord:
    """The call as its record names it; not stored yet."""
    key = request.META["HTTP_IDEMPOTENCY_KEY"]
    if not _KEY.fullmatch(key):
        raise invalid("Idempotency-Key", "Send 1 to 200 printable ASCII characters.")
    canonical = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    return IdempotencyRecord(
        principal=identity_of(request.user),
        key=key,
        operation=f"{request.method} {request.get_full_path()}"[:_OPERATION_CHARACTERS],
        body_hash=hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest(),
    )


def _stored_response(record: IdempotencyRecord) -> Response:
    assert record.status is not None  # noqa: S101 - a database constraint holds it
    data = json.loads(record.response_body) if record.response_body else None
    content_type = CONTENT_TYPE if record.status >= 400 else None
    headers = {REPLAYED_HEADER: "true"}
    return Response(data, status=record.status, headers=headers, content_type=content_type)


def claim_record(*, call: IdempotencyRecord, now: datetime | None = None) -> IdempotencyRecord:
    """The record of ``call``: RUNNING and ours to run, or DONE with the answer to give again.

    Raises DomainError ``idempotency_conflict`` (the key belongs to another call) or
    ``in_progress``. Of concurrent calls one wins: the unique constraint decides between new ones,
    a conditional UPDATE of the token between those that take over.
    """
    now = now or timezone.now()
    record, is_new = _meet(call, now)
    if record.created_at < _oldest_kept(now):
        IdempotencyRecord.objects.filter(pk=record.pk, created_at=record.created_at).delete()
        record, is_new = _meet(call, now)
    if is_new:
        return record
    if (record.operation, record.body_hash) != (call.operation, call.body_hash):
        raise DomainError("idempotency_conflict")
    if record.state == RecordState.DONE:
        return record
    return _take_over(record, now)


def complete_record(*, record: IdempotencyRecord, response: Response) -> None:
    """Store the answer. Call it in the transaction of the writes that the answer tells of.

    Raises DomainError ``in_progress`` when another call has taken the record over.
    """
    body = b"" if response.data is None else JSONRenderer().render(response.data)
    updated = _ours(record).update(
        state=RecordState.DONE, status=response.status_code, response_body=body.decode()
    )
    if not updated:
        raise DomainError("in_progress", "Another call has taken this one over.")


def release_record(*, record: IdempotencyRecord) -> None:
    """Forget a call that left nothing behind, so that it can be made again at once."""
    _ours(record).delete()


def old_records(now: datetime) -> QuerySet[IdempotencyRecord]:
    return IdempotencyRecord.objects.filter(created_at__lt=_oldest_kept(now))


def _ours(record: IdempotencyRecord) -> Any:
    return IdempotencyRecord.objects.filter(
        pk=record.pk, claim_token=record.claim_token, state=RecordState.RUNNING
    )


def _oldest_kept(now: datetime) -> datetime:
    return now - timedelta(hours=KEPT_HOURS)


def _meet(call: IdempotencyRecord, now: datetime) -> tuple[IdempotencyRecord, bool]:
    """The record under the call's key, and whether it is this call's own."""
    try:
        return IdempotencyRecord.objects.get_or_create(
            principal=call.principal,
            key=call.key,
            defaults={
                "operation": call.operation,
                "body_hash": call.body_hash,
                "claim_token": uuid.uuid4(),
                "claimed_at": now,
                "created_at": now,
            },
        )
    except IntegrityError:  # the other call ended without an answer worth keeping
        raise DomainError("in_progress") from None


def _take_over(record: IdempotencyRecord, now: datetime) -> IdempotencyRecord:
    """Make a running record ours when its process has been silent for too long."""
    silent_since = now - timedelta(seconds=TAKEOVER_AFTER_SECONDS)
    # Looked at before the UPDATE: on SQLite that would wait for the running call's transaction.
    if record.claimed_at > silent_since:
        raise DomainError("in_progress")
    token = uuid.uuid4()
    if _ours(record).update(claim_token=token, claimed_at=now):
        record.claim_token, record.claimed_at = token, now
        return record
    # It has ended, or somebody else took it over, between our reading it and the UPDATE.
    current = IdempotencyRecord.objects.filter(pk=record.pk).first()
    if current is not None and current.state == RecordState.DONE:
        return current
    raise DomainError("in_progress")
