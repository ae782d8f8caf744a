from __future__ import annotations

from drafting.pipeline.check.policy import NonRefundableRules

RULES = NonRefundableRules(
    phrases=(
        "no reembolsable",
        "no reembolsables",
        "no es reembolsable",
        "no son reembolsables",
        "sin reembolso",
        "no cancelable",
        "no es cancelable",
        "sin derecho a reembolso",
    ),
    supposing=("si", "en caso de", "por si"),
    asking_openers=("es", "era", "son", "la tarifa es", "mi tarifa es"),
)
