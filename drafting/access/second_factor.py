"""The second factor of staff: an authenticator app (TOTP), passkeys, and ten recovery codes.

Whoever has set one up is asked for it at every login. ``DESK_SECOND_FACTOR`` says who must have
one; such a person reaches nothing but the page that sets it up, and the API takes no such session.
"""

from typing import Any

import django_otp
import structlog
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from config.errors import CONTENT_TYPE, DomainError, problem

logger = structlog.get_logger(__name__)

RECOVERY_CODES = 10
PAGE = "auth_user_second_factor"
_HAS_ONE = "has_second_factor"
PASSKEY_PAGES = "auth_user_passkey_"
PASSKEY_CALLS = ("register", "registered", "show", "shown")
# What may be opened on the way to the second factor, and all that may.
_WAY_IN = frozenset(
    f"admin:{page}"
    for page in (
        PAGE,
        "login",
        "logout",
        "jsi18n",
        *(PASSKEY_PAGES + call for call in PASSKEY_CALLS),
    )
)
# Only managers may see agents' keys: who has this right decides over who else gets in.
_MANAGERS_RIGHT = "drafting.view_agentkey"


class SecondFactorMiddleware(MiddlewareMixin):
    """Leads whoever lacks the second factor to its page, wherever an address stands and whoever
    mounted it; the API refuses. Only the way in is open."""

    def process_view(self, request: HttpRequest, view: Any, *given: Any) -> HttpResponse | None:
        match = request.resolver_match
        is_way_in = match is not None and match.view_name in _WAY_IN
        if is_way_in or not lacks_second_factor(request):
            return None
        if not hasattr(view, "cls"):
            return redirect(f"admin:{PAGE}")
        # Django REST framework's: a program called it, which no page helps.
        error = DomainError(
            "permission_denied", "Enter your second factor in the back office first."
        )
        return JsonResponse(problem(error), status=error.kind.status, content_type=CONTENT_TYPE)


@receiver(user_logged_in)
def note_second_factor(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Kept in the session, so that no later request has to look for devices."""
    request.session[_HAS_ONE] = has_second_factor(user)


def lacks_second_factor(request: HttpRequest) -> bool:
    """Whether this session's person must still show their second factor, or set one up."""
    user: Any = request.user
    if not (user.is_authenticated and user.is_staff) or user.is_verified():
        return False
    return bool(request.session.get(_HAS_ONE)) or is_required_of(user)


def is_required_of(user: User) -> bool:
    """By the setting: of nobody, of managers and superusers, of all staff."""
    who: str = settings.DESK_SECOND_FACTOR
    return who == "staff" or (who == "managers" and user.has_perm(_MANAGERS_RIGHT))


def has_second_factor(user: User) -> bool:
    return has_app(user) or passkeys_of(user).exists()


def has_app(user: User) -> bool:
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def passkeys_of(user: User) -> QuerySet[WebAuthnCredential]:
    return WebAuthnCredential.objects.filter(user=user).order_by("created_at")


def pending_device(*, user: User) -> TOTPDevice:
    """The device being set up; its secret stays until it is confirmed."""
    with transaction.atomic():
        lock_person(user)
        device = TOTPDevice.objects.filter(user=user, confirmed=False).first()
        return device or TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def confirm_device(*, request: HttpRequest, token: str) -> list[str]:
    """Turns the pending device on; the recovery codes, which are shown this once. [] when the
    token is wrong, or came too soon after another wrong one."""
    user: Any = request.user
    with transaction.atomic():
        lock_person(user)
        device = TOTPDevice.objects.filter(user=user, confirmed=False).first()
        # Whoever has a passkey shows it before an app is added.
        is_shown = user.is_verified() or not has_second_factor(user)
        if has_app(user) or device is None or not is_shown or not device.verify_token(token):
            return []
        device.confirmed = True
        device.save()
    open_session(request, device)
    end_other_sessions(request)
    logger.info("second_factor_set", person=user.pk)
    return new_recovery_codes(user=user)


def enter_token(*, request: HttpRequest, token: str) -> bool:
    """Whether the token of the app, or a recovery code (good once), opens the session. A wrong
    one makes the next wait longer: django-otp counts them per device."""
    device = django_otp.match_token(request.user, token)
    if device is None:
        logger.warning("second_factor_refused", person=request.user.pk)
        return False
    open_session(request, device)
    return True


def new_recovery_codes(*, user: User) -> list[str]:
    """Ten new codes in place of the old ones."""
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    with transaction.atomic():
        device, _ = StaticDevice.objects.get_or_create(user=user, name="recovery")
        device.token_set.all().delete()
        StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def count_recovery_codes(*, user: User) -> int:
    return StaticToken.objects.filter(device__user=user).count()


def remove_passkey(*, user: User, passkey_id: str) -> bool:
    """Whether it was taken away; what is not theirs, and the only factor, stay."""
    with transaction.atomic():
        lock_person(user)
        one = passkeys_of(user).filter(pk=passkey_id) if passkey_id.isdecimal() else None
        is_only = not has_app(user) and passkeys_of(user).count() < 2
        if one is None or is_only or not one.delete()[0]:
            return False
    logger.info("passkey_removed", person=user.pk)
    return True


def remove_second_factor(*, user: User) -> None:
    """Takes devices and codes away and ends the person's sessions: whoever holds one of those
    must not be the first to set up a new device."""
    with transaction.atomic():
        for device in django_otp.devices_for_user(user, confirmed=None):
            device.delete()
        _end_sessions(user)
    logger.warning("second_factor_removed", person=user.pk)


def lock_person(user: Any) -> None:
    """Within a transaction; of nobody when nobody is logged in."""
    User.objects.select_for_update().filter(pk=user.pk).first()


def end_other_sessions(request: HttpRequest) -> None:
    """Sessions from before the first factor were opened by the password alone."""
    _end_sessions(request.user, but=request.session.session_key or "")


def open_session(request: HttpRequest, device: Any) -> None:
    request.session.cycle_key()
    django_otp.login(request, device)


def _end_sessions(user: Any, *, but: str = "") -> None:
    for session in Session.objects.exclude(session_key=but):
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
