import os
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import BaseCommand, CommandError
from mcp.server.stdio import stdio_server

from drafting.tools.calls import local_environ
from drafting.tools.server import desk_server


class Command(BaseCommand):
    help = (
        "Serve the desk's tools over stdio (Model Context Protocol). The key comes from "
        "DESK_AGENT_KEY. Over HTTP they are at /mcp."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        key = os.environ.get("DESK_AGENT_KEY", "")
        if not key:
            raise CommandError("Set DESK_AGENT_KEY (manage.py create_agent NAME prints one).")
        async_to_sync(_serve)(key)


async def _serve(key: str) -> None:
    server = desk_server(local_environ(key))
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
