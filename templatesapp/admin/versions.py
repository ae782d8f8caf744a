"""The versions of a template: who changed it and why, what differs, and the way back."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.views.decorators.http import require_POST

from config.errors import DomainError
from templatesapp.admin.base import HistoryAdmin
from templatesapp.admin.pages import page_urls, show_page
from templatesapp.marked import show_text
from templatesapp.models import EmailTemplate
from templatesapp.text.word_diff import diff_view
from templatesapp.versions import (
    OTHER_FIELDS,
    TemplateVersion,
    list_versions,
    restore_template_version,
)

VERSIONS = "templatesapp_emailtemplate_versions"
RESTORE = "templatesapp_emailtemplate_restore"
MAX_REASON = 300


class VersionViews(HistoryAdmin):
    """Addresses of the versions page, for the admin of templates."""

    def get_urls(self) -> list[URLPattern]:
        page = "<int:key>/versions/"
        restore = require_POST(self.restore_view)
        own = page_urls(
            self,
            (page, VERSIONS, self.versions_view),
            (f"{page}<int:history_id>/restore/", RESTORE, restore),
        )
        return [*own, *super().get_urls()]

    def versions_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """The list, and the word diff of any two (``?from=&to=``; else the last change)."""
        template = self._template(request, key)
        versions = list_versions(template)
        pair = _pair(versions, request.GET.get("from"), request.GET.get("to"))
        return show_page(
            request,
            self,
            "admin/templatesapp/versions.html",
            title=f"Versions of {template.template_id} {template.language}",
            template_row=template,
            object=template,  # the trail at the top leads back to it
            versions=versions,
            may_restore=self.has_change_permission(request, template),
            max_reason=MAX_REASON,
            **(_compared(template, *pair) if pair else {}),
        )

    def restore_view(self, request: HttpRequest, key: int, history_id: int) -> HttpResponse:
        template = self._template(request, key)
        if not self.has_change_permission(request, template):
            raise PermissionDenied
        seen = request.POST.get("seen_version", "")
        try:
            restored = restore_template_version(
                template=template,
                history_id=history_id,
                by=request.user,
                reason=request.POST.get("reason", "")[:MAX_REASON],
                seen_version=int(seen) if seen.isdecimal() and len(seen) < 10 else 0,
            )
        except DomainError as error:
            messages.error(request, f"Nothing was changed: {error.detail}")
        else:
            messages.success(request, f"Rolled back: this is version {restored.version} now.")
        return redirect(f"admin:{VERSIONS}", key)

    def _template(self, request: HttpRequest, key: int) -> EmailTemplate:
        template = EmailTemplate.objects.filter(pk=key).first()
        if not self.has_view_permission(request, template):
            raise PermissionDenied
        if template is None:
            raise Http404("There is no such template.")
        return template


def _pair(
    versions: list[TemplateVersion], older: str | None, newer: str | None
) -> tuple[TemplateVersion, TemplateVersion] | None:
    """The two to compare, the older first; by default the live one and the text before it."""
    chosen = [version for version in versions if str(version.row.pk) in (older, newer)]
    if len(chosen) == 2:
        return chosen[1], chosen[0]
    if len(versions) < 2:
        return None
    live = versions[0]
    former = next((v for v in versions if v.row.version < live.row.version), versions[1])
    return former, live


def _compared(
    template: EmailTemplate, older: TemplateVersion, newer: TemplateVersion
) -> dict[str, Any]:
    """What differs between two; ``others``: (field, before, after) of what is not the text;
    ``restorable``: those whose text is not the live one."""
    was, now, live = older.row, newer.row, (template.subject, template.body)
    is_renamed = was.subject != now.subject
    return {
        "older": older,
        "newer": newer,
        "diff": diff_view(was.body, now.body),
        "subject_diff": diff_view(was.subject, now.subject) if is_renamed else None,
        "others": [
            (name.replace("_", " "), *(show_text(str(getattr(row, name))) for row in (was, now)))
            for name in OTHER_FIELDS
            if getattr(was, name) != getattr(now, name)
        ],
        "restorable": [v for v in (older, newer) if (v.row.subject, v.row.body) != live],
    }
