from django.urls import path

from drafting.desk.api import serializers as shapes
from drafting.desk.api import views
from drafting.desk.api.views import ProposalDecision as Proposal
from drafting.desk.api.views import QuestionDecision as Question
from drafting.desk.api.views import decision
from learning.ledger import services as ledger
from learning.proposals import decisions

_ANSWER = {"answer": "Yes, there is a guitar in the lounge that guests may play."}

urlpatterns = [
    path("templates", views.TemplatesView.as_view()),
    path("templates/<str:template_id>", views.TemplateView.as_view()),
    path("knowledge", views.KnowledgeView.as_view()),
    path("facts", views.FactsView.as_view()),
    path("priors", views.PriorsView.as_view()),
    path("priors/calibrate", views.CalibrateView.as_view()),
    path("proposals", views.ProposalsView.as_view()),
    path(Proposal.row, views.ProposalView.as_view()),
    decision(
        Proposal,
        "approve",
        "Approve a proposal (staff)",
        decisions.approve_proposal,
        shapes.ApproveInput,
        {"note": "Guests ask this often."},
    ),
    decision(
        Proposal,
        "reject",
        "Reject a proposal (staff)",
        decisions.reject_proposal,
        shapes.RejectInput,
        {"reason": "one-off"},
    ),
    decision(
        Proposal,
        "roll_back",
        "Bring the former text back (staff)",
        decisions.roll_back_proposal,
        shapes.NoteInput,
        {"note": "The new text confused guests."},
    ),
    decision(Proposal, "undo", "Undo a decision of the last ten minutes", decisions.undo_decision),
    path("ledger/questions", views.QuestionsView.as_view()),
    decision(
        Question,
        "promote",
        "Make an answer known (staff)",
        ledger.promote_question,
        shapes.PromoteInput,
        _ANSWER,
    ),
    decision(Question, "reject", "No answer is needed (staff)", ledger.reject_question),
    decision(Question, "defer", "Decide later (staff)", ledger.defer_question),
    decision(Question, "revert", "Take a promoted answer back (staff)", ledger.revert_promotion),
    path("signals/stats", views.SignalsView.as_view()),
    path("session-summary", views.SummaryView.as_view()),
]
