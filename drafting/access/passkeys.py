"""Passkeys as the second factor, after the password: what the library leaves to its site.

A passkey belongs to the name that the desk is opened under; a browser takes none for a bare
address, nor without https, ``localhost`` apart.
"""

from typing import Any

import structlog
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.urls import URLPattern, path, reverse
from django_otp_webauthn import views
from django_otp_webauthn.exceptions import MalformedRequest
from django_otp_webauthn.helpers import WebAuthnHelper
from django_otp_webauthn.models import WebAuthnCredential

from drafting.access import second_factor

logger = structlog.get_logger(__name__)

# What the library, or those that it asks, raise of an answer that no browser makes.
_NOT_UNDERSTOOD = (ValueError, TypeError, LookupError, AttributeError, EOFError, RecursionError)


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


def passkey_urls(admin_view: Any) -> list[URLPattern]:
    return [
        path(
            f"second-factor/passkey_{name}/",
            admin_view(view.as_view()),
            name=f"{second_factor.PASSKEY_PAGES}{name}",
        )
        for name, view in VIEWS.values()
    ]


def script_settings(csrf_token: str) -> dict[str, str]:
    """What the library's scripts read from the page."""
    pages = f"admin:{second_factor.PASSKEY_PAGES}"
    addresses = {key: reverse(f"{pages}{name}") for key, (name, _) in VIEWS.items()}
    return addresses | {"csrfToken": csrf_token, "nextFieldSelector": "input[name='next']"}
