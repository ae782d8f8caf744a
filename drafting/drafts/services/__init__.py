"""The four calls: interpret, generate, check quality, refine. Edges call these and nothing else."""

from drafting.drafts.services.check import check_draft, check_own_words, check_text
from drafting.drafts.services.generate import (
    Composed,
    Generated,
    GenerateRequest,
    compose_draft,
    generate_draft,
    keep_draft,
)
from drafting.drafts.services.interpret import (
    interpret_mail,
    interpret_message,
    interpret_work,
)
from drafting.drafts.services.refine import (
    Refinement,
    RefineRequest,
    judge_refinement,
    keep_refinement,
    refine_draft,
)

__all__ = [
    "Composed",
    "GenerateRequest",
    "Generated",
    "RefineRequest",
    "Refinement",
    "check_draft",
    "check_own_words",
    "check_text",
    "compose_draft",
    "generate_draft",
    "interpret_mail",
    "interpret_message",
    "interpret_work",
    "judge_refinement",
    "keep_draft",
    "keep_refinement",
    "refine_draft",
]
