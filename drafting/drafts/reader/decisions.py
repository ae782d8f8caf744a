"""Makes a reader live or goes back to another, and removes what an erased guest taught.

All versions are locked in the order of their keys: two decisions wait for each other.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from config.errors import DomainError, found, invalid
from drafting.drafts.reader.models import MAX_REASON_CHARACTERS, ReaderState, ReaderVersion

DECIDE_PERMISSION = "drafting.decide_reader"
_ERASED = "Mail of an erased guest had taught it."


def go_live(*, version_id: int, by: Any, reason: str, now: datetime) -> ReaderVersion:
    """Read mail with this version from now on; what was live can be gone back to. Raises
    ``permission_denied``, ``validation_error`` without a reason, ``not_found``, ``already_decided``
    for one that is live, ``conflict`` for one that was erased."""
    reason = _checked(by, reason)
    with transaction.atomic():
        versions = _locked()
        version = found(versions.get(version_id), f"There is no reader {version_id}.")
        if version.state == ReaderState.LIVE:
            raise DomainError("already_decided", "Mail is read with this reader already.")
        if version.state == ReaderState.ERASED:
            raise DomainError("conflict", "This reader was erased with a guest.")
        live = next((one for one in versions.values() if one.state == ReaderState.LIVE), None)
        if live is not None:
            _save(live, ReaderState.FORMER, by, reason, now)
        version.replaced = live
        _save(version, ReaderState.LIVE, by, reason, now)
    return version


def go_back(*, version_id: int, by: Any, reason: str, now: datetime) -> ReaderVersion | None:
    """Read mail with what was live before this version; None: with what is shipped. Raises
    ``permission_denied``, ``validation_error`` without a reason, ``already_decided`` where this
    version is not live."""
    reason = _checked(by, reason)
    with transaction.atomic():
        versions = _locked()
        version = versions.get(version_id)
        if version is None or version.state != ReaderState.LIVE:
            raise DomainError("already_decided", "Mail is not read with this reader.")
        former = _before(version, versions)
        _save(version, ReaderState.FORMER, by, reason, now)
        if former is not None:
            _save(former, ReaderState.LIVE, by, reason, now)
    return former


def erase_taught_by(*, guests: Collection[str]) -> int:
    """Erase every version that mail of these guests (keyed hashes) taught: its arrays go for good.
    Where it was live, mail is read with what was live before. Returns how many.

    Needs a transaction, in which the mail is gone already: whoever makes a candidate meanwhile
    holds that mail until the candidate stands here.
    """
    versions = _locked()
    taught = [one for one in versions.values() if not set(guests).isdisjoint(one.guests)]
    was_live = next((one for one in taught if one.state == ReaderState.LIVE), None)
    for version in taught:
        version.arrays, version.guests, version.readings = None, [], []
        _save(version, ReaderState.ERASED, None, _ERASED, None)
    if was_live is not None and (former := _before(was_live, versions)) is not None:
        _save(former, ReaderState.LIVE, None, _ERASED, None)
    return len(taught)


def _checked(by: Any, reason: str) -> str:
    if not by.has_perm(DECIDE_PERMISSION):
        raise DomainError("permission_denied", "You may not decide about the reader.")
    reason = reason.strip()
    if not 0 < len(reason) <= MAX_REASON_CHARACTERS:
        raise invalid("reason", f"Say why, in at most {MAX_REASON_CHARACTERS} characters.")
    return reason


def _locked() -> dict[int, ReaderVersion]:
    versions = ReaderVersion.objects.select_for_update().defer("arrays").order_by("pk")
    return {version.pk: version for version in versions}


def _before(version: ReaderVersion, versions: dict[int, ReaderVersion]) -> ReaderVersion | None:
    """The last that was live before and still has its arrays."""
    seen = {version.pk}
    key = version.replaced_id
    while key is not None and key not in seen:
        former = versions[key]
        if former.state == ReaderState.FORMER:
            return former
        seen.add(key)
        key = former.replaced_id
    return None


def _save(
    version: ReaderVersion, state: ReaderState, by: Any, reason: str, now: datetime | None
) -> None:
    version.state = state
    if now is not None:
        version.decided_by, version.decided_at = by, now
    version.save_signed(by=by, reason=reason)
