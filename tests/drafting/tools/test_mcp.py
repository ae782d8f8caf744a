"""The desk as tools: the SDK's own client works a mail to its waiting reply; answers and refusals
are those of the API."""

from __future__ import annotations

import json
import re
import uuid
from collections import Counter
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import time_machine
from mcp.types import LATEST_PROTOCOL_VERSION, CallToolResult
from rest_framework.test import APIClient

from config.errors import DomainError, problem
from drafting.access.models import Scope
from drafting.mail.choices import BatchState, MailState
from drafting.mail.work_models import Batch, OutgoingMail
from drafting.tools.calls import TOOLS
from templatesapp.models import EmailTemplate, KnowledgeItem
from tests.concurrency import at_once
from tests.drafting.drafts.plans import load_sample_desk
from tests.drafting.mail.mails import record, record_many, reply
from tests.drafting.tools.clients import SKILL, over_http, over_stdio, script_of_the_skill, write
from tests.factories import make_agent_key
from tests.learning.proposal_factories import pending_patch

pytestmark = pytest.mark.django_db(transaction=True)

NAMED = [
    "draft_interpret",
    "draft_generate",
    "draft_quality_check",
    "draft_refine",
    "draft_ranker_calibrate",
    "draft_template_review",
    "draft_signal_stats",
    "claim_work",
    "next_step",
    "leave_step",
    "finish_work",
    "hand_over",
    "propose_memory",
]
READ_ONLY = {"draft_interpret", "draft_quality_check", "draft_signal_stats", "ask_house"}
MAX_LIST_TOKENS = 6_000
# JSON takes fewer tokens than a third of its characters with every tokenizer in use.
CHARACTERS_PER_TOKEN = 3


@pytest.fixture
def desk(live_server: Any) -> Any:
    load_sample_desk()
    return live_server


def key_of(scopes: list[str] | None = None) -> str:
    given = list(Scope.values) if scopes is None else scopes
    return str(make_agent_key(scopes=given, source="sample")[1])


def work_by_the_skill(client: Any) -> Any:
    return script_of_the_skill()(client, write)


# --- a mail to its waiting reply ------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_mail_becomes_a_waiting_reply_over_http(desk: Any, mode: str) -> None:
    record("What time is breakfast?")
    (outcome,) = over_http(desk.url, key_of(), work_by_the_skill, mode=mode)
    assert outcome["state"] == OutgoingMail.objects.get().state == MailState.AWAITING_RELEASE


def test_a_mail_becomes_a_waiting_reply_over_stdio(desk: Any) -> None:
    record("What time is breakfast?")
    (outcome,) = over_stdio(key_of(), work_by_the_skill)
    assert outcome["state"] == OutgoingMail.objects.get().state == MailState.AWAITING_RELEASE


def test_a_mail_that_is_refused_ends_no_pass(desk: Any) -> None:
    def poisoned(step: Any, claimed: Any) -> Any:
        is_poison = "POISON" in claimed["messages"][0]["body_text"]
        return ({"x": "y" * 40_000}, "") if is_poison else write(step, claimed)

    record("What time is breakfast? POISON")
    record("Is there parking?", message_id="<p@x.example>", **{"from": "p@x.example"})
    work = script_of_the_skill()
    outcomes = over_http(desk.url, key_of(), lambda client: work(client, poisoned))
    assert [one["state"] for one in outcomes] == [MailState.AWAITING_RELEASE]
    assert Batch.objects.get(state=BatchState.HANDED_OVER).reason.startswith("The desk refused")


def test_newer_mail_during_a_step_is_answered_with_it(desk: Any) -> None:
    def interrupted(step: Any, claimed: Any) -> Any:
        if Counter(calls)[step["do"]] == 0 and step["do"] == "verify":
            at_once(lambda: reply("And is there parking?", "<1@example.com>", "newer"))
        calls.append(step["do"])
        return write(step, claimed)

    calls: list[str] = []
    record("What time is breakfast?")
    work = script_of_the_skill()
    over_http(desk.url, key_of(), lambda client: work(client, interrupted))
    assert not Batch.objects.filter(state=BatchState.HANDED_OVER).exists()
    assert len(Batch.objects.get(state=BatchState.ANSWERED).message_ids) == 2


