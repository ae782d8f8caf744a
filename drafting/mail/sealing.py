"""What is kept on disk, encrypted by DESK_MAILBOX_KEY where it is set (Fernet: AES and HMAC)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


class SealedError(OSError):
    """It was sealed by another key, or spoilt: nobody but who has the key can go on."""

    def __init__(self) -> None:
        super().__init__(
            "What opens the mailbox was kept with another DESK_MAILBOX_KEY than this process has."
        )


def seal(data: bytes) -> bytes:
    box = _box()
    return box.encrypt(data) if box else data


def unseal(data: bytes) -> bytes:
    """What was kept before there was a key is read as it is, and sealed when it is next written."""
    if data.startswith(b"{"):
        return data
    box = _box()
    try:
        if box:
            return box.decrypt(data)
    except InvalidToken:
        pass
    raise SealedError


def _box() -> Fernet | None:
    """The key has 32 characters or more of chance, so one hash makes of it what Fernet takes."""
    key = settings.DESK_MAILBOX_KEY
    return Fernet(urlsafe_b64encode(sha256(key.encode()).digest())) if key else None
