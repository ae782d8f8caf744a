from __future__ import annotations

from drafting.pipeline.check.policy import NonRefundableRules

RULES = NonRefundableRules(
    phrases=(
        "non refundable",
        "nonrefundable",
        "not refundable",
        "cannot be refunded",
        "can't be refunded",
        "no refund rate",
        "no refunds rate",
        "without refund",
        "non cancellable",
        "nonref",
        "non ref rate",
        "cheapest rate without cancellation",
    ),
    supposing=("if", "whether", "unless", "in case", "not sure"),
    asking_openers=("is", "was", "are", "were", "does", "do", "did", "so is", "and is"),
)
