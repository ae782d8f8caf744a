"""Runs in the back office: listed, told, linked, and never written by hand."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from drafting.mail.choices import MailState
from drafting.mail.work_models import OutgoingMail
from drafting.runs.choices import RunStatus, Stage, StopReason
from drafting.runs.models import DraftRun, RunArtifact, RunSettings
from drafting.runs.page import read_lines
from tests.drafting.runs.factories import add_step, make_draft, make_run
from tests.drafting.runs.full_runs import HOSTILE, blocked_run, exhausted_run, improved_run

pytestmark = pytest.mark.django_db

LIST = reverse("admin:drafting_draftrun_changelist")


def page_of(run: DraftRun, view: str = "change") -> str:
    return reverse(f"admin:drafting_draftrun_{view}", args=[run.pk])


def text_of(client, url: str) -> str:
    """What a reader reads: marks, scripts' data and white space gone."""
    response = client.get(url)
    assert response.status_code == 200
    plain = re.sub(r"<script.*?</script>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(plain.split())


def round_heads(client, run: DraftRun) -> list[str]:
    html = client.get(page_of(run)).content.decode()
    heads = re.findall(r'<header class="run-round-head">(.*?)</header>', html, flags=re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", head).split()) for head in heads]


@pytest.fixture
def improved():
    return improved_run(now=timezone.now())


@pytest.fixture
def client(desk_client):
    return desk_client("reviewer")


# --- the page -------------------------------------------------------------------------------------


def test_bars_are_as_wide_as_what_is_used(client, improved):
    improved.worked_ms, improved.tokens_used = 103_500, 20_000
    improved.save()
    bars = re.findall(
        r'<span class="run-bar( is-full)?" [^>]*><i style="width: ([^"]*)"',
        client.get(page_of(improved)).content.decode(),
    )
    assert bars[:2] == [
        ("", "min(100%, calc(100% * 103500 / 180000))"),
        (" is-full", "min(100%, calc(100% * 20000 / 20000))"),
    ]


def test_the_page_tells_what_happened(client, improved):
    text = text_of(client, page_of(improved))
    assert (
        "Confidence: 62 %, then 80 %, then 93 %; 90 % is asked for. A person has to release it."
        in text
    )
    for words in (
        "Freya Lindqvist", "34 of 180 s", "3,870 of 20,000", "2 of 3", "First text", "+18 points",
        "+13 points", "sample-agent (", "Decision approve", "Safe to send yes", "Must answer",
        "Is reception open at 23:00?", "The question about the bikes is not answered.",
        "4,210 in", "In the courtyard, locked at 11.", "Naming the door code early", "At the end",
    ):  # fmt: skip
        assert words in text, words


def test_rounds_steps_and_the_best_stand_in_order(client, improved):
    page = client.get(page_of(improved)).context["page"]
    assert [one["name"] for one in page["rounds"]] == [
        "First text",
        "Revision 1",
        "Revision 2",
    ]
    assert [step["name"] for step in page["rounds"][1]["steps"]] == [
        "revision", "overseer: gate", "evaluation",
    ]  # fmt: skip
    assert round_heads(client, improved) == [
        "First text 62 %", "Revision 1 80 % +18 points", "Revision 2 93 % +13 points best text",
    ]  # fmt: skip
    assert [step["name"] for step in page["ending"]] == ["figures of the loop", "final draft"]
    assert page["rounds"][0]["text"] and page["rounds"][0]["diff"] is None
    assert (page["rounds"][1]["diff"].added, page["rounds"][1]["diff"].removed) == (7, 0)


def test_the_chart_has_the_threshold_and_its_table(client, improved):
    chart = client.get(page_of(improved)).context["page"]["chart"]
    assert list(chart.labels) == ["First text", "Revision 1", "Revision 2", "Revision 3"]
    assert [list(line.values) for line in chart.series] == [[62, 80, 93, None], [90] * 4]
    assert chart.says == "62 %, then 80 %, then 93 %; 90 % is asked for."
    assert [row[:2] for row in chart.table.rows][2] == ("Revision 2", "93 %")


def test_it_links_to_what_it_belongs_to(client, improved):
    mail = OutgoingMail.objects.get()
    html = client.get(page_of(improved)).content.decode()
    for name, key in (
        ("drafting_thread_change", improved.batch.thread_id),
        ("drafting_draft_change", improved.draft_id),
        ("drafting_release_item", mail.pk),
        ("drafting_message_change", improved.trigger_id),
    ):
        assert f'href="{reverse(f"admin:{name}", args=[key])}"' in html


def test_unusable_and_unsafe_rounds_are_marked(client):
    run = exhausted_run(now=timezone.now())
    page = client.get(page_of(run)).context["page"]
    last = page["rounds"][3]
    assert round_heads(client, run)[3].endswith("points not usable unsafe")
    assert last["faults"] == ["a link that we do not know"]
    assert page["rounds"][2]["is_best"]
    assert page["chart"].series[0].point_colours == ["main", "main", "main", "wrong-template"]
    text = text_of(client, page_of(run))
    assert "then 84 %, then" in text
    assert "Found by the desk : a link that we do not know" in text


def test_what_a_person_decides_makes_no_text_unusable(client):
    run = exhausted_run(now=timezone.now())
    RunArtifact.objects.filter(run=run, findings=["fabricated_link"]).update(findings=["own_words"])
    last = client.get(page_of(run)).context["page"]["rounds"][3]
    assert last["faults"] == []
    text = text_of(client, page_of(run))
    assert "Found by the desk : a paragraph that is not the draft" in text
    assert "This text may not be used" not in text


def test_a_blocked_run_says_why(client):
    blocked = blocked_run(now=timezone.now())
    text = text_of(client, page_of(blocked))
    assert "It was stopped: the guest wants no more mail." in text
    assert "No reply leaves without a person." in text
    thread = reverse("admin:drafting_thread_change", args=[blocked.batch.thread_id])
    runs = client.get(thread).text.partition('id="runs-heading"')[2].partition("</section>")[0]
    # Nothing went wrong: it is neither red nor aborted.
    assert "a person has to look at it" in runs
    assert "is-bad" not in runs and "aborted" not in runs
    run = make_run(snapshot={"hard_blocks": ["review_tier"]})
    assert "No reply may leave without a person : a policy asks for a person" in text_of(
        client, page_of(run)
    )


def test_a_run_that_has_just_begun_has_a_page(client):
    text = text_of(client, page_of(make_run()))
    assert "It is at work. The agent’s next step: write the strategy." in text
    assert "No text was evaluated." in text
    assert "No step has come yet." in text


@pytest.mark.parametrize(
    ("state", "by", "words"),
    [
        (MailState.QUEUED, True, "released its reply."),
        (MailState.QUEUED, False, "Its reply left without a person."),
        (MailState.CANCELLED, False, "Its reply may leave without a person."),
    ],
)
def test_who_released_the_reply_is_told(client, improved, state, by, words):
    RunSettings.objects.update_or_create(pk=1, defaults={"is_automatic_release": True})
    released_by = client.user if by else None
    OutgoingMail.objects.update(state=state, released_by=released_by, is_automatic=not by)
    text = text_of(client, page_of(improved))
    assert words in text
    assert (f"{client.user.username} released" in text) == by


def test_other_attempts_are_linked(client, improved):
    second = make_run(batch=improved.batch, status=RunStatus.ABORTED)
    html = client.get(page_of(second)).content.decode()
    assert "attempt 2" in html
    assert page_of(improved) in html


def test_texts_are_shown_and_never_run(client):
    run = blocked_run(now=timezone.now())
    run.settings = run.settings | {"model_name": HOSTILE}
    run.save()
    thread = reverse("admin:drafting_thread_change", args=[run.batch.thread_id])
    draft = reverse("admin:drafting_draft_change", args=[run.draft_id])
    for url in (page_of(run), LIST, thread, draft):
        html = client.get(url).content.decode()
        assert "<script>document.title" not in html
        assert "<img src=x" not in html
        assert "{{ 7|add:7 }}" in html
    for url, begin in ((page_of(run), 'class="desk run"'), (LIST, "result_list")):
        html = client.get(url).content.decode()
        body = html[html.index(begin) :]
        assert "\u202e" not in body  # named instead, or it would turn the line around
        assert "\u200b" not in body
        assert "U+202E" in body


def test_what_an_agent_keeps_freely_has_a_page_in_any_shape(client):
    run = make_run()
    for stage, payload in (
        (Stage.STRATEGY, {"a": {"b": {"c": {"d": [{"e": [[[[1]]]]}]}}}, "": None, "x" * 300: 1}),
        (Stage.OVERSEER_EXTRACT, {"decision": "maybe", "confidence": "high"}),
        (Stage.REVISION_SELECTOR, {"unresolved_requirements": "all"}),
    ):
        RunArtifact.objects.create(run=run, stage=stage, payload=payload, created_at=timezone.now())
    assert client.get(page_of(run)).status_code == 200


# --- the list -------------------------------------------------------------------------------------


def test_a_revision_that_changed_next_to_nothing_is_counted(client, improved):
    """Nobody judges it."""
    add_step(improved, Stage.REVISION, 3)
    for url in (LIST, page_of(improved)):
        assert "3 of 3" in text_of(client, url)


def test_the_list_shows_filters_and_finds(client, improved):
    exhausted_run(now=timezone.now())
    make_run(status=RunStatus.ABORTED, stop_reason=StopReason.HANDED_OVER)
    shown = text_of(client, LIST)
    assert "handed over to a person" in shown and "aborted" not in shown.partition("By status")[0]
    for words in (
        "62 % → 93 %",
        "55 % → 84 %",
        "2 of 3 revisions",
        "Check-in",
        "confident enough",
    ):
        assert words in shown, words
    for query, subjects in (
        ("status__exact=completed", {"Late arrival", "Bikes and a late train"}),
        ("stop_reason__exact=exhausted", {"Bikes and a late train"}),
        ("channel__exact=email", {"Late arrival", "Bikes and a late train", "Arriving late"}),
        ("q=freya", {"Late arrival", "Bikes and a late train"}),
        ("q=bikes", {"Bikes and a late train"}),
        (f"q={improved.batch.thread.subject}", {"Late arrival"}),
    ):
        found = client.get(f"{LIST}?{query}").context["cl"].result_list
        assert {run.trigger.subject for run in found} == subjects, query


def queries(client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def full(number: int) -> None:
    for _ in range(number):
        run = make_run(draft=make_draft(), status=RunStatus.COMPLETED, best_iteration=1)
        for iteration in range(2):
            add_step(run, Stage.EVALUATION, iteration)
        add_step(run, Stage.REVISION, 1)


def test_the_list_costs_the_same_for_ten_runs_and_for_a_hundred(client, settings):
    full(10)
    few = queries(client, f"{LIST}?all=")
    full(90)
    assert queries(client, f"{LIST}?all=") == few
    assert few <= 12


def test_the_page_costs_the_same_for_one_round_and_for_four(client, improved):
    few = queries(client, page_of(make_run(draft=make_draft())))
    many = queries(client, page_of(exhausted_run(now=timezone.now())))
    assert many <= few + 1  # one at work asks for newer mail and a place, one that is over does not
    assert many <= 20


# --- beside what it belongs to --------------------------------------------------------------------


def test_a_draft_shows_its_confidence_from_its_runs(client, improved):
    text = text_of(client, reverse("admin:drafting_draft_change", args=[improved.draft_id]))
    for words in (
        "First confidence 62 %", "Best confidence 93 %", "Revisions 2 of 3", "Best text revision 2",
        "confident enough after revision", "Every step of it",
    ):  # fmt: skip
        assert words in text, words
    without = make_draft()
    assert "How sure" not in text_of(
        client, reverse("admin:drafting_draft_change", args=[without.pk])
    )


def test_a_conversation_lists_its_runs(client, improved):
    make_run(batch=improved.batch, status=RunStatus.ABORTED)
    url = reverse("admin:drafting_thread_change", args=[improved.batch.thread_id])
    html = client.get(url).content.decode()
    assert html.count('href="/admin/drafting/draftrun/') - html.count('draftrun/"') == 2
    assert page_of(improved) in html
    text = text_of(client, url)
    assert "confidence 62 % → 93 %" in text
    assert "handed over to a person" in text


def test_without_the_right_to_see_runs_none_is_named(desk_client, improved):
    client = desk_client("none")
    views = ("view_draft", "view_thread", "view_message", "view_outgoingmail")
    client.user.user_permissions.set(Permission.objects.filter(codename__in=views))
    for name, key in (
        ("drafting_draft_change", improved.draft_id),
        ("drafting_thread_change", improved.batch.thread_id),
        ("drafting_release_item", OutgoingMail.objects.get().pk),
    ):
        html = client.get(reverse(f"admin:{name}", args=[key])).content.decode()
        assert str(improved.pk) not in html
    assert client.get(page_of(improved)).status_code == 403


def test_lines_of_every_kind_of_run():
    lines = {}
    for name, given, best, status in (
        ("none", (), None, RunStatus.ABORTED),
        ("single", (0.95,), 0, RunStatus.COMPLETED),
        ("worse", (0.62, 0.5), 0, RunStatus.COMPLETED),
        ("unusable", (0.62, 0.5), None, RunStatus.COMPLETED),
        ("at work", (0.62, 0.7), None, RunStatus.RUNNING),
    ):
        run = make_run(status=status, best_iteration=best)
        for iteration, confidence in enumerate(given):
            add_step(run, Stage.EVALUATION, iteration, {"confidence": confidence})
        (line,) = read_lines(DraftRun.objects.filter(pk=run.pk))
        lines[name] = (line.confidence, line.ending)
    ended = "all rounds used, not confident enough"
    assert lines == {
        "none": ("–", "handed over to a person"),
        "single": ("95 %", ended),
        "worse": ("62 % → 62 %", ended),
        "unusable": ("62 % → none usable", ended),
        "at work": ("62 % → 70 %", "at work"),
    }


# --- rights ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["reviewer", "manager", "superuser"])
def test_nobody_writes_a_run_by_hand(desk_client, improved, role):
    client = desk_client(role)
    before = (list(DraftRun.objects.values()), list(RunArtifact.objects.values()))
    form = {"status": "completed", "stop_reason": "threshold_met", "_save": "1"}
    assert client.get(page_of(improved)).status_code == 200
    assert client.post(page_of(improved), form).status_code == 403
    assert client.post(reverse("admin:drafting_draftrun_add"), form).status_code == 403
    assert client.post(page_of(improved, "delete"), {"post": "yes"}).status_code == 403
    client.post(page_of(improved, "history"), form)
    action = {"action": "delete_selected", "_selected_action": [improved.pk], "post": "yes"}
    client.post(LIST, action)
    assert (list(DraftRun.objects.values()), list(RunArtifact.objects.values())) == before


@pytest.mark.parametrize("role", ["none", "guest"])
def test_without_a_role_nothing_is_seen(desk_client, improved, role):
    for page in (LIST, page_of(improved), page_of(improved, "history")):
        assert desk_client(role).get(page).status_code in (302, 403)
