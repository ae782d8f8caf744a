"""Where the desk's health is read: /metrics by a machine, *Health* by a person."""

from __future__ import annotations

import os
from typing import ClassVar

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from rest_framework.request import Request
from rest_framework.views import APIView

from drafting.access.choices import Scope
from drafting.desk.watching import HealthCollector, health_sentences, read_health
from drafting.mail.admin import MailSettingsAdmin
from drafting.mail.mailbox_report import describe_mailbox, describe_own_domains
from drafting.mail.models import MailSettings
from drafting.mail.selectors import get_staff
from drafting.mail.sign_in import describe_sign_in
from drafting.mail.work_models import MailFolder, OutgoingMail
from drafting.outbox.mailbox_check import try_mailbox
from templatesapp.admin.pages import page_urls, show_page

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


@admin.register(MailSettings)
class MailSettingsWithHealthAdmin(MailSettingsAdmin):
    """The mailbox's settings, and beside them how it is."""

    def get_urls(self) -> list[URLPattern]:
        own = page_urls(
            self,
            ("health/", "drafting_mailsettings_health", self.health_view, PERMISSION),
            ("mailbox/", "drafting_mailsettings_mailbox", self.mailbox_view, PERMISSION),
        )
        return [*own, *super().get_urls()]

    def mailbox_view(self, request: HttpRequest) -> HttpResponse:
        """What is connected and what is not checked; POST tries it out."""
        may_test = self.has_change_permission(request)
        trials = None
        if request.method == "POST":
            if not may_test:  # it sends a mail
                raise PermissionDenied
            trials = list(
                try_mailbox(
                    imap=settings.DESK_IMAP_SERVER,
                    smtp=settings.DESK_SMTP_SERVER,
                    sender=(settings.DESK_FROM_NAME, get_staff().mailbox),
                )
            )
        return show_page(
            request,
            self,
            "admin/drafting/mailbox.html",
            title="Mailbox",
            sign_in=describe_sign_in(),
            connected=describe_mailbox().splitlines(),
            folders=MailFolder.objects.all(),
            last_sent_at=OutgoingMail.objects.aggregate(at=Max("sent_at"))["at"],
            own_domains=describe_own_domains(now=timezone.now()).splitlines(),
            trials=trials,
            may_test=may_test,
        )

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
