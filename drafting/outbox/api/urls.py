from django.urls import path

from drafting.outbox.api import views

urlpatterns = [
    path("work/claim", views.ClaimView.as_view(), name="work-claim"),
    path("work/<str:work_token>", views.WorkView.as_view(), name="work"),
    path("work/<str:work_token>/heartbeat", views.HeartbeatView.as_view(), name="heartbeat"),
    path("work/<str:work_token>/reply", views.ReplyView.as_view(), name="work-reply"),
    path("work/<str:work_token>/hand-over", views.HandOverView.as_view(), name="hand-over"),
    path("work/<str:work_token>/release", views.ReleaseView.as_view(), name="work-release"),
]
