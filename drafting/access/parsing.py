"""Reading a JSON body that anybody may have written: bounded, and refused with a reason."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.parsers import BaseParser

from config.errors import DomainError, invalid

MAX_DEPTH = 50
MAX_PROBLEM_FIELDS = 20

# Escapes by which text can become what no database column takes. Only then are the values walked.
_SUSPICIOUS_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


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
            text = body.decode("utf-8")
        except UnicodeDecodeError as error:
            detail = f"The body is not UTF-8 (byte {error.start})."
            raise DomainError("malformed_json", detail) from None
        if not text.strip():
            return {}
        data = _load(text)
        if not isinstance(data, dict):
            raise invalid("non_field_errors", "The body must be a JSON object.")
        if _SUSPICIOUS_ESCAPE.search(text):
            _refuse_unstorable_text(data)
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
        raise DomainError("malformed_json", "The body ended early.") from None
    if len(body) > limit:
        raise too_large
    return body


def _load(text: str) -> Any:
    try:
        data = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite_float)
        is_deep = _depth(data) > MAX_DEPTH
    except json.JSONDecodeError as error:
        detail = f"{error.msg} (line {error.lineno}, column {error.colno})."
        raise DomainError("malformed_json", detail) from None
    except ValueError:  # endless, or of thousands of digits
        raise DomainError("malformed_json", "The body holds a number out of range.") from None
    except RecursionError:
        is_deep = True
    if is_deep:
        detail = f"The body is nested deeper than {MAX_DEPTH} levels."
        raise DomainError("malformed_json", detail)
    return data


def _depth(value: Any) -> int:
    """Levels of lists and objects in each other."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return 0
    return 1 + max(map(_depth, value), default=0)


def _refuse_constant(name: str) -> NoReturn:
    raise DomainError("malformed_json", f"{name} is not JSON.")


def _finite_float(digits: str) -> float:
    if not math.isfinite(number := float(digits)):
        raise ValueError(digits)
    return number


def _refuse_unstorable_text(data: Any) -> None:
    """NUL (PostgreSQL takes none) and halves of surrogate pairs (not UTF-8), by field path."""
    fields: dict[str, list[str]] = {}
    for path, text in _texts(data, ""):
        if "\x00" in text:
            fields[path] = ["NUL characters are not allowed."]
        elif any("\ud800" <= character <= "\udfff" for character in text):
            fields[path] = ["Half a surrogate pair is not text."]
        if len(fields) >= MAX_PROBLEM_FIELDS:
            break
    if fields:
        path, messages = next(iter(fields.items()))
        raise DomainError("validation_error", f"{path}: {messages[0]}", fields=fields)


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every string in ``value`` (names of members too) with its path, as ``thread.0.body``."""
    if isinstance(value, str):
        yield path or "non_field_errors", value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, f"{path}.{index}" if path else str(index))
    elif isinstance(value, dict):
        for name, item in value.items():
            shown = name.encode("ascii", "backslashreplace").decode().replace("\x00", "\\x00")
            inner = f"{path}.{shown}" if path else shown
            yield inner, name
            yield from _texts(item, inner)
