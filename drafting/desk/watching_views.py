"""Where the desk's health is read: /metrics by a machine, *Health* by a person."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from rest_framework.request import Request
from rest_framework.views import APIView

from drafting.access.choices import Scope
from drafting.desk.watching import HealthCollector, health_sentences, read_health
from drafting.mail.admin import MailSettingsAdmin
from drafting.mail.models import MailSettings
from templatesapp.admin.pages import needs_permission, show_page

PERMISSION = "drafting.view_mailsettings"


class MetricsView(APIView):
    """In Prometheus' form, for a key with scope ``stats`` (its scraper sends ``authorization``)."""

    required_scope: ClassVar[str] = Scope.STATS
    view_permission = PERMISSION

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        own = CollectorRegistry()
        own.register(HealthCollector(read_health(now=timezone.now())))
        return HttpResponse(
            generate_latest(_processes()) + generate_latest(own), content_type=CONTENT_TYPE_LATEST
        )


def _processes() -> CollectorRegistry:
    """What this process counted, or all of this machine where they share a folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry


admin.site.unregister(MailSettings)


@admin.register(MailSettings)
class MailSettingsWithHealthAdmin(MailSettingsAdmin):
    """The mailbox's settings, and beside them how it is."""

    def get_urls(self) -> list[URLPattern]:
        view: Any = needs_permission(self.health_view, PERMISSION)
        page = path(
            "health/", self.admin_site.admin_view(view), name="drafting_mailsettings_health"
        )
        return [page, *super().get_urls()]

    def health_view(self, request: HttpRequest) -> HttpResponse:
        found = list(health_sentences(read_health(now=timezone.now())))
        return show_page(
            request,
            self,
            "admin/drafting/health.html",
            title="Health",
            warnings=[each for each in found if each.tone == "warn"],
            others=[each for each in found if each.tone == "good"],
        )
