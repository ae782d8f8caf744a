"""The same question as people write it: on a phone, in a letter, in the subject, without its mark.
What the bare question is answered with is said in each form; forms are measured, not sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drafting.drafts.kept import current_desk
from drafting.instruments.labelled import read_case
from drafting.pipeline.outcomes import OutcomeKind

KNOWLEDGE = Path(__file__).resolve().parents[3] / "fixtures/sample/knowledge"
HELLO = {
    "en": ("Hi there,", "Thanks a lot,\nMarta Kowal", "See subject.", "Sent from my iPhone"),
    "de": ("Hallo,", "Viele Grüße\nMarta Kowal", "Siehe Betreff.", "Von meinem iPhone gesendet"),
    "it": ("Buongiorno,", "Grazie,\nMarta Rinaldi", "Vedi oggetto.", "Inviato da iPhone"),
    "fr": ("Bonjour,", "Merci,\nMarta Lenoir", "Voir l'objet.", "Envoyé de mon iPhone"),
    "es": ("Hola:", "Gracias,\nMarta Roldán", "Ver asunto.", "Enviado desde mi iPhone"),
}
EVERY = 14  # question of a language; each form again would take minutes


def forms(question: str, language: str) -> dict[str, tuple[str, str]]:
    """Subject and body by the form's name."""
    hello, thanks, pointer, phone = HELLO[language]
    bare = question.replace("¿", "").rstrip(" ?")
    bare = f"{bare[0].lower()}{bare[1:]}"
    return {
        "letter": ("", f"{hello}\n\n{question}\n\n{thanks}"),
        "no mark": ("", f"{hello}\n{bare}\n{thanks}"),
        "small": ("", bare.lower()),
        "capitals": ("", question.upper()),
        "subject": (question, pointer),
        "subject alone": (question, ""),
        "phone": ("", f"{question}\n\n{phone}"),
        "one line": ("", f"{hello} {question} {thanks}".replace("\n", " ")),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("language", HELLO)
def test_the_form_does_not_change_the_answer(sample_desk, language):
    desk = current_desk()

    def drafted(subject: str, body: str):
        row = {"id": "", "from": "guest@mail.example", "thread": [], "labels": {}}
        return read_case({**row, "subject": subject, "body": body}, desk).composition

    tried: dict[str, list[bool]] = {}
    for item in json.loads((KNOWLEDGE / f"{language}.json").read_text("utf-8"))[::EVERY]:
        plain = drafted("", item["question"]).quality.outcomes
        said = [o.sentence for o in plain if o.outcome is OutcomeKind.ANSWERED]
        for name, (subject, body) in forms(item["question"], language).items() if said else ():
            text = drafted(subject, body).letter.text
            tried.setdefault(name, []).append(all(sentence in text for sentence in said))
    assert min(map(len, tried.values())) >= 10
    lost = {name: kept.count(False) for name, kept in tried.items() if kept.count(False) > 2}
    assert not lost, {name: len(kept) for name, kept in tried.items()}
