"""What happens to agents' keys: made, revoked, used."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.errors import DomainError
from drafting.access.models import KEY_GENERATOR, AgentKey, Scope
from learning.events.choices import Source

LAST_USED_EVERY_SECONDS = 60
OVERLAP_HOURS = 24  # after a roll both secrets hold


def create_key(
    *,
    name: str,
    scopes: Sequence[str] = tuple(Scope.values),
    source: str = Source.LIVE,
    expires_at: datetime | None = None,
    created_by: User | None = None,
    reason: str = "Created",
) -> tuple[AgentKey, str]:
    """Make a key; the second value is the whole key, which nothing can show again.

    Raises ValidationError for an unknown scope or source, or a bad name.
    """
    secret, prefix, hashed_key = KEY_GENERATOR.generate()
    key = AgentKey(
        name=name.strip(),
        scopes=_in_order(scopes),
        source=source,
        expires_at=expires_at,
        created_by=created_by,
        prefix=prefix,
        hashed_key=hashed_key,
    )
    key.full_clean(validate_unique=False)
    with transaction.atomic():
        key.save_signed(by=created_by, reason=reason)
    return key, secret


def _in_order(scopes: Sequence[str]) -> list[str]:
    """As the choices stand, each once, what is none at the end: two keys with equal rights look
    equal."""
    return sorted(set(scopes), key=[*Scope.values, *scopes].index)


def change_key(
    *,
    key_id: int,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None,
    by: User | None,
    reason: str,
) -> AgentKey:
    """Change what a key is called and may do. Locks the row.

    Raises DomainError ``already_decided`` for a revoked key: it ended for good.
    """
    with _locked(key_id) as key:
        key.name, key.scopes, key.expires_at = name.strip(), _in_order(scopes), expires_at
        key.save_signed(by=by, reason=reason, fields=["name", "scopes", "expires_at"])
    return key


def roll_key(*, key_id: int, by: User | None, reason: str) -> str:
    """Give a key a new secret; the one before holds for the overlap. Returns the whole new key.

    The prefix stays: events, claims and limits are still those of the same agent. Locks the row.
    Raises DomainError ``already_decided`` for a revoked key.
    """
    with _locked(key_id) as key:
        secret = f"{key.prefix}.{KEY_GENERATOR.get_secret_key()}"
        key.previous_hashed_key = key.hashed_key
        key.previous_until = timezone.now() + timedelta(hours=OVERLAP_HOURS)
        key.hashed_key = KEY_GENERATOR.hash(secret)
        fields = ["hashed_key", "previous_hashed_key", "previous_until"]
        key.save_signed(by=by, reason=reason, fields=fields)
    return secret


def revoke_key(*, key_id: int, by: User | None, reason: str) -> AgentKey:
    """End a key for good. Raises DomainError ``already_decided`` when it is revoked already.

    Locks the row: of two people one is told that the other was first.
    """
    with _locked(key_id) as key:
        key.revoked_at = timezone.now()
        key.save_signed(by=by, reason=reason, fields=["revoked_at"])
    return key


@contextmanager
def _locked(key_id: int) -> Iterator[AgentKey]:
    """A key that has not ended, its row locked."""
    with transaction.atomic():
        key = AgentKey.objects.select_for_update().get(pk=key_id)
        if key.is_revoked:
            raise DomainError("already_decided", "This key is revoked already.")
        yield key


def find_usable_key(secret: str) -> AgentKey | None:
    """The key behind ``PREFIX.SECRET``, neither revoked nor expired; None for all others."""
    prefix, dot, _ = secret.partition(".")
    # PostgreSQL refuses NUL in a parameter; nothing but letters and digits is a prefix anyway.
    if not dot or not prefix.isalnum():
        return None
    key = AgentKey.objects.filter(prefix=prefix).first()
    return key if key and key.holds(secret) and key.is_usable() else None


def mark_key_used(*, key: AgentKey, now: datetime | None = None) -> None:
    """Note the use, at most once a minute: all other requests write nothing.

    Without a history row: ``update()`` is meant, and its condition settles the race of requests
    that all saw the old time.
    """
    now = now or timezone.now()
    stale = now - timedelta(seconds=LAST_USED_EVERY_SECONDS)
    if key.last_used_at is None or key.last_used_at <= stale:
        is_stale = Q(last_used_at=None) | Q(last_used_at__lte=stale)
        AgentKey.objects.filter(is_stale, pk=key.pk).update(last_used_at=now)
