from django.urls import path

from drafting.outbox.api.views import WorkViewSet

work = WorkViewSet.as_view
urlpatterns = [
    path("work/claim", work({"post": "claim"}), name="work-claim"),
    path("work/<str:work_token>", work({"get": "retrieve"}), name="work"),
    path("work/<str:work_token>/heartbeat", work({"post": "heartbeat"}), name="heartbeat"),
    path("work/<str:work_token>/reply", work({"post": "reply"}), name="work-reply"),
    path("work/<str:work_token>/hand-over", work({"post": "hand_over"}), name="hand-over"),
    path("work/<str:work_token>/release", work({"post": "release"}), name="work-release"),
]
