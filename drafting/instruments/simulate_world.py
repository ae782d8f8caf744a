"""The simulated world that learning is tested on: mails, right letters, voices and wishes.
Its truth stands in ``fixtures/world`` and was written before anything was tuned.

Each intent has mails for tuning (seeds 1-10), which never sees some intents at all, and others for
the report (seeds from 11 on). Of either four in nine are held out: asked about, never streamed.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FILE = Path(settings.BASE_DIR) / "fixtures" / "world" / "learning.json"
FIRST_REPORT_SEED = 11
NOTHING_FITS = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A mail, the template id that answers it (``NOTHING_FITS``: none) and a text that would."""

    text: str
    letter: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class World:
    stream: Sequence[Asked]
    held_out: Sequence[Asked]  # of intents with a letter, never streamed
    decoys: Sequence[Mapping[str, str]]  # letters that sound right and are not
    wishes: Mapping[str, Sequence[str]]  # template id → wordings of what voices would add
    own: Sequence[str]  # sentences that hold for one guest only


@dataclass(frozen=True, slots=True)
class Voice:
    """Who rewrites. A trusting one takes whatever it is given; a person is of the staff."""

    name: str
    is_trusting: bool = False
    is_person: bool = False
    share: float = 1.0  # of the drafts, relative to the others


def read_world(seed: int) -> World:
    """The part of the world that this seed may see."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    kind = "report" if seed >= FIRST_REPORT_SEED else "tuning"
    stream, held_out = [], []
    for intent in data["intents"]:
        seen, unseen = _split(intent["mails"][kind], seed)
        stream += [Asked(text, intent["letter"]) for text in seen]
        held_out += [Asked(text, intent["letter"]) for text in unseen]
    for lack in data["missing"]:
        seen, _ = _split(lack["mails"][kind], seed)
        stream += [Asked(text, NOTHING_FITS, lack["answer"]) for text in seen]
    stream += [Asked(text, NOTHING_FITS) for text in data["unwritten"]]
    wishes = {wish["letter"]: [wish["sentence"], *wish["others"]] for wish in data["wishes"]}
    return World(stream, held_out, data["decoys"], wishes, data["own"])


def voices() -> list[Voice]:
    """Four agents, of whom half take anything, and one person with a fifth of an agent's drafts."""
    made = [Voice(f"agent-{number}", is_trusting=number < 2) for number in range(4)]
    return [*made, Voice("person", is_person=True, share=0.2)]


def _split(mails: Sequence[str], seed: int) -> tuple[list[str], list[str]]:
    """Mails to stream and mails held out; other seeds hold out others."""
    count = len(mails) * 4 // 9
    held = {(seed * count + place) % len(mails) for place in range(count)}
    streamed = [mail for place, mail in enumerate(mails) if place not in held]
    return streamed, [mails[place] for place in sorted(held)]


class Chance(random.Random):
    """Every draw of a simulation, from its seed alone."""

    def voice(self, among: Sequence[Voice]) -> Voice:
        return self.choices(among, [voice.share for voice in among])[0]

    def happens(self, probability: float) -> bool:
        return self.random() < probability

    def reworded(self, text: str) -> str:
        """The text as another hand writes it: a word in eight changes, lines stay."""
        words = text.split(" ")
        return " ".join("indeed" if self.happens(1 / 8) and w.isalpha() else w for w in words)