def test_newer_mail_before_the_last_call_ends_no_pass(desk: Any) -> None:
    class Interrupted:
        """The client, with a mail that comes just before the first text is finished."""

        def __init__(self, client: Any) -> None:
            self.client, self.is_first = client, True

        async def call_tool(self, name: str, arguments: Any) -> Any:
            if name == "finish_work" and self.is_first:
                self.is_first = False
                at_once(lambda: reply("And is there parking?", "<1@example.com>", "newer"))
            return await self.client.call_tool(name, arguments)

    record("What time is breakfast?")
    work = script_of_the_skill()
    (outcome,) = over_http(desk.url, key_of(), lambda client: work(Interrupted(client), write))
    assert outcome["state"] == MailState.AWAITING_RELEASE
    assert len(Batch.objects.get(state=BatchState.ANSWERED).message_ids) == 2


def test_what_may_go_well_later_is_tried_again(desk: Any, monkeypatch: Any) -> None:
    class Busy:
        def __init__(self, client: Any) -> None:
            self.client, self.calls = client, 0

        async def call_tool(self, name: str, arguments: Any) -> Any:
            self.calls += 1
            if self.calls % 2:
                busy = problem(DomainError("busy"))
                return CallToolResult(content=[], structured_content=busy, is_error=True)
            return await self.client.call_tool(name, arguments)

    async def at_once_again(_: float) -> None:
        return None

    record("What time is breakfast?")
    work = script_of_the_skill()
    monkeypatch.setitem(work.__globals__, "asyncio", SimpleNamespace(sleep=at_once_again))
    (outcome,) = over_http(desk.url, key_of(), lambda client: work(Busy(client), write))
    assert outcome["state"] == MailState.AWAITING_RELEASE


def test_the_newest_protocol_is_spoken_without_a_session(desk: Any) -> None:
    async def version(client: Any) -> str:
        return str(client.protocol_version)

    assert over_http(desk.url, key_of(), version) == LATEST_PROTOCOL_VERSION
    answer = httpx.post(
        f"{desk.url}/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        headers={"Authorization": f"Bearer {key_of()}", "Accept": "application/json"},
    )
    assert answer.status_code == 200 and len(answer.json()["result"]["tools"]) == len(TOOLS)
    assert "mcp-session-id" not in answer.headers


# --- the list -------------------------------------------------------------------------------------


def test_the_list_names_every_tool_with_its_hints_and_is_short(desk: Any) -> None:
    async def listed(client: Any) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in over_http(desk.url, key_of(), listed)}
    assert {*NAMED} <= {*tools} == {*TOOLS}
    assert {name for name, tool in tools.items() if tool.annotations.read_only_hint} == READ_ONLY
    assert tools["draft_template_review"].annotations.destructive_hint
    assert tools["finish_work"].annotations.idempotent_hint
    assert not tools["claim_work"].annotations.idempotent_hint
    text = json.dumps(
        [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools.values()]
    )
    assert len(text) / CHARACTERS_PER_TOKEN <= MAX_LIST_TOKENS
    assert tools["finish_work"].input_schema["required"] == ["rewrite_reason", "text", "work_token"]
    assert "$ref" not in text


