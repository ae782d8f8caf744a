from __future__ import annotations

from drafting.pipeline.check.policy import NonRefundableRules

RULES = NonRefundableRules(
    phrases=(
        "non rimborsabile",
        "non rimborsabili",
        "non è rimborsabile",
        "non sono rimborsabili",
        "senza rimborso",
        "non annullabile",
        "non cancellabile",
        "tariffa non rimborsata",
    ),
    supposing=("se", "qualora", "nel caso"),
    asking_openers=(
        "è",
        "era",
        "sono",
        "ma è",
        "la tariffa è",
        "la mia tariffa è",
        "la prenotazione è",
    ),
)
