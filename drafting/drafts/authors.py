"""The author of a draft's call: which agent or which person."""

from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request


@dataclass(frozen=True, slots=True)
class Author:
    """Whose call it is: an agent by its key's public prefix, or a person of the staff."""

    agent: str
    source: str  # live | sample
    person: Any = None


def calling_agent(request: Request) -> Author:
    principal: Any = request.user
    return Author(agent=principal.prefix, source=principal.source)
