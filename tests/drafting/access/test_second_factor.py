"""The second factor: who must show it, what opens without it, how it is set up, lost and reset."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tests.drafting.desk.routes import address_of, desk_routes
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

INDEX = "/admin/"
PASSWORD = "a long password"


def page() -> str:
    return reverse("admin:auth_user_second_factor")


def logged_in(person: User) -> Client:
    """By the real login page."""
    client = Client()
    form = {"username": person.username, "password": PASSWORD, "next": INDEX}
    assert client.post("/admin/login/", form).status_code == 302
    return client


def token_of(person: User) -> str:
    """What the app shows now."""
    device = TOTPDevice.objects.get(user=person)
    clock = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    clock.time = timezone.now().timestamp()
    return f"{clock.token():06d}"


def set_up(client: Client, person: User) -> list[str]:
    """Through the page; the recovery codes that it shows."""
    assert "data:image/svg+xml" in client.get(page()).content.decode()
    shown = client.post(page(), {"token": token_of(person)})
    assert "no-store" in shown.headers["Cache-Control"]
    return re.findall(r"<code>(\w+)</code>", shown.content.decode())


@pytest.fixture
def clock():
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def manager(settings) -> User:
    settings.DESK_SECOND_FACTOR = "managers"
    return UserFactory.create(role="manager")


@pytest.mark.parametrize(
    ("setting", "role", "is_asked"),
    [
        ("optional", "superuser", False),
        ("managers", "reviewer", False),
        ("managers", "manager", True),
        ("managers", "superuser", True),
        ("staff", "none", True),
        ("staff", "reviewer", True),
    ],
)
def test_who_must_have_one_reaches_nothing_before(settings, setting, role, is_asked):
    settings.DESK_SECOND_FACTOR = setting
    client = logged_in(UserFactory.create(role=role))
    for path in (INDEX, "/admin/drafting/message/", "/admin/password_change/"):
        answer = client.get(path)
        assert (answer.status_code == 302 and answer.headers["Location"] == page()) is is_asked
    if role != "none":
        status = client.get("/api/v1/templates").status_code
        assert status == (403 if is_asked else 200)


def test_every_page_is_closed_but_the_way_in(manager):
    client = logged_in(manager)
    assert client.post("/admin/drafting/message/").headers["Location"] == page()
    assert client.get("/admin/jsi18n/").status_code == 200
    assert client.get(page()).status_code == 200
    assert client.post("/admin/logout/").status_code in (200, 302)
    assert client.get(INDEX).headers["Location"].startswith("/admin/login/")


TO_SHOW = {
    *("admin:login", "admin:jsi18n", "admin:auth_user_second_factor"),
    *("admin:auth_user_passkey_show", "admin:auth_user_passkey_shown"),
}
TO_SET_UP = TO_SHOW | {"admin:auth_user_passkey_register", "admin:auth_user_passkey_registered"}


@pytest.mark.parametrize("has_one", [False, True])
def test_the_way_in_is_all_that_a_password_opens(manager, clock, has_one):
    """Every address of the URL conf, whatever its name and wherever it was mounted."""
    if has_one:
        set_up(logged_in(manager), manager)
    client = logged_in(manager)
    client.raise_request_exception = False
    opened = {
        name or pattern
        for name, pattern in desk_routes()
        if name != "admin:logout"  # which would end the session
        for method in ("get", "post")
        if not is_refused(getattr(client, method)(address_of(pattern)))
    }
    assert opened == (TO_SHOW if has_one else TO_SET_UP)


def is_refused(answer) -> bool:
    return answer.status_code == 403 or answer.headers.get("Location") == page()


def test_set_up_then_asked_at_each_login(manager, clock):
    client = logged_in(manager)
    codes = set_up(client, manager)
    assert len(codes) == len(set(codes)) == 10
    assert client.get(INDEX).status_code == 200
    assert client.get("/api/v1/templates").status_code == 200
    clock.shift(timedelta(seconds=60))
    again = logged_in(manager)
    assert again.get(INDEX).headers["Location"] == page()
    assert again.get("/api/v1/templates").status_code == 403
    assert "data:image" not in again.get(page()).content.decode()  # the secret is not shown again
    assert again.post(page(), {"token": token_of(manager)}).headers["Location"] == INDEX
    assert again.get(INDEX).status_code == 200


def test_a_token_is_good_once(manager, clock):
    set_up(logged_in(manager), manager)
    answer = logged_in(manager).post(page(), {"token": token_of(manager)})
    assert "does not hold" in answer.content.decode()


def test_guessing_makes_the_wait_grow(manager, clock):
    set_up(logged_in(manager), manager)
    clock.shift(timedelta(seconds=60))
    client = logged_in(manager)
    for _ in range(5):
        client.post(page(), {"token": "000000"})
    assert "does not hold" in client.post(page(), {"token": token_of(manager)}).content.decode()
    clock.shift(timedelta(minutes=10))
    assert client.post(page(), {"token": token_of(manager)}).headers["Location"] == INDEX


def test_a_recovery_code_is_good_once(manager, clock):
    code = set_up(logged_in(manager), manager)[0]
    assert logged_in(manager).post(page(), {"token": code}).headers["Location"] == INDEX
    assert "does not hold" in logged_in(manager).post(page(), {"token": code}).content.decode()
    assert StaticToken.objects.count() == 9


def test_who_set_one_up_is_asked_though_nobody_must(clock):
    person = UserFactory.create(role="reviewer")
    earlier, client = logged_in(person), logged_in(person)
    set_up(client, person)
    assert client.get(INDEX).status_code == 200
    assert earlier.get(INDEX).headers["Location"].startswith("/admin/login/")  # was ended
    assert logged_in(person).get(INDEX).headers["Location"] == page()


def test_a_password_alone_cannot_replace_or_turn_off_the_second_factor(manager, clock):
    set_up(logged_in(manager), manager)
    thief = logged_in(manager)
    for form in ({"do": "off"}, {"do": "codes"}, {"token": "1"}):
        thief.post(page(), form)
    assert TOTPDevice.objects.get(user=manager).confirmed
    assert thief.get(INDEX).headers["Location"] == page()


def test_new_codes_replace_the_old(manager, clock):
    client = logged_in(manager)
    old = set_up(client, manager)
    shown = client.post(page(), {"do": "codes"}).content.decode()
    assert set(re.findall(r"<code>(\w+)</code>", shown)) == set(
        StaticToken.objects.values_list("token", flat=True)
    )
    assert not set(old) & set(StaticToken.objects.values_list("token", flat=True))


def test_turned_off_only_by_who_need_not_have_it(manager, settings, clock):
    client = logged_in(manager)
    set_up(client, manager)
    client.post(page(), {"do": "off"})
    assert TOTPDevice.objects.filter(user=manager).exists()
    settings.DESK_SECOND_FACTOR = "optional"
    client.post(page(), {"do": "off"})
    assert not TOTPDevice.objects.filter(user=manager).exists()
    assert client.get(INDEX).headers["Location"].startswith("/admin/login/")


def test_the_command_lets_somebody_in_again_and_ends_their_sessions(manager, clock):
    client = logged_in(manager)
    set_up(client, manager)
    out = StringIO()
    call_command("reset_second_factor", manager.username, stdout=out)
    assert "sets up a new one" in out.getvalue()
    assert client.get(INDEX).headers["Location"].startswith("/admin/login/")
    assert "data:image" in logged_in(manager).get(page()).content.decode()
    with pytest.raises(CommandError, match="Nobody"):
        call_command("reset_second_factor", "nobody")


def test_secrets_are_in_no_form_of_the_back_office(desk_client):
    client = desk_client("superuser")
    for address in ("/admin/otp_totp/totpdevice/", "/admin/otp_static/staticdevice/"):
        assert client.get(address).status_code == 404
