from django.urls import path

from drafting.desk.api import serializers as shapes
from drafting.desk.api import views
from drafting.desk.api.views import ProposalDecision, QuestionDecision, decision
from learning.ledger import services as ledger
from learning.proposals import decisions

_PROPOSAL = "proposals/<uuid:proposal_id>"
_QUESTION = "ledger/questions/<int:question_id>"
_ANSWER = {"answer": "Yes, there is a guitar in the lounge that guests may play."}

approve = decision(
    "proposal_approve",
    "Approve a proposal (staff)",
    ProposalDecision,
    decisions.approve_proposal,
    shapes.ApproveInput,
    {"note": "Guests ask this often."},
)
reject = decision(
    "proposal_reject",
    "Reject a proposal (staff)",
    ProposalDecision,
    decisions.reject_proposal,
    shapes.RejectInput,
    {"reason": "one-off"},
)
roll_back = decision(
    "proposal_roll_back",
    "Bring the former text back (staff)",
    ProposalDecision,
    decisions.roll_back_proposal,
    shapes.NoteInput,
    {"note": "The new text confused guests."},
)
undo = decision(
    "proposal_undo",
    "Undo a decision of the last ten minutes",
    ProposalDecision,
    decisions.undo_decision,
)
promote = decision(
    "ledger_question_promote",
    "Make an answer known (staff)",
    QuestionDecision,
    ledger.promote_question,
    shapes.PromoteInput,
    _ANSWER,
)
reject_question = decision(
    "ledger_question_reject",
    "No answer is needed (staff)",
    QuestionDecision,
    ledger.reject_question,
)
defer = decision(
    "ledger_question_defer", "Decide later (staff)", QuestionDecision, ledger.defer_question
)
revert = decision(
    "ledger_question_revert",
    "Take a promoted answer back (staff)",
    QuestionDecision,
    ledger.revert_promotion,
)

urlpatterns = [
    path("templates", views.TemplatesView.as_view()),
    path("templates/<str:template_id>", views.TemplateView.as_view()),
    path("knowledge", views.KnowledgeView.as_view()),
    path("facts", views.FactsView.as_view()),
    path("priors", views.PriorsView.as_view()),
    path("priors/calibrate", views.CalibrateView.as_view()),
    path("proposals", views.ProposalsView.as_view()),
    path(_PROPOSAL, views.ProposalView.as_view()),
    path(f"{_PROPOSAL}/approve", approve),
    path(f"{_PROPOSAL}/reject", reject),
    path(f"{_PROPOSAL}/roll-back", roll_back),
    path(f"{_PROPOSAL}/undo", undo),
    path("ledger/questions", views.QuestionsView.as_view()),
    path(f"{_QUESTION}/promote", promote),
    path(f"{_QUESTION}/reject", reject_question),
    path(f"{_QUESTION}/defer", defer),
    path(f"{_QUESTION}/revert", revert),
    path("signals/stats", views.SignalsView.as_view()),
    path("session-summary", views.SummaryView.as_view()),
]
