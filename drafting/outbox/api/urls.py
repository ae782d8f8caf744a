from django.urls import path

from drafting.outbox.api.views import WorkViewSet
from drafting.outbox.files import MAX_FILES_BYTES

work = WorkViewSet.as_view
reply = work({"post": "reply"}, max_body_bytes=MAX_FILES_BYTES)
urlpatterns = [
    path("work/claim", work({"post": "claim"}), name="work-claim"),
    path("work/<str:work_token>", work({"get": "retrieve"}), name="work"),
    path("work/<str:work_token>/heartbeat", work({"post": "heartbeat"}), name="heartbeat"),
    path("work/<str:work_token>/reply", reply, name="work-reply"),
    path("work/<str:work_token>/hand-over", work({"post": "hand_over"}), name="hand-over"),
    path("work/<str:work_token>/release", work({"post": "release"}), name="work-release"),
]
