"""Reads what a call sends, which anybody may have written: bounded, refused with a reason."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.parsers import BaseParser

from config.errors import DomainError, invalid

MAX_DEPTH = 50
MAX_PROBLEM_FIELDS = 20
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")


def checked(serializer: Any, data: Any) -> dict[str, Any]:
    """The validated values of ``data``. Raises DRF's ValidationError, which names the fields."""
    bound = serializer(data=data)
    bound.is_valid(raise_exception=True)
    return bound.validated_data


class BoundedJSONParser(BaseParser):
    """JSON objects of limited size and depth; text that any database column can hold.

    A view raises its limit with ``max_body_bytes``. Raises DomainError ``payload_too_large``,
    ``malformed_json`` or ``validation_error``.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        view = (parser_context or {}).get("view")
        body = _read_bounded(stream, getattr(view, "max_body_bytes", settings.MAX_JSON_BYTES))
        try:
            text = body.decode()
            data = _load(text) if text.strip() else {}
        except UnicodeDecodeError as error:
            raise _malformed(f"The body is not UTF-8 (byte {error.start}).") from None
        except json.JSONDecodeError as error:
            where = f"line {error.lineno}, column {error.colno}"
            raise _malformed(f"{error.msg} ({where}).") from None
        except ValueError:  # endless, or of thousands of digits
            raise _malformed("The body holds a number out of range.") from None
        except RecursionError:
            raise _too_deep() from None
        if not isinstance(data, dict):
            raise invalid("non_field_errors", "The body must be a JSON object.")
        if fields := dict(islice(_unstorable(data), MAX_PROBLEM_FIELDS)):
            path, messages = next(iter(fields.items()))
            raise DomainError("validation_error", f"{path}: {messages[0]}", fields=fields)
        return data


def _read_bounded(stream: IO[Any], limit: int) -> bytes:
    """The body; refused by its declared length, before a byte is read, or by its real one."""
    too_large = DomainError("payload_too_large", f"The body may have {limit} bytes at most.")
    declared = getattr(stream, "META", {}).get("CONTENT_LENGTH") or "0"
    if declared.isdecimal() and int(declared) > limit:
        raise too_large
    try:
        body: bytes = stream.read(limit + 1)
    except OSError:  # the client went away, or sent less than it said
        raise _malformed("The body ended early.") from None
    if len(body) > limit:
        raise too_large
    return body


def _load(text: str) -> Any:
    def refuse(name: str) -> NoReturn:
        raise _malformed(f"{name} is not JSON.")

    def finite(digits: str) -> float:
        if not math.isfinite(number := float(digits)):
            raise ValueError(digits)
        return number

    return json.loads(text, parse_constant=refuse, parse_float=finite)


def _unstorable(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[str, list[str]]]:
    """Texts and names of members that no database column takes, by their paths such as
    ``thread.0.body``: NUL (PostgreSQL takes none) and halves of surrogate pairs (not UTF-8).

    A path is written out only where something is found: a long name may hold many items."""
    if len(path) == MAX_DEPTH:
        raise _too_deep()
    items: Iterable[tuple[Any, Any]]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in items:
        if isinstance(name, str) and _UNSTORABLE.search(name):
            yield _found((*path, name), name)
        if isinstance(item, str):
            if _UNSTORABLE.search(item):
                yield _found((*path, name), item)
        elif isinstance(item, dict | list):
            yield from _unstorable(item, (*path, name))


def _found(path: tuple[Any, ...], text: str) -> tuple[str, list[str]]:
    shown = (str(name).encode("ascii", "backslashreplace").decode() for name in path)
    is_nul = "\x00" in text
    said = "NUL characters are not allowed." if is_nul else "Half a surrogate pair is not text."
    return ".".join(shown).replace("\x00", "\\x00"), [said]


def _malformed(detail: str) -> DomainError:
    return DomainError("malformed_json", detail)


def _too_deep() -> DomainError:
    return _malformed(f"The body is nested deeper than {MAX_DEPTH} levels.")
