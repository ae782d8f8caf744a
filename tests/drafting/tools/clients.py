"""The SDK's own client on the desk under test, over HTTP and over a process's streams."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
from django.conf import settings
from django.db import connection
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

Use = Callable[[Client], Awaitable[Any]]
SKILL = (settings.BASE_DIR / "docs" / "skill" / "SKILL.md").read_text(encoding="utf-8")


def over_http(url: str, key: str, use: Use, *, mode: str = "auto") -> Any:
    async def run() -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            line = streamable_http_client(f"{url}/mcp", http_client=http)
            async with Client(line, mode=mode, read_timeout_seconds=60) as client:
                return await use(client)

    return _alone(run())


def over_stdio(key: str, use: Use) -> Any:
    """The command speaks to the database of the test, so that it has to be a file."""
    database = connection.settings_dict["NAME"]

    async def run() -> Any:
        process = StdioServerParameters(
            command=sys.executable,
            args=["manage.py", "mcp"],
            env={**os.environ, "DATABASE_URL": f"sqlite:///{database}", "DESK_AGENT_KEY": key},
            cwd=settings.BASE_DIR,
        )
        async with Client(process, read_timeout_seconds=60) as client:
            return await use(client)

    return _alone(run())


def _alone(call: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: a browser test before this one has left a loop running in ours."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, call).result()


def script_of_the_skill() -> Any:
    """``work`` of the skill's example, as it stands there."""
    names: dict[str, Any] = {}
    (example,) = re.findall(r"```python\n(.*?)```", SKILL, re.DOTALL)
    exec(example, names)  # noqa: S102 - our own page
    return names["work"]


def write(step: dict[str, Any], _: Any) -> tuple[dict[str, Any], str]:
    """Whoever works the inbox, at their plainest: takes the desk's text."""
    text = (step["candidate"] or {}).get("text", "")
    if step["do"] == "gate":
        return {"decision": "approve", "reason": "Nothing is invented."}, ""
    if step["do"] == "evaluate":
        is_good = not step["findings"]
        verdict = {"safe_to_send": is_good, "requires_human_review": not is_good}
        return {**verdict, "confidence": 0.95 if is_good else 0.5, "reason": "As it reads."}, ""
    return ({"unresolved_requirements": []} if step["do"] == "revise" else {}), text