def test_the_skill_names_only_tools_that_exist_and_every_tool_of_the_work() -> None:
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)[ `]", SKILL))
    tools = {name for name in named if name in TOOLS}
    assert {"claim_work", "next_step", "leave_step", "finish_work", "hand_over"} <= tools
    assert {"release_work", "propose_memory"} <= tools and "heartbeat" in SKILL
    called = set(re.findall(r'tool\(\s*"(\w+)"', SKILL))
    assert called and called <= {*TOOLS}


# --- equal to the API -----------------------------------------------------------------------------

BREAKFAST = {
    "subject": "Breakfast",
    "body": "What time is breakfast?",
    "from_address": "a@b.example",
}


class Both:
    """The same call over both ways, one after the other, each on a state of its own kind."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url, key
        self.rest = httpx.Client(
            base_url=f"{url}/api/v1/", headers={"Authorization": f"Bearer {key}"}, timeout=60
        )
        self.compared: set[str] = set()

    def tool(self, name: str, **arguments: Any) -> tuple[bool, Any]:
        async def call(client: Any) -> Any:
            return await client.call_tool(name, arguments)

        result = over_http(self.url, self.key, call)
        assert json.loads(result.content[0].text) == result.structured_content
        return result.is_error, result.structured_content

    def api(self, method: str, path: str, body: Any = None) -> tuple[bool, Any]:
        answer = self.rest.request(method, path, json=body)
        return answer.is_error, answer.json() if answer.content else {}

    def same(self, name: str, arguments: Any, method: str, path: str, body: Any = None) -> Any:
        """Equal field by field but for what is new with each call."""
        by_tool, by_api = self.tool(name, **arguments), self.api(method, path, body)
        assert plain(by_tool) == plain(by_api), name
        self.compared.add(name)
        return by_tool[1]


def plain(value: Any) -> Any:
    """Without what differs between two calls of one way: ids of what is made, and clocks."""
    text = json.dumps(value, sort_keys=True)
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[0-9:.+Z]+", "TIME", text)
    text = re.sub(r'"(remaining_ms|latency_ms)": \d+', r'"\1": 0', text)
    return json.loads(text)


def test_every_tool_gives_what_the_api_gives(desk: Any) -> None:
    both = Both(desk.url, key_of())
    same = both.same
    plan = same("draft_interpret", BREAKFAST, "POST", "drafts/interpret", BREAKFAST)
    asked = {"action_plan": plan}
    draft = same("draft_generate", asked, "POST", "drafts/generate", asked)
    checked = {"draft_id": draft["draft_id"], "draft": draft["draft"]}
    same("draft_quality_check", checked, "POST", "drafts/quality-check", checked)
    text = draft["draft"]["body_plain"]
    refined = {
        "draft_id": draft["draft_id"],
        "original_body_plain": text,
        "refined_body_plain": text,
        "rewrite_reason": "none",
    }
    same("draft_refine", refined, "POST", "drafts/refine", refined)
    dry = {"dry_run": True}
    same("draft_ranker_calibrate", dry, "POST", "priors/calibrate", dry)
    same("draft_signal_stats", {}, "GET", "signals/stats")
    question = {"question": "Is there a lift?"}
    assert same("ask_house", question, "POST", "knowledge", question)["answers"]
    pending = pending_patch()
    same("draft_template_review", {"action": "list"}, "GET", "proposals")
    diff = {"action": "diff", "proposal_id": str(pending.pk)}
    assert same("draft_template_review", diff, "GET", f"proposals/{pending.pk}")["diff"]

    record("What time is breakfast?")
    work = both.tool("claim_work", lease_seconds=600)[1]
    assert plain(work) == plain(both.api("GET", f"work/{work['work_token']}")[1])
    both.tool("release_work", work_token=work["work_token"])
    again = both.api("POST", "work/claim", {"lease_seconds": 600})[1]
    fresh = {"work_token", "batch_id"}
    assert {k: v for k, v in plain(work).items() if k not in fresh} == {
        k: v for k, v in plain(again).items() if k not in fresh
    }
    both.compared |= {"claim_work", "release_work"}
    token = {"work_token": again["work_token"]}
    at = f"work/{again['work_token']}"
    same("heartbeat", token, "POST", f"{at}/heartbeat", {})
    run = same("next_step", token, "POST", "runs", token)
    step = same("next_step", {"run_id": run["id"]}, "GET", f"runs/{run['id']}/next")
    place = {"run_id": run["id"], "stage": step["stage"], "iteration": step["iteration"]}
    left = {**token, "input_hash": step["suggested_input_hash"], "payload": {"wants": "a time"}}
    path = f"runs/{run['id']}/artifacts/{step['stage']}/{step['iteration']}"
    same("leave_step", {**place, **left}, "PUT", path, left)
    memory = {
        "scope": "contact",
        "category": "style",
        "content": "Writes in short sentences.",
        "ttl_days": 30,
        "confidence": 0.8,
    }
    proposed = {**token, "proposals": [memory]}
    both.tool("propose_memory", run_id=run["id"], **proposed)
    propose = f"runs/{run['id']}/memory-proposals"
    same("propose_memory", {"run_id": run["id"], **proposed}, "POST", propose, proposed)
    early = {"text": text, "rewrite_reason": "none"}
    refused = same("finish_work", {**token, **early}, "POST", f"{at}/finish", early)
    assert refused["code"] == "out_of_order"
    over = {"reason": "The guest asks for a refund."}
    same("hand_over", {**token, **over}, "POST", f"{at}/hand-over", over)
    assert Batch.objects.get(pk=again["batch_id"]).state == "handed_over"
    assert both.compared == {*TOOLS}


def test_finish_gives_the_reply_that_the_api_gives(desk: Any) -> None:
    record("What time is breakfast?")
    both = Both(desk.url, key_of())
    token = both.tool("claim_work")[1]["work_token"]
    draft = both.tool("draft_generate", work_token=token)[1]
    body = {"text": draft["draft"]["body_plain"], "rewrite_reason": "none"}
    reply = both.same(
        "finish_work", {"work_token": token, **body}, "POST", f"work/{token}/finish", body
    )
    assert reply["state"] == "awaiting_release"


# --- refused as the API refuses -------------------------------------------------------------------


def test_without_a_key_nothing_is_said(desk: Any) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        by_tool = httpx.post(f"{desk.url}/mcp", json=body, headers=headers)
        by_api = httpx.get(f"{desk.url}/api/v1/priors", headers=headers)
        assert by_tool.status_code == by_api.status_code == 401
        assert by_tool.json() == by_api.json()
        assert by_tool.headers["www-authenticate"] == by_api.headers["www-authenticate"]


@pytest.mark.parametrize(
    ("scopes", "name", "arguments", "method", "path"),
    [
        (["stats"], "claim_work", {}, "POST", "work/claim"),
        (["work"], "draft_signal_stats", {}, "GET", "signals/stats"),
        (["draft"], "draft_generate", {"message": 1}, "POST", "drafts/generate"),
        (["work"], "draft_ranker_calibrate", {}, "POST", "priors/calibrate"),
    ],
)
def test_a_key_without_the_scope_is_refused(
    desk: Any, scopes: list[str], name: str, arguments: Any, method: str, path: str
) -> None:
    refused = Both(desk.url, key_of(scopes)).same(name, arguments, method, path, arguments)
    assert refused["code"] == "permission_denied"


@pytest.mark.parametrize("action", ["approve", "reject"])
def test_an_agent_that_decides_is_told_that_a_person_does(desk: Any, action: str) -> None:
    proposal = str(uuid.uuid4())
    both = Both(desk.url, key_of())
    arguments = {"action": action, "proposal_id": proposal}
    path = f"proposals/{proposal}/{action}"
    refused = both.same("draft_template_review", arguments, "POST", path, {})
    assert refused["code"] == "permission_denied"
    assert refused["detail"] == "A person decides this, in the back office."


def test_what_is_wrong_is_named_by_its_field(desk: Any) -> None:
    both = Both(desk.url, key_of())
    body = {"body": "  "}
    assert "body" in both.same("draft_interpret", body, "POST", "drafts/interpret", body)["fields"]
    assert both.tool("leave_step", stage="gate")[1]["fields"].keys() == {"run_id"}
    assert both.tool("draft_template_review", action="burn")[1]["fields"].keys() == {"action"}
    unknown = both.same("next_step", {"run_id": "no/where"}, "GET", "runs/no/where/next")
    assert unknown["code"] == "not_found"
    assert both.tool("hand_over", work_token="a\x00b", reason="x")[0]


def test_the_same_idempotency_key_claims_once(desk: Any) -> None:
    record_many(2)
    both = Both(desk.url, key_of())
    first, again = (both.tool("claim_work", idempotency_key="k1")[1] for _ in range(2))
    assert first["work_token"] == again["work_token"]
    assert both.tool("claim_work", idempotency_key="k2")[1]["work_token"] != first["work_token"]


@pytest.mark.parametrize(
    ("origin", "status"), [(None, 200), ("own", 200), ("https://evil.example", 403)]
)
def test_a_page_of_another_origin_is_refused(desk: Any, origin: str | None, status: int) -> None:
    headers = {"Authorization": f"Bearer {key_of()}", "Accept": "application/json"}
    if origin:
        headers["Origin"] = desk.url if origin == "own" else origin
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert httpx.post(f"{desk.url}/mcp", json=body, headers=headers).status_code == status


def test_what_is_no_call_is_refused(desk: Any) -> None:
    headers = {"Authorization": f"Bearer {key_of()}", "Accept": "application/json"}
    assert httpx.get(f"{desk.url}/mcp", headers=headers).status_code == 405
    headers["Content-Type"] = "application/json"
    broken = httpx.post(f"{desk.url}/mcp", content=b"{", headers=headers)
    assert broken.status_code == 400 and "error" in broken.json()
    big = httpx.post(f"{desk.url}/mcp", content=b" " * 1_100_000, headers=headers)
    assert big.status_code == 413 and big.json()["code"] == "payload_too_large"


def test_a_list_counts_against_the_limit_and_a_call_once(desk: Any, settings: Any) -> None:
    settings.DESK_THROTTLE_PER_MINUTE = 2
    headers = {"Authorization": f"Bearer {key_of()}", "Accept": "application/json"}
    call = {"method": "tools/call", "params": {"name": "draft_signal_stats", "arguments": {}}}

    def asked(message: Any) -> Any:
        body = {"jsonrpc": "2.0", "id": 1} | message
        return httpx.post(f"{desk.url}/mcp", json=body, headers=headers)

    with time_machine.travel("2026-06-01T12:00:20Z", tick=False):
        assert asked(call).json()["result"]["isError"] is False
        assert asked({"method": "tools/list"}).status_code == 200
        assert asked({"method": "tools/list"}).status_code == 429
        assert asked(call).json()["result"]["structuredContent"]["code"] == "throttled"


def test_a_session_of_the_back_office_is_no_key(desk: Any, staff_client: Any) -> None:
    client: APIClient = staff_client("superuser")
    assert (
        client.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).status_code == 401
    )


# --- resources and prompts ------------------------------------------------------------------------


def test_resources_are_what_the_api_reads(desk: Any) -> None:
    record("What time is breakfast?")
    both = Both(desk.url, key_of())
    token = both.tool("claim_work")[1]["work_token"]
    run = both.tool("next_step", work_token=token)[1]
    reads = {
        "brikette://letters": "templates",
        "brikette://faq": "knowledge",
        "brikette://facts": "facts",
        "brikette://session-summary": "session-summary",
        "brikette://letters/T01": "templates/T01",
        "brikette://letters/T01?language=de": "templates/T01?language=de",
        "brikette://faq/breakfast": "knowledge?category=breakfast",
        f"brikette://runs/{run['id']}": f"runs/{run['id']}/context-pack",
    }

    async def read(client: Any) -> Any:
        listed = [str(row.uri) for row in (await client.list_resources()).resources]
        patterns = (await client.list_resource_templates()).resource_templates
        texts = {uri: (await client.read_resource(uri)).contents[0].text for uri in reads}
        return listed, [row.uri_template for row in patterns], texts

    listed, patterns, texts = over_http(desk.url, both.key, read)
    assert {*listed} <= {*reads} and len(listed) == 4 and len(patterns) == 3
    for uri, path in reads.items():
        page, told = json.loads(texts[uri]), both.api("GET", path)[1]
        if "next" in told and "results" in told:
            assert page.pop("next") == (told.pop("next") and f"{uri}?page=2"), uri
        assert plain(page) == plain(told), uri
    assert json.loads(texts["brikette://faq/breakfast"])["results"]
    assert len(json.loads(texts["brikette://facts"])["results"]) > 10


def test_a_large_house_is_read_page_by_page(desk: Any) -> None:
    async def read(client: Any) -> Any:
        found: dict[str, list[Any]] = {"letters?page_size=90": [], "faq": [], "faq/breakfast": []}
        for name, rows in found.items():
            uri = f"brikette://{name}"
            while uri:
                page = json.loads((await client.read_resource(uri)).contents[0].text)
                assert len(page["results"]) <= (90 if "letters" in name else 50)
                rows += page["results"]
                uri = page["next"]
            assert len(rows) == page["count"]
        return found.values()

    letters, known, of_breakfast = over_http(desk.url, key_of(), read)
    named = {(letter["template_id"], letter["language"]) for letter in letters}
    assert named == {*EmailTemplate.objects.values_list("template_id", "language")}
    english = KnowledgeItem.objects.filter(active=True, language="en")
    assert {row["key"] for row in known} == {*english.values_list("key", flat=True)}
    assert len(letters) > 90 and len(known) > 50
    assert {row["category"] for row in of_breakfast} == {"breakfast"}


@pytest.mark.parametrize(
    "uri", ["brikette://nothing", "brikette://letters/NONE", "file:///etc/passwd"]
)
def test_a_resource_that_is_not_there_is_an_error(desk: Any, uri: str) -> None:
    from mcp.shared.exceptions import MCPError

    async def read(client: Any) -> Any:
        try:
            await client.read_resource(uri)
        except MCPError as error:
            return error

    assert over_http(desk.url, key_of(), read) is not None


def test_prompts_are_the_guide_and_the_skill(desk: Any) -> None:
    async def prompts(client: Any) -> Any:
        names = [row.name for row in (await client.list_prompts()).prompts]
        return {name: (await client.get_prompt(name)).messages[0].content.text for name in names}

    found = over_http(desk.url, key_of(), prompts)
    assert found["work-the-inbox"] == SKILL
    assert "The agent's guide" in found["guide"]
