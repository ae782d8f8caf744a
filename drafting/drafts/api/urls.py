from django.urls import path

from drafting.drafts.api import views

urlpatterns = [
    path("drafts/interpret", views.InterpretView.as_view(), name="draft-interpret"),
    path("drafts/generate", views.GenerateView.as_view(), name="draft-generate"),
    path("drafts/quality-check", views.QualityCheckView.as_view(), name="draft-quality-check"),
    path("drafts/refine", views.RefineView.as_view(), name="draft-refine"),
]
