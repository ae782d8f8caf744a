from django.urls import path

from drafting.mail.api import views

urlpatterns = [
    path("messages", views.MessagesView.as_view(), name="messages"),
    path("messages/<int:message_id>", views.MessageView.as_view(), name="message"),
    path("threads", views.ThreadViewSet.as_view({"get": "list"}), name="threads"),
    path(
        "threads/<int:thread_id>", views.ThreadViewSet.as_view({"get": "retrieve"}), name="thread"
    ),
]
