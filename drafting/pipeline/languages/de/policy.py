from __future__ import annotations

from drafting.pipeline.check.policy import NonRefundableRules

RULES = NonRefundableRules(
    phrases=(
        "nicht erstattbar",
        "nicht erstattbare",
        "nicht erstattbaren",
        "nicht erstattbarer",
        "nicht erstattungsfähig",
        "nicht rückzahlbar",
        "nicht rückerstattbar",
        "nicht stornierbar",
        "nicht stornierbare",
        "nicht stornierbaren",
        "ohne erstattung",
        "ohne rückerstattung",
        "nicht kostenlos stornierbar",
        "nicht refundierbar",
    ),
    supposing=("ob", "falls", "wenn", "sofern"),
    asking_openers=("ist", "war", "sind", "ist also"),
)
