from django.urls import path

from drafting.runs.api import views

RUN = "runs/<uuid:run_id>"
STEP = f"{RUN}/artifacts/<str:stage>/<int:iteration>"

urlpatterns = [
    path("work/<str:work_token>/finish", views.FinishView.as_view(), name="work-finish"),
    path("runs", views.RunsView.as_view(), name="runs"),
    path(RUN, views.RunView.as_view(), name="run"),
    path(f"{RUN}/next", views.NextView.as_view(), name="run-next"),
    path(f"{RUN}/context-pack", views.ContextPackView.as_view(), name="run-context-pack"),
    path(
        f"{RUN}/memory-proposals", views.MemoryProposalsView.as_view(), name="run-memory-proposals"
    ),
    path(STEP, views.ArtifactView.as_view(), name="run-artifact"),
]
