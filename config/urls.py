"""The API under /api/v1/ (no trailing slashes), its schema and docs, the admin."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from drafting.access.schema import CompactRenderer, PlainRenderer
from drafting.desk import watching
from drafting.desk.search import search_view
from drafting.tools.views import McpView

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index"), name="home"),
    path("healthz", watching.healthz, name="healthz"),
    path("readyz", watching.readyz, name="readyz"),
    path("metrics", watching.MetricsView.as_view(), name="metrics"),
    # Before Unfold's own search, which keeps what it found for five minutes.
    path("admin/search/", admin.site.admin_view(search_view)),
    path("admin/", admin.site.urls),
    path("mcp", McpView.as_view(), name="mcp"),
    path(
        "api/schema",
        SpectacularAPIView.as_view(
            renderer_classes=[CompactRenderer, OpenApiYamlRenderer, PlainRenderer]
        ),
        name="schema",
    ),
    path(
        "api/docs",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="drafting/docs.html"),
        name="docs",
    ),
    path("api/v1/", include("drafting.urls")),
]

handler400 = "config.problems.bad_request"
handler404 = "config.problems.not_found"
handler500 = "config.problems.server_error"
