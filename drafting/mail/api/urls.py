from django.urls import path

from drafting.mail.api.views import MessageViewSet, ThreadViewSet

urlpatterns = [
    path("messages", MessageViewSet.as_view({"get": "list", "post": "create"}), name="messages"),
    path("messages/<int:message_id>", MessageViewSet.as_view({"get": "retrieve"}), name="message"),
    path("threads", ThreadViewSet.as_view({"get": "list"}), name="threads"),
    path("threads/<int:thread_id>", ThreadViewSet.as_view({"get": "retrieve"}), name="thread"),
]
