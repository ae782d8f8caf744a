"""Every endpoint of the API, package by package."""

from django.urls import include, path

urlpatterns = [
    path("", include("drafting.drafts.api.urls")),
    path("", include("drafting.mail.api.urls")),
    path("", include("drafting.outbox.api.urls")),
    path("", include("drafting.runs.api.urls")),
    path("", include("drafting.desk.api.urls")),
]
