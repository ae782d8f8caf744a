"""Examples of the OpenAPI document."""

from drf_spectacular.utils import OpenApiExample

CALIBRATE = OpenApiExample("what would change", value={"dry_run": True}, request_only=True)
APPROVE = OpenApiExample("as it is", value={"note": "Guests ask this often."}, request_only=True)
REJECT = OpenApiExample("only this guest", value={"reason": "one-off"}, request_only=True)
NOTE = OpenApiExample("why", value={"note": "The new text confused guests."}, request_only=True)
NOTHING = OpenApiExample("no fields", value={}, request_only=True)
PROMOTE = OpenApiExample(
    "an answer for every guest who asks this",
    value={"answer": "Yes, there is a guitar in the lounge that guests may play."},
    request_only=True,
)
