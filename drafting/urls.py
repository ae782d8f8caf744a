"""Every endpoint of the API, package by package."""

from django.urls import path

from drafting.desk.api import serializers as shapes
from drafting.desk.api import views as desk
from drafting.desk.api.views import ProposalDecision as Proposal
from drafting.desk.api.views import QuestionDecision as Question
from drafting.desk.api.views import decision
from drafting.drafts.api import views as drafts
from drafting.mail.api.views import MessageViewSet, ThreadViewSet
from drafting.outbox.api.views import WorkViewSet
from drafting.outbox.files import MAX_FILES_BYTES
from drafting.runs.api.views import FinishView, RunViewSet
from learning.ledger import services as ledger
from learning.proposals import decisions

WORK = "work/<str:work_token>"
RUN = "runs/<uuid:run_id>"
STEP = f"{RUN}/artifacts/<str:stage>/<int:iteration>"
messages, threads = MessageViewSet.as_view, ThreadViewSet.as_view
work, runs = WorkViewSet.as_view, RunViewSet.as_view
reply = work({"post": "reply"}, max_body_bytes=MAX_FILES_BYTES)

urlpatterns = [
    path("drafts/interpret", drafts.InterpretView.as_view(), name="draft-interpret"),
    path("drafts/generate", drafts.GenerateView.as_view(), name="draft-generate"),
    path("drafts/quality-check", drafts.QualityCheckView.as_view(), name="draft-quality-check"),
    path("drafts/refine", drafts.RefineView.as_view(), name="draft-refine"),
    path("messages", messages({"get": "list", "post": "create"}), name="messages"),
    path("messages/<int:message_id>", messages({"get": "retrieve"}), name="message"),
    path("threads", threads({"get": "list"}), name="threads"),
    path("threads/<int:thread_id>", threads({"get": "retrieve"}), name="thread"),
    path("work/claim", work({"post": "claim"}), name="work-claim"),
    path(WORK, work({"get": "retrieve"}), name="work"),
    path(f"{WORK}/heartbeat", work({"post": "heartbeat"}), name="heartbeat"),
    path(f"{WORK}/reply", reply, name="work-reply"),
    path(f"{WORK}/hand-over", work({"post": "hand_over"}), name="hand-over"),
    path(f"{WORK}/release", work({"post": "release"}), name="work-release"),
    path(f"{WORK}/finish", FinishView.as_view(), name="work-finish"),
    path("runs", runs({"post": "start"}), name="runs"),
    path(RUN, runs({"get": "retrieve"}), name="run"),
    path(f"{RUN}/next", runs({"get": "next"}), name="run-next"),
    path(f"{RUN}/context-pack", runs({"get": "context_pack"}), name="run-context-pack"),
    path(f"{RUN}/memory-proposals", runs({"post": "propose"}), name="run-memory-proposals"),
    path(STEP, runs({"put": "keep_step"}), name="run-artifact"),
    path("templates", desk.TemplatesView.as_view()),
    path("templates/<str:template_id>", desk.TemplateView.as_view()),
    path("knowledge", desk.KnowledgeView.as_view()),
    path("facts", desk.FactsView.as_view()),
    path("priors", desk.PriorsView.as_view()),
    path("priors/calibrate", desk.CalibrateView.as_view()),
    path("proposals", desk.ProposalsView.as_view()),
    path(Proposal.row, desk.ProposalView.as_view()),
    decision(Proposal, "approve", decisions.approve_proposal, shapes.ApproveInput),
    decision(Proposal, "reject", decisions.reject_proposal, shapes.RejectInput),
    decision(Proposal, "roll_back", decisions.roll_back_proposal, shapes.NoteInput),
    decision(Proposal, "undo", decisions.undo_decision),
    path("ledger/questions", desk.QuestionsView.as_view()),
    decision(Question, "promote", ledger.promote_question, shapes.PromoteInput),
    decision(Question, "reject", ledger.reject_question),
    decision(Question, "defer", ledger.defer_question),
    decision(Question, "revert", ledger.revert_promotion),
    path("signals/stats", desk.SignalsView.as_view()),
    path("session-summary", desk.SummaryView.as_view()),
]
