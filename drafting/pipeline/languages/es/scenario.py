"""Spanish: how a guest sets aside a topic, and what makes an event a mere point in time.

All are phrases of folded words, separated by commas.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # Before a topic: it is named as what the mail is not about.
    "set_aside": (
        "no necesitamos, no necesito, ya no necesitamos, ya no necesito, ya no hace falta, no "
        "hace falta, sin, en lugar de, en vez de, no quiero, no queremos, no se trata de, no nos "
        "interesa, ya no queremos, ya no quiero"
    ),
    # Straight before an action (cancel, change): the action is not wanted.
    "not_to": "no, nunca, sin, ni, tampoco",
    # After a topic, for languages that put the negation last.
    "set_aside_after": "",
    # How a wish begins that is no question.
    "request": (
        "por favor, ruego, rogamos, podeis, podrian, podria, podriais, pueden, puede, quisiera, "
        "quisieramos, quiero, queremos, necesito, necesitamos, me gustaria, nos gustaria, busco, "
        "solicito, exijo"
    ),
    # Before an event: "after check-out" says when, and asks nothing of check-out.
    "point_in_time": (
        "antes, antes de, antes del, despues, despues de, despues del, hasta, desde, tras, al, "
        "entre, a la"
    ),
    # Before a cancellation: that of somebody else, which the guest hopes for.
    "of_others": (
        "si alguien, si hay una, si hay alguna, si tienen una, si teneis una, "
        "si teneis alguna, si tienen alguna, en caso de, si les llega una, si otro, "
        "si otra persona"
    ),
}
