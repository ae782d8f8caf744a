"""The second factor of staff: an authenticator app (TOTP), passkeys, and ten recovery codes.

Whoever has set one up is asked for it at every login. ``DESK_SECOND_FACTOR`` says who must have
one; such a person reaches nothing but the page that sets it up, and the API takes no such session.
On that page it is shown, set up and taken away; with it comes what the library of passkeys leaves
to its site.

A passkey belongs to the name that the desk is opened under; a browser takes none for a bare
address, nor without https, ``localhost`` apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import django_otp
import segno
import structlog
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils.deprecation import MiddlewareMixin
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn import views
from django_otp_webauthn.exceptions import MalformedRequest
from django_otp_webauthn.helpers import WebAuthnHelper
from django_otp_webauthn.models import WebAuthnCredential

from config.errors import CONTENT_TYPE, DomainError, problem
from templatesapp.admin.pages import page_urls, show_page

logger = structlog.get_logger(__name__)

RECOVERY_CODES = 10
PAGE = "auth_user_second_factor"
_HAS_ONE = "has_second_factor"
PASSKEY_PAGES = "auth_user_passkey_"
# Only managers may see agents' keys: who has this right decides over who else gets in.
_MANAGERS_RIGHT = "drafting.view_agentkey"
TEMPLATE = "admin/drafting/second_factor.html"
STAYS = "Nothing was removed. Your only second factor stays: add another first."
WRONG = "That code does not hold. After wrong ones the wait grows: try again in a moment."
# What the library, or those that it asks, raise of an answer that no browser makes.
_NOT_UNDERSTOOD = (ValueError, TypeError, LookupError, AttributeError, EOFError, RecursionError)

Show = Callable[..., HttpResponse]  # the page, by what the template shows


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
    _end_sessions(user, but=request.session.session_key)
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


def open_session(request: HttpRequest, device: Any) -> None:
    request.session.cycle_key()
    django_otp.login(request, device)


def _end_sessions(user: Any, *, but: str | None = None) -> None:
    """Also those from before the first factor, which the password alone had opened."""
    for session in Session.objects.exclude(session_key=but or ""):
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()


def second_factor_view(request: HttpRequest, owner: admin.ModelAdmin[Any]) -> HttpResponse:
    user: Any = request.user
    called = script_settings(get_token(request))
    show = partial(show_page, request, owner, TEMPLATE, opts=None, passkey_settings=called)
    if not user.is_verified() and has_second_factor(user):
        return _entry_page(request, user, show)
    if user.is_verified() and ("app" not in request.GET or has_app(user)):
        return _settings_page(request, user, show)
    return _set_up_page(request, user, show)


def _entry_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    if request.method == "POST":
        if enter_token(request=request, token=_token(request)):
            return redirect("admin:index")
        messages.error(request, WRONG)
    return show(
        title="Second factor",
        step="enter",
        has_passkey=passkeys_of(user).exists(),
        has_codes=has_app(user) or count_recovery_codes(user=user),
    )


def _set_up_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    if request.method == "POST":
        if codes := confirm_device(request=request, token=_token(request)):
            return show(title="Recovery codes", step="codes", codes=codes)
        messages.error(request, WRONG)
    device = pending_device(user=user)
    return show(
        title="Set up your second factor",
        step="set up",
        is_required=is_required_of(user) and not user.is_verified(),
        image=segno.make(device.config_url).svg_data_uri(scale=5, light="white"),
        secret=device.config_url.partition("secret=")[2].partition("&")[0],
    )


def _settings_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    is_required = is_required_of(user)
    act = request.POST.get("do")
    if act == "codes":
        codes = new_recovery_codes(user=user)
        return show(title="Recovery codes", step="codes", codes=codes)
    if act == "off" and not is_required:
        remove_second_factor(user=user)
        return redirect("admin:login")
    if request.method == "POST":
        passkey_id = request.POST.get("passkey", "")
        if not remove_passkey(user=user, passkey_id=passkey_id):
            messages.warning(request, STAYS)
        return redirect(f"admin:{PAGE}")
    return show(
        title="Second factor",
        step="settings",
        is_required=is_required,
        codes_left=count_recovery_codes(user=user),
        has_app=has_app(user),
        passkeys=passkeys_of(user),
    )


def _token(request: HttpRequest) -> str:
    return request.POST.get("token", "").replace(" ", "")[:40]


class PasskeyHelper(WebAuthnHelper):
    """The name and origin are those that the page was asked under: ALLOWED_HOSTS bounds them."""

    def get_relying_party_domain(self) -> str:
        return split_domain_port(self.request.get_host())[0]

    def get_allowed_origins(self) -> list[str]:
        return [f"{self.request.scheme}://{self.request.get_host()}"]

    def create_credential(self, user: Any, *args: Any, **kwargs: Any) -> WebAuthnCredential:
        device = super().create_credential(user, *args, **kwargs)
        if WebAuthnCredential.objects.filter(
            credential_id_sha256=device.get_credential_id_sha256(device.credential_id)
        ).exists():
            raise MalformedRequest("This passkey is registered already.")
        device.name = self.request.headers.get("User-Agent", "")[:64]
        return device


class _OneAtATime:
    """Two factors set up at once would each be the first: the person's row is locked meanwhile."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with transaction.atomic():
            lock_person(request.user)
            answer: HttpResponse = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def handle_exception(self, problem: Exception) -> JsonResponse:
        if isinstance(problem, _NOT_UNDERSTOOD):
            problem = MalformedRequest()
        return super().handle_exception(problem)  # type: ignore[misc]


class RegisteredView(_OneAtATime, views.CompleteCredentialRegistrationView):
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        had_one = has_second_factor(self.request.user)
        answer: HttpResponse = super().post(*args, **kwargs)
        if not had_one:
            _end_sessions(self.request.user, but=self.request.session.session_key)
        logger.info("passkey_registered", person=self.request.user.pk)
        return answer


class ShownView(_OneAtATime, views.CompleteCredentialAuthenticationView):
    def complete_auth(self, device: WebAuthnCredential) -> None:
        open_session(self.request, device)


# By the name under which the library's scripts look for the address.
VIEWS = {
    "beginRegistrationUrl": ("register", views.BeginCredentialRegistrationView),
    "completeRegistrationUrl": ("registered", RegisteredView),
    "beginAuthenticationUrl": ("show", views.BeginCredentialAuthenticationView),
    "completeAuthenticationUrl": ("shown", ShownView),
}
_PASSKEY_CALLS = (PASSKEY_PAGES + name for name, _ in VIEWS.values())
# What may be opened on the way to the second factor, and all that may.
_WAY_IN = frozenset(
    f"admin:{page}" for page in (PAGE, "login", "logout", "jsi18n", *_PASSKEY_CALLS)
)


def second_factor_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    """The page, and what its scripts call."""
    at, page = "second-factor/", partial(second_factor_view, owner=owner)
    called = (
        (f"{at}passkey_{name}/", f"{PASSKEY_PAGES}{name}", view.as_view())
        for name, view in VIEWS.values()
    )
    return page_urls(owner, (at, PAGE, page), *called)


def script_settings(csrf_token: str) -> dict[str, str]:
    """What the library's scripts read from the page."""
    pages = f"admin:{PASSKEY_PAGES}"
    addresses = {key: reverse(f"{pages}{name}") for key, (name, _) in VIEWS.items()}
    return addresses | {"csrfToken": csrf_token, "nextFieldSelector": "input[name='next']"}
