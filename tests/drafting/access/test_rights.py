"""Rights are read by one query, and are those that Django itself finds."""

from __future__ import annotations

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission, User

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def fresh(person: User) -> User:
    return User.objects.get(pk=person.pk)


def test_own_rights_and_those_of_groups_are_djangos_by_one_query(
    reviewer, django_assert_num_queries
):
    own = Permission.objects.get(codename="change_agentkey")
    reviewer.user_permissions.add(own)
    expected = ModelBackend().get_all_permissions(fresh(reviewer))
    person = fresh(reviewer)
    with django_assert_num_queries(1):
        assert person.has_perm("drafting.change_agentkey")
        assert person.has_perm("drafting.release_reply")
        assert not person.has_perm("drafting.delete_agentkey")
        assert person.get_all_permissions() == expected


def test_who_is_switched_off_may_nothing(reviewer):
    person = fresh(reviewer)
    person.is_active = False
    assert not person.has_perm("drafting.release_reply") and not person.get_all_permissions()


def test_a_superusers_rights_are_all(admin_user):
    assert fresh(admin_user).get_all_permissions() == {
        f"{one.content_type.app_label}.{one.codename}"
        for one in Permission.objects.select_related("content_type")
    }


def test_a_poll_takes_four_queries(desk_client, django_assert_num_queries):
    client = desk_client("reviewer")
    client.get("/admin/drafting/thread/counts/")
    with django_assert_num_queries(4):  # the session, the person, their rights, the counts
        client.get("/admin/drafting/thread/counts/", headers={"X-Desk-Poll": "1"})
