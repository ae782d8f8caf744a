from django.urls import path

from drafting.mail.api import views, work_views

urlpatterns = [
    path("messages", views.MessagesView.as_view(), name="messages"),
    path("messages/<int:message_id>", views.MessageView.as_view(), name="message"),
    path("threads", views.ThreadsView.as_view(), name="threads"),
    path("threads/<int:thread_id>", views.ThreadView.as_view(), name="thread"),
    path("work/claim", work_views.ClaimView.as_view(), name="work-claim"),
    path("work/<str:work_token>", work_views.WorkView.as_view(), name="work"),
    path("work/<str:work_token>/heartbeat", work_views.HeartbeatView.as_view(), name="heartbeat"),
    path("work/<str:work_token>/reply", work_views.ReplyView.as_view(), name="work-reply"),
    path("work/<str:work_token>/hand-over", work_views.HandOverView.as_view(), name="hand-over"),
    path("work/<str:work_token>/release", work_views.ReleaseView.as_view(), name="work-release"),
]
