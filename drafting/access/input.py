"""Reading what a call sends through its serializer."""

from typing import Any


def checked(serializer: Any, data: Any) -> dict[str, Any]:
    """The validated values of ``data``. Raises DRF's ValidationError, which names the fields."""
    bound = serializer(data=data)
    bound.is_valid(raise_exception=True)
    values: dict[str, Any] = bound.validated_data
    return values
