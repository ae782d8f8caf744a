"""Hooks by which other packages react to mail, registered when Django starts.
Registered in drafting/apps.py; mail knows none of them, so that the imports run one way."""

from collections.abc import Callable, Sequence
from typing import Generic, ParamSpec

from drafting.mail.models import Message
from drafting.mail.work_models import RecipientReport

P = ParamSpec("P")


class Listeners(list[Callable[P, object]], Generic[P]):
    """Called one after the other, in the transaction that tells them."""

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in self:
            listener(*args, **kwargs)


# ``(thread=, reason=, now=)``: end what goes on in a thread that is no longer its worker's; under
# the thread's lock.
work_ended: Listeners[...] = Listeners()
# A guest's mail has just come; under the thread's lock.
arrived: Listeners[[Message]] = Listeners()
# People have to look at a mail at once.
alarmed: Listeners[[Message]] = Listeners()
# Recipients that nothing will ever reach.
bounced: Listeners[[Sequence[RecipientReport]]] = Listeners()
