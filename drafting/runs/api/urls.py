from django.urls import path

from drafting.runs.api.views import FinishView, RunViewSet

RUN = "runs/<uuid:run_id>"
STEP = f"{RUN}/artifacts/<str:stage>/<int:iteration>"
runs = RunViewSet.as_view

urlpatterns = [
    path("work/<str:work_token>/finish", FinishView.as_view(), name="work-finish"),
    path("runs", runs({"post": "start"}), name="runs"),
    path(RUN, runs({"get": "retrieve"}), name="run"),
    path(f"{RUN}/next", runs({"get": "next"}), name="run-next"),
    path(f"{RUN}/context-pack", runs({"get": "context_pack"}), name="run-context-pack"),
    path(f"{RUN}/memory-proposals", runs({"post": "propose"}), name="run-memory-proposals"),
    path(STEP, runs({"put": "keep_step"}), name="run-artifact"),
]
