from __future__ import annotations

from drafting.pipeline.check.policy import NonRefundableRules

RULES = NonRefundableRules(
    phrases=(
        "non remboursable",
        "non remboursables",
        "pas remboursable",
        "pas remboursables",
        "sans remboursement",
        "non annulable",
        "pas annulable",
    ),
    supposing=("si", "s il", "au cas où"),
    asking_openers=("est", "est ce", "était", "sont", "le tarif est", "mon tarif est"),
)
