"""The login: guessing is stopped by name and by address; sessions end, are listed and ended."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from drafting.access.requests import client_address
from drafting.access.sessions import list_sessions
from tests.conftest import MODEL_BACKEND
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LOGIN = "/admin/login/"
INDEX = "/admin/"
PASSWORD = "a long password"
LIMIT = 10


def log_in(username: str, password: str, address: str = "192.0.2.1", **headers: str):
    form = {"username": username, "password": password}
    return Client().post(LOGIN, form, REMOTE_ADDR=address, **headers)


def is_in(answer) -> bool:
    return answer.status_code == 302 and "sessionid" in answer.cookies


def test_who_was_just_added_may_log_in(admin_client):
    form = {"username": "nora", "password1": PASSWORD, "password2": PASSWORD}
    added = admin_client.post(
        reverse("admin:auth_user_add"), {**form, "usable_password": "true"}, follow=True
    )
    assert "was added" in added.content.decode()
    assert is_in(log_in("nora", PASSWORD))


def test_spraying_names_from_one_address_locks_the_address():
    UserFactory.create(username="ada", role="manager")
    for number in range(LIMIT):
        log_in(f"name{number}", "Summer2026!")
    locked = log_in("ada", PASSWORD)
    assert locked.status_code == 429 and "a quarter of an hour" in locked.content.decode()
    assert is_in(log_in("ada", PASSWORD, address="192.0.2.2"))


def test_all_addresses_of_ones_own_network_are_one():
    UserFactory.create(username="ada", role="manager")
    for number in range(LIMIT):
        log_in(f"name{number}", "Summer2026!", address=f"2001:db8:1:2::{number + 1:x}")
    assert log_in("ada", PASSWORD, address="2001:db8:1:2:ffff::1").status_code == 429
    assert is_in(log_in("ada", PASSWORD, address="2001:db8:1:3::1"))


def test_one_name_tried_from_many_places_locks_the_name():
    UserFactory.create(username="ada", role="manager")
    UserFactory.create(username="bob", role="manager")
    for number in range(LIMIT):
        log_in("ada", f"guess{number}", address=f"192.0.2.{number}")
    assert log_in("ada", PASSWORD, address="198.51.100.1").status_code == 429
    assert is_in(log_in("bob", PASSWORD, address="198.51.100.1"))


def test_a_lock_opens_after_its_time():
    UserFactory.create(username="ada", role="manager")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(LIMIT):
            log_in("ada", f"guess{number}")
        assert log_in("ada", PASSWORD).status_code == 429
        clock.shift(timedelta(minutes=16))
        assert is_in(log_in("ada", PASSWORD))


def test_behind_a_proxy_one_guesser_locks_out_nobody_else(settings):
    settings.DESK_PROXIES = 1
    UserFactory.create(username="ada", role="manager")
    proxy = "10.0.0.1"
    for number in range(LIMIT):
        # What a guesser writes themselves stands before what the proxy saw.
        seen = f"203.0.113.{number}, 192.0.2.66"
        log_in(f"name{number}", "x", address=proxy, HTTP_X_FORWARDED_FOR=seen)
    stuck = log_in("ada", PASSWORD, address=proxy, HTTP_X_FORWARDED_FOR="1.1.1.1, 192.0.2.66")
    assert stuck.status_code == 429
    assert is_in(log_in("ada", PASSWORD, address=proxy, HTTP_X_FORWARDED_FOR="192.0.2.7"))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "198.51.100.9", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "198.51.100.9", "198.51.100.9"),
        (1, "6.6.6.6, 198.51.100.9", "198.51.100.9"),
        (2, "6.6.6.6, 198.51.100.9, 10.0.0.2", "198.51.100.9"),
        (2, "198.51.100.9", "10.0.0.1"),
        (1, "x" * 200, "10.0.0.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:198.51.100.9", "198.51.100.9"),
    ],
)
def test_the_address_is_what_the_outermost_proxy_saw(settings, proxies, forwarded, address):
    settings.DESK_PROXIES = proxies
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **headers)
    assert client_address(request) == address


def test_a_login_over_a_unix_socket_is_taken():
    UserFactory.create(username="ada", role="manager")
    assert log_in("ada", "wrong", address="").status_code == 200
    assert is_in(log_in("ada", PASSWORD, address=""))


# --- sessions -------------------------------------------------------------------------------------


@pytest.fixture
def clock():
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def test_an_idle_session_ends(desk_client, clock, settings):
    client = desk_client("reviewer")
    assert client.get(INDEX).status_code == 200
    clock.shift(timedelta(minutes=119))
    assert client.get(INDEX).status_code == 200  # used: the two hours begin anew
    clock.shift(timedelta(minutes=119))
    assert client.get(INDEX).status_code == 200
    clock.shift(timedelta(minutes=122))
    assert client.get(INDEX).status_code == 302


def test_a_session_in_use_ends_all_the_same(desk_client, clock):
    client = desk_client("reviewer")
    for _ in range(24):
        assert client.get(INDEX).status_code == 200
        clock.shift(timedelta(minutes=61))
    assert client.get(INDEX).status_code == 302
    assert not Session.objects.exists()


def test_a_session_is_written_once_a_minute_at_most(desk_client, clock, django_assert_num_queries):
    client = desk_client("none")
    page = reverse("admin:jsi18n")
    client.get(page)
    with django_assert_num_queries(2):  # the session, the person
        client.get(page)
    clock.shift(timedelta(seconds=61))
    client.get(page)
    seen = list_sessions(viewer=client.user, current_key="")[0]["seen_at"]
    assert seen == timezone.now().replace(microsecond=0)


def test_the_list_shows_where_from_and_never_a_key(desk_client):
    client = desk_client("superuser")
    other = Client(HTTP_USER_AGENT="Firefox <b>", REMOTE_ADDR="192.0.2.9")
    other.force_login(UserFactory.create(username="bob", role="reviewer"), backend=MODEL_BACKEND)
    other.get(INDEX)
    client.get(INDEX)
    page = client.get(reverse("admin:auth_user_sessions")).content.decode()
    for shown in ("bob", "192.0.2.9", "Firefox &lt;b&gt;", "(this one)"):
        assert shown in page
    trail = page[page.index("<h1") : page.index("</h1>")]
    assert "Sessions" in trail and "href" not in trail  # nobody is led where they may not go
    for key in Session.objects.values_list("session_key", flat=True):
        assert key not in page


def test_a_superuser_ends_anothers_session_and_a_reviewer_only_their_own(desk_client):
    page = reverse("admin:auth_user_sessions")
    superuser, reviewer, other = (desk_client(r) for r in ("superuser", "reviewer", "reviewer"))
    for client in (superuser, reviewer, other):
        client.get(INDEX)
    names = {
        each["username"]: each["name"]
        for each in list_sessions(viewer=superuser.user, current_key="")
    }
    assert len(list_sessions(viewer=reviewer.user, current_key="")) == 1
    reviewer.post(page, {"session": names[other.user.username]})
    assert other.get(INDEX).status_code == 200
    superuser.post(page, {"session": names[other.user.username]})
    assert other.get(INDEX).status_code == 302
    reviewer.post(page, {"session": names[reviewer.user.username]})
    assert reviewer.get(INDEX).status_code == 302
    assert "ended already" in superuser.post(page, {"session": "x"}, follow=True).content.decode()
