"""What the calls answer, as JSON."""

from __future__ import annotations

from typing import Any

from drafting.drafts.plans import plan_to_json
from drafting.drafts.services.generate import Generated
from drafting.drafts.services.refine import Refinement
from drafting.drafts.shapes import outcomes_json, quality_json
from templatesapp.text.html import plain_to_html


def generated_json(generated: Generated) -> dict[str, Any]:
    draft = generated.draft
    template = generated.template
    return {
        "draft_id": str(draft.id),
        "action_plan": plan_to_json(generated.plan),
        "delivery_status": draft.delivery_status,
        "follow_up_required": any(row["outcome"] != "answered" for row in draft.outcomes),
        "template_used": {
            "template_id": template.template_id if template else None,
            "subject": template.subject if template else None,
            # An acknowledgement stands outside categories.
            "category": template.category or None if template else None,
            "language": draft.language,
            "purpose": template.purpose if template else None,
            "version": draft.template_version or (template.version if template else None),
            "confidence": draft.confidence,
            "selection": draft.selection,
        },
        "ranker": draft.ranker,
        "draft": {
            "body_plain": draft.body_plain,
            "body_html": plain_to_html(draft.body_plain, draft.language),
        },
        "composite": draft.composite,
        "question_blocks": draft.question_blocks,
        "outcomes": draft.outcomes,
        "left_out": draft.left_out,
        "states": draft.states,
        "sources_used": draft.sources_used,
        "slots": {name: draft.slots[name] for name in ("filled", "unresolved")},
        "policy": {name: said for name, said in draft.policy.items() if name != "rule_keys"},
        "quality": draft.quality,
        "ledger": {
            "created": generated.ledger.created,
            "duplicates": generated.ledger.duplicates,
            "question_hashes": list(generated.ledger.question_hashes),
        },
        "catalogue_version": draft.catalogue_version,
    }


def refinement_json(refinement: Refinement) -> dict[str, Any]:
    attestation = refinement.attestation
    return {
        "draft": {
            "body_plain": refinement.body_plain,
            "body_html": plain_to_html(refinement.body_plain, attestation.draft.language),
        },
        "refinement_applied": attestation.refinement_applied,
        "refinement_source": attestation.refinement_source,
        "quality": quality_json(refinement.quality),
        "outcomes": outcomes_json(refinement.quality.outcomes),
        "delivery_status": refinement.delivery,
        "outcome": refinement.outcome,
        "edit_distance_pct": refinement.edit_distance_pct,
        "original_matches": refinement.original_matches,
    }
