from django.urls import path

from drafting.mail.api import views

urlpatterns = [
    path("messages", views.MessagesView.as_view(), name="messages"),
    path("messages/<int:message_id>", views.MessageView.as_view(), name="message"),
    path("threads", views.ThreadsView.as_view(), name="threads"),
    path("threads/<int:thread_id>", views.ThreadView.as_view(), name="thread"),
]
