"""Italian: how a guest sets aside a topic, and what makes an event a mere point in time.

All are phrases of folded words, separated by commas.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    # Before a topic: it is named as what the mail is not about.
    "set_aside": (
        "non ci serve, non mi serve, non serve, non abbiamo bisogno, non ho bisogno, non "
        "vogliamo, non voglio, senza, invece di, invece del, anziche, al posto di, non si tratta, "
        "non ci serve piu, non mi serve piu, non serve piu, non ci interessa, non mi interessa"
    ),
    # Straight before an action (cancel, change): the action is not wanted.
    "not_to": "non, mai, senza, ne",
    # After a topic, for languages that put the negation last.
    "set_aside_after": "",
    # How a wish begins that is no question.
    "request": (
        "per favore, per cortesia, cortesemente, vi prego, vorrei, vorremmo, avrei bisogno, ho "
        "bisogno, abbiamo bisogno, potete, potreste, puo, chiedo, vi chiedo, desidero, cerco, "
        "fatemi sapere, mi serve, ci serve, esigo, gradirei"
    ),
    # Before an event: "after check-out" says when, and asks nothing of check-out.
    "point_in_time": (
        "prima, prima di, prima del, dopo, dopo il, fino al, dal, all, al, al momento del, tra"
    ),
    # Before a cancellation: that of somebody else, which the guest hopes for.
    "of_others": (
        "se qualcuno, se qualche ospite, se avete una, se avete, se ci fosse una, "
        "se ci sono, se si libera, nel caso qualcuno, in caso di, se ricevete una, se altri, "
        "se vi arriva una"
    ),
}
