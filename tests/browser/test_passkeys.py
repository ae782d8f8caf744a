"""Passkeys as the second factor, with Chromium's virtual authenticator on the real pages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken
from django_otp_webauthn.models import WebAuthnCredential
from playwright.sync_api import Page

from tests.browser import scene
from tests.browser.axe import grave_findings
from tests.conftest import MODEL_BACKEND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

INDEX = "/admin/"
PAGE = "/admin/auth/user/second-factor/"
REGISTERED = "/admin/auth/user/second-factor/passkey_registered/"
ADD = "Add a passkey"
USE = "Use a passkey"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

PARTS = ("clientDataJSON", "attestationObject", "authenticatorData", "signature")
FORGED = {"id": "AA", "rawId": "AA", "type": "public-key", "response": dict.fromkeys(PARTS, "AA")}


@pytest.fixture
def manager(transactional_db, settings) -> User:
    settings.DESK_SECOND_FACTOR = "managers"
    return scene.person("manager")


def authenticator(page: Page) -> tuple[Any, str]:
    tool = page.context.new_cdp_session(page)
    tool.send("WebAuthn.enable")
    made = tool.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return tool, made["authenticatorId"]


def registered(page: Page) -> tuple[Any, str]:
    """The page of a person who lacked a second factor and added a passkey; its authenticator."""
    device = authenticator(page)
    page.get_by_role("button", name=ADD).click()
    page.wait_for_selector("text=Your second factor is on.")
    return device


def with_the_same_device(page: Page, device: tuple[Any, str]) -> tuple[Any, str]:
    tool, number = device
    kept = tool.send("WebAuthn.getCredentials", {"authenticatorId": number})["credentials"]
    new_tool, new_number = authenticator(page)
    for one in kept:
        new_tool.send("WebAuthn.addCredential", {"authenticatorId": new_number, "credential": one})
    return new_tool, new_number


def test_added_on_ones_own_page_and_shown_at_the_next_login(open_desk, manager):
    earlier = open_desk(manager, PAGE)
    page = open_desk(manager, INDEX)
    assert page.url.endswith(PAGE)
    device = registered(page)
    assert grave_findings(page) == [] and page.trouble == []
    assert page.goto(page.url.replace(PAGE, INDEX)).ok and page.url.endswith(INDEX)
    earlier.reload()
    assert "/login/" in earlier.url  # what a password alone had opened was ended

    again = open_desk(manager, INDEX)
    assert again.url.endswith(PAGE) and again.locator("#token").count() == 0
    assert again.request.get(again.url.replace(PAGE, "/api/v1/templates")).status == 403
    with_the_same_device(again, device)
    assert grave_findings(again) == []
    again.get_by_role("button", name=USE).click()
    again.wait_for_url(f"**{INDEX}")
    assert again.request.get(again.url.replace(INDEX, "/api/v1/templates")).ok
    assert again.trouble == []
    used = WebAuthnCredential.objects.get()
    assert used.user == manager and used.last_used_at and used.sign_count > 1


def test_a_strangers_passkey_opens_nothing(open_desk, manager):
    device = registered(open_desk(manager, PAGE))
    other = scene.person("manager", username="other")
    registered(open_desk(other, PAGE))
    thief = open_desk(other, PAGE)
    # Their page asks for the passkeys of `other`; this device holds another's.
    with_the_same_device(thief, device)
    thief.get_by_role("button", name=USE).click()
    thief.wait_for_selector("text=canceled or not allowed")
    thief.goto(thief.url.replace(PAGE, INDEX))
    assert thief.url.endswith(PAGE)


def test_a_password_alone_adds_no_second_passkey(open_desk, manager):
    registered(open_desk(manager, PAGE))
    thief = open_desk(manager, PAGE)
    assert thief.get_by_role("button", name=ADD).count() == 0
    token = json.loads(thief.locator("#otp_webauthn_config").text_content())["csrfToken"]
    for name in ("passkey_register", "passkey_registered"):
        answer = thief.request.post(
            f"{thief.url}{name}/", headers={"X-CSRFToken": token, "Referer": thief.url}, data={}
        )
        assert (answer.status, answer.json()["code"]) == (403, "user_not_verified")
    assert WebAuthnCredential.objects.count() == 1


def test_the_only_one_stays_a_second_is_removed(open_desk, manager):
    page = open_desk(manager, PAGE)
    tool, number = registered(page)
    page.get_by_role("button", name="Remove").click()
    page.wait_for_selector("text=Your only second factor stays")
    tool.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": number})
    authenticator(page)
    page.get_by_role("button", name=ADD).click()
    page.wait_for_selector("li:nth-of-type(2) >> text=Remove")
    page.get_by_role("button", name="Remove").first.click()
    page.wait_for_selector("li:nth-of-type(2) >> text=Remove", state="detached")
    assert WebAuthnCredential.objects.count() == 1 and page.trouble == []


def test_recovery_codes_open_the_desk_beside_a_passkey(open_desk, manager):
    page = open_desk(manager, PAGE)
    registered(page)
    page.get_by_role("button", name="New recovery codes").click()
    page.wait_for_selector("text=I have kept them")
    again = open_desk(manager, PAGE)
    again.fill("#token", StaticToken.objects.first().token)
    again.get_by_role("button", name="Go on").click()
    again.wait_for_url(f"**{INDEX}")


def test_the_command_takes_passkeys_too(open_desk, manager):
    page = open_desk(manager, PAGE)
    registered(page)
    call_command("reset_second_factor", manager.username, verbosity=0)
    assert not WebAuthnCredential.objects.exists()
    page.reload()
    assert "/login/" in page.url


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"\xff\xfe",
        b"{",
        b"null",
        b"[" * 100_000,
        b'{"id": "a", "rawId": "\xc3\xa9", "type": "public-key", "response": 7}',
        json.dumps(FORGED).encode(),
    ],
)
@pytest.mark.parametrize("step", ["registered", "shown"])
def test_what_no_browser_sends_is_refused(manager, body, step):
    client = Client(raise_request_exception=False)
    client.force_login(manager, backend=MODEL_BACKEND)
    begin = {"registered": "register", "shown": "show"}[step]
    assert client.post(REGISTERED.replace("registered", begin)).status_code == 200
    address = REGISTERED.replace("registered", step)
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code in (400, 404, 422)
