from django.urls import path

from drafting.desk.api import serializers as shapes
from drafting.desk.api import views
from drafting.desk.api.views import ProposalDecision as Proposal
from drafting.desk.api.views import QuestionDecision as Question
from drafting.desk.api.views import decision
from learning.ledger import services as ledger
from learning.proposals import decisions

urlpatterns = [
    path("templates", views.TemplatesView.as_view()),
    path("templates/<str:template_id>", views.TemplateView.as_view()),
    path("knowledge", views.KnowledgeView.as_view()),
    path("facts", views.FactsView.as_view()),
    path("priors", views.PriorsView.as_view()),
    path("priors/calibrate", views.CalibrateView.as_view()),
    path("proposals", views.ProposalsView.as_view()),
    path(Proposal.row, views.ProposalView.as_view()),
    decision(Proposal, "approve", decisions.approve_proposal, shapes.ApproveInput),
    decision(Proposal, "reject", decisions.reject_proposal, shapes.RejectInput),
    decision(Proposal, "roll_back", decisions.roll_back_proposal, shapes.NoteInput),
    decision(Proposal, "undo", decisions.undo_decision),
    path("ledger/questions", views.QuestionsView.as_view()),
    decision(Question, "promote", ledger.promote_question, shapes.PromoteInput),
    decision(Question, "reject", ledger.reject_question),
    decision(Question, "defer", ledger.defer_question),
    decision(Question, "revert", ledger.revert_promotion),
    path("signals/stats", views.SignalsView.as_view()),
    path("session-summary", views.SummaryView.as_view()),
]
