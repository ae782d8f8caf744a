from django.urls import path

from drafting.desk.api import views

_PROPOSAL = "proposals/<uuid:proposal_id>"
_QUESTION = "ledger/questions/<int:question_id>"

urlpatterns = [
    path("templates", views.TemplatesView.as_view()),
    path("templates/<str:template_id>", views.TemplateView.as_view()),
    path("knowledge", views.KnowledgeView.as_view()),
    path("facts", views.FactsView.as_view()),
    path("priors", views.PriorsView.as_view()),
    path("priors/calibrate", views.CalibrateView.as_view()),
    path("proposals", views.ProposalsView.as_view()),
    path(_PROPOSAL, views.ProposalView.as_view()),
    path(f"{_PROPOSAL}/approve", views.ApproveView.as_view()),
    path(f"{_PROPOSAL}/reject", views.RejectView.as_view()),
    path(f"{_PROPOSAL}/roll-back", views.RollBackView.as_view()),
    path(f"{_PROPOSAL}/undo", views.UndoView.as_view()),
    path("ledger/questions", views.QuestionsView.as_view()),
    path(f"{_QUESTION}/promote", views.PromoteView.as_view()),
    path(f"{_QUESTION}/reject", views.RejectQuestionView.as_view()),
    path(f"{_QUESTION}/defer", views.DeferQuestionView.as_view()),
    path(f"{_QUESTION}/revert", views.RevertPromotionView.as_view()),
    path("signals/stats", views.SignalsView.as_view()),
    path("session-summary", views.SummaryView.as_view()),
]
