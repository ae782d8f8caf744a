"""The page on which the second factor is shown, set up and taken away.
With it comes what the library of passkeys leaves to its site.

A passkey belongs to the name that the desk is opened under; a browser takes none for a bare
address, nor without https, ``localhost`` apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import segno
import structlog
from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django_otp_webauthn import views
from django_otp_webauthn.exceptions import MalformedRequest
from django_otp_webauthn.helpers import WebAuthnHelper
from django_otp_webauthn.models import WebAuthnCredential

from drafting.access import second_factor
from drafting.access.second_factor import PASSKEY_PAGES
from templatesapp.admin.pages import page_urls, show_page

logger = structlog.get_logger(__name__)

TEMPLATE = "admin/drafting/second_factor.html"
STAYS = "Nothing was removed. Your only second factor stays: add another first."
WRONG = "That code does not hold. After wrong ones the wait grows: try again in a moment."
# What the library, or those that it asks, raise of an answer that no browser makes.
_NOT_UNDERSTOOD = (ValueError, TypeError, LookupError, AttributeError, EOFError, RecursionError)

Show = Callable[..., HttpResponse]  # the page, by what the template shows


def second_factor_view(request: HttpRequest, owner: admin.ModelAdmin[Any]) -> HttpResponse:
    user: Any = request.user
    settings = script_settings(get_token(request))
    show = partial(show_page, request, owner, TEMPLATE, opts=None, passkey_settings=settings)
    if not user.is_verified() and second_factor.has_second_factor(user):
        return _entry_page(request, user, show)
    if user.is_verified() and ("app" not in request.GET or second_factor.has_app(user)):
        return _settings_page(request, user, show)
    return _set_up_page(request, user, show)


def _entry_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    if request.method == "POST":
        if second_factor.enter_token(request=request, token=_token(request)):
            return redirect("admin:index")
        messages.error(request, WRONG)
    return show(
        title="Second factor",
        step="enter",
        has_passkey=second_factor.passkeys_of(user).exists(),
        has_codes=second_factor.has_app(user) or second_factor.count_recovery_codes(user=user),
    )


def _set_up_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    if request.method == "POST":
        if codes := second_factor.confirm_device(request=request, token=_token(request)):
            return show(title="Recovery codes", step="codes", codes=codes)
        messages.error(request, WRONG)
    device = second_factor.pending_device(user=user)
    return show(
        title="Set up your second factor",
        step="set up",
        is_required=second_factor.is_required_of(user) and not user.is_verified(),
        image=segno.make(device.config_url).svg_data_uri(scale=5, light="white"),
        secret=device.config_url.partition("secret=")[2].partition("&")[0],
    )


def _settings_page(request: HttpRequest, user: Any, show: Show) -> HttpResponse:
    is_required = second_factor.is_required_of(user)
    act = request.POST.get("do")
    if act == "codes":
        codes = second_factor.new_recovery_codes(user=user)
        return show(title="Recovery codes", step="codes", codes=codes)
    if act == "off" and not is_required:
        second_factor.remove_second_factor(user=user)
        return redirect("admin:login")
    if request.method == "POST":
        passkey_id = request.POST.get("passkey", "")
        if not second_factor.remove_passkey(user=user, passkey_id=passkey_id):
            messages.warning(request, STAYS)
        return redirect(f"admin:{second_factor.PAGE}")
    return show(
        title="Second factor",
        step="settings",
        is_required=is_required,
        codes_left=second_factor.count_recovery_codes(user=user),
        has_app=second_factor.has_app(user),
        passkeys=second_factor.passkeys_of(user),
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
            second_factor.lock_person(request.user)
            answer: HttpResponse = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def handle_exception(self, problem: Exception) -> JsonResponse:
        if isinstance(problem, _NOT_UNDERSTOOD):
            problem = MalformedRequest()
        return super().handle_exception(problem)  # type: ignore[misc]


class RegisteredView(_OneAtATime, views.CompleteCredentialRegistrationView):
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        had_one = second_factor.has_second_factor(self.request.user)
        answer: HttpResponse = super().post(*args, **kwargs)
        if not had_one:
            second_factor.end_other_sessions(self.request)
        logger.info("passkey_registered", person=self.request.user.pk)
        return answer


class ShownView(_OneAtATime, views.CompleteCredentialAuthenticationView):
    def complete_auth(self, device: WebAuthnCredential) -> None:
        second_factor.open_session(self.request, device)


# By the name under which the library's scripts look for the address.
VIEWS = {
    "beginRegistrationUrl": ("register", views.BeginCredentialRegistrationView),
    "completeRegistrationUrl": ("registered", RegisteredView),
    "beginAuthenticationUrl": ("show", views.BeginCredentialAuthenticationView),
    "completeAuthenticationUrl": ("shown", ShownView),
}


def second_factor_urls(owner: admin.ModelAdmin[Any]) -> list[URLPattern]:
    """The page, and what its scripts call."""
    at, page = "second-factor/", partial(second_factor_view, owner=owner)
    called = (
        (f"{at}passkey_{name}/", f"{PASSKEY_PAGES}{name}", view.as_view())
        for name, view in VIEWS.values()
    )
    return page_urls(owner, (at, second_factor.PAGE, page), *called)


def script_settings(csrf_token: str) -> dict[str, str]:
    """What the library's scripts read from the page."""
    pages = f"admin:{PASSKEY_PAGES}"
    addresses = {key: reverse(f"{pages}{name}") for key, (name, _) in VIEWS.items()}
    return addresses | {"csrfToken": csrf_token, "nextFieldSelector": "input[name='next']"}
