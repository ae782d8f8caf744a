"""The four calls: interpret, generate, check quality, refine. Edges call these and nothing else."""

from drafting.drafts.services.check import check_draft, check_text
from drafting.drafts.services.generate import Generated, GenerateRequest, generate_draft
from drafting.drafts.services.interpret import (
    interpret_mail,
    interpret_message,
    interpret_work,
)
from drafting.drafts.services.refine import Refinement, RefineRequest, refine_draft

__all__ = [
    "GenerateRequest",
    "Generated",
    "RefineRequest",
    "Refinement",
    "check_draft",
    "check_text",
    "generate_draft",
    "interpret_mail",
    "interpret_message",
    "interpret_work",
    "refine_draft",
]
