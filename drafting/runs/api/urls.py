from django.urls import path

from drafting.runs.api import views

urlpatterns = [
    path("work/<str:work_token>/finish", views.FinishView.as_view(), name="work-finish"),
    path("runs", views.RunsView.as_view(), name="runs"),
    path("runs/<uuid:run_id>", views.RunView.as_view(), name="run"),
    path("runs/<uuid:run_id>/next", views.NextView.as_view(), name="run-next"),
    path(
        "runs/<uuid:run_id>/context-pack",
        views.ContextPackView.as_view(),
        name="run-context-pack",
    ),
    path(
        "runs/<uuid:run_id>/memory-proposals",
        views.MemoryProposalsView.as_view(),
        name="run-memory-proposals",
    ),
    path(
        "runs/<uuid:run_id>/artifacts/<str:stage>/<int:iteration>",
        views.ArtifactView.as_view(),
        name="run-artifact",
    ),
]
