"""Replies as mail programs of fourteen languages quote, written before any rule: the even ones
tune, the odd ones measure. Each with the guest's words that must be read, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

OURS = (
    "Dear guest,\n\nbreakfast costs 8 euro and check-in begins at 15:00.\n\n"
    "Kind regards\nHostel Brikette"
)
DESK = "Hostel Brikette <info@hostel-brikette.example>"


@dataclass(frozen=True)
class Program:
    """How the programs of a language quote. ``{d}`` date, ``{n}`` name and address."""

    code: str
    attributions: tuple[str, ...]
    keys: tuple[str, str, str, str]  # from, sent, to, subject
    original: str
    forwarded: str
    words: tuple[str, str]  # what the guest says above, and further below


PROGRAMS = (
    Program("en", ("On {d}, {n} wrote:", "On {d} {n} wrote:", "{n} wrote on {d}:"),
            ("From", "Sent", "To", "Subject"), "Original Message", "Forwarded message",
            ("Thanks, we come at nine.", "And is there parking?")),
    Program("de", ("Am {d} schrieb {n}:", "{n} schrieb am {d}:"),
            ("Von", "Gesendet", "An", "Betreff"), "Ursprüngliche Nachricht",
            "Weitergeleitete Nachricht", ("Danke, wir kommen um neun.", "Gibt es einen Parkplatz?")),
    Program("it", ("Il giorno {d} {n} ha scritto:", "Il {d} {n} ha scritto:"),
            ("Da", "Inviato", "A", "Oggetto"), "Messaggio originale", "Messaggio inoltrato",
            ("Grazie, arriviamo alle nove.", "C'è un parcheggio?")),
    Program("fr", ("Le {d}, {n} a écrit :", "{n} a écrit le {d} :"),
            ("De", "Envoyé", "À", "Objet"), "Message d'origine", "Message transféré",
            ("Merci, nous arrivons à neuf heures.", "Y a-t-il un parking ?")),
    Program("es", ("El {d}, {n} escribió:", "{n} escribió el {d}:"),
            ("De", "Enviado", "Para", "Asunto"), "Mensaje original", "Mensaje reenviado",
            ("Gracias, llegamos a las nueve.", "¿Hay aparcamiento?")),
    Program("nl", ("Op {d} schreef {n}:", "{n} schreef op {d}:"),
            ("Van", "Verzonden", "Aan", "Onderwerp"), "Oorspronkelijk bericht",
            "Doorgestuurd bericht", ("Bedankt, we komen om negen uur.", "Is er parkeergelegenheid?")),
    Program("da", ("Den {d} skrev {n}:", "{n} skrev den {d}:"),
            ("Fra", "Sendt", "Til", "Emne"), "Oprindelig meddelelse", "Videresendt meddelelse",
            ("Tak, vi kommer klokken ni.", "Er der parkering?")),
    Program("sv", ("Den {d} skrev {n}:", "{d} skrev {n}:"),
            ("Från", "Skickat", "Till", "Ämne"), "Ursprungligt meddelande",
            "Vidarebefordrat meddelande", ("Tack, vi kommer klockan nio.", "Finns det parkering?")),
    Program("nb", ("{d} skrev {n}:", "Den {d} skrev {n}:"),
            ("Fra", "Sendt", "Til", "Emne"), "Opprinnelig melding", "Videresendt melding",
            ("Takk, vi kommer klokken ni.", "Er det parkering?")),
    Program("fi", ("{n} kirjoitti {d}:", "{d} {n} kirjoitti:"),
            ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"), "Alkuperäinen viesti",
            "Välitetty viesti", ("Kiitos, tulemme yhdeksältä.", "Onko pysäköintiä?")),
    Program("pl", ("W dniu {d} {n} napisał(a):", "{d} {n} napisał(a):"),
            ("Od", "Wysłano", "Do", "Temat"), "Wiadomość oryginalna", "Przekazana wiadomość",
            ("Dziękujemy, będziemy o dziewiątej.", "Czy jest parking?")),
    Program("pt", ("Em {d}, {n} escreveu:", "{n} escreveu em {d}:"),
            ("De", "Enviado", "Para", "Assunto"), "Mensagem original", "Mensagem encaminhada",
            ("Obrigado, chegamos às nove.", "Há estacionamento?")),
    Program("ru", ("{d}, {n} пишет:", "{d} пользователь {n} написал:"),
            ("От", "Отправлено", "Кому", "Тема"), "Исходное сообщение",
            "Пересылаемое сообщение", ("Спасибо, мы приедем в девять.", "Есть ли парковка?")),
    Program("tr", ("{d} tarihinde {n} şunu yazdı:", "{n}, {d} tarihinde şunu yazdı:"),
            ("Kimden", "Gönderildi", "Kime", "Konu"), "Orijinal İleti", "İletilen ileti",
            ("Teşekkürler, dokuzda geliyoruz.", "Otopark var mı?")),
    Program("ja", ("{d} {n}:", "{d}、{n} のメール:"),
            ("差出人", "送信日時", "宛先", "件名"), "元のメッセージ", "転送されたメッセージ",
            ("ありがとうございます。九時に着きます。", "駐車場はありますか?")),
    Program("cs", ("Dne {d} {n} napsal(a):", "{d} {n} napsal(a):"),
            ("Od", "Odesláno", "Komu", "Předmět"), "Původní zpráva", "Přeposlaná zpráva",
            ("Děkujeme, přijedeme v devět.", "Je tam parkování?")),
)  # fmt: skip
DATES = ("27.04.2026 18:42", "Mon, 27 Apr 2026 at 18:42", "2026-04-27 18:42", "27/04/2026 à 18:42")


@dataclass(frozen=True)
class Quoted:
    name: str
    body: str
    words: tuple[str, ...]  # the guest's, in order


def _marked(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _cases() -> Iterator[Quoted]:
    for number, program in enumerate(PROGRAMS):
        date = DATES[number % len(DATES)]
        above, below = program.words
        lines = [
            attribution.replace("{d}", date).replace("{n}", DESK)
            for attribution in program.attributions
        ]
        first, last = lines[0], lines[-1]
        sender, sent, to, subject = program.keys
        block = f"{sender}: {DESK}\n{sent}: {date}\n{to}: isla@example.com\n{subject}: Re: Arrival"
        bold = "\n".join(f"*{line.replace(': ', ':* ', 1)}" for line in block.splitlines())
        code = program.code
        yield Quoted(f"{code} top", f"{above}\n\n{first}\n\n{_marked(OURS)}\n", (above,))
        yield Quoted(f"{code} other form", f"{above}\n\n{last}\n{_marked(OURS)}", (above,))
        yield Quoted(f"{code} unmarked", f"{above}\n\n{first}\n\n{OURS}\n", (above,))
        yield Quoted(
            f"{code} bottom", f"{first}\n{_marked(OURS)}\n\n{above}\n{below}\n", (above, below)
        )
        yield Quoted(
            f"{code} between",
            f"{first}\n> Dear guest,\n> breakfast costs 8 euro\n{above}\n"
            f"> and check-in begins at 15:00.\n{below}\n> Hostel Brikette\n",
            (above, below),
        )
        yield Quoted(f"{code} outlook", f"{above}\n\n{block}\n\n{OURS}", (above,))
        yield Quoted(
            f"{code} outlook rule",
            f"{above}\n\n________________________________\n{block}\n\n{OURS}",
            (above,),
        )
        yield Quoted(f"{code} bold keys", f"{above}\n\n{bold}\n\n{OURS}", (above,))
        yield Quoted(
            f"{code} original",
            f"{above}\n\n-----{program.original}-----\n{block}\n\n{OURS}",
            (above,),
        )
        yield Quoted(
            f"{code} forward without words",
            f"---------- {program.forwarded} ---------\n{block}\n\n{below}\n",
            (below,),
        )
        wrapped = first.replace(" <info@", "\n<info@")
        yield Quoted(f"{code} wrapped", f"{above}\n{below}\n\n{wrapped}\n{_marked(OURS)}",
                     (above, below))  # fmt: skip
    yield Quoted(
        "zoho",
        "Thanks, we come at nine.\n\n---- On Mon, 27 Apr 2026 18:42:00 +0200 Hostel Brikette"
        f" <info@hostel-brikette.example> wrote ----\n\n{OURS}",
        ("Thanks, we come at nine.",),
    )
    yield Quoted(
        "date and name only",
        f'Thanks, we come at nine.\n\n2026-04-27, "Hostel Brikette" <info@hostel-brikette.example>:'
        f"\n\n{_marked(OURS)}",
        ("Thanks, we come at nine.",),
    )
    yield Quoted(
        "mail.ru",
        "Thanks, we come at nine.\n\n\nMonday, 27 April 2026, 18:42 +02:00 from Hostel Brikette"
        f" <info@hostel-brikette.example>:\n\n{_marked(OURS)}",
        ("Thanks, we come at nine.",),
    )
    yield Quoted(
        "yandex",
        f"Thanks, we come at nine.\n\n27.04.2026, 18:42, {DESK}:\n{_marked(OURS)}",
        ("Thanks, we come at nine.",),
    )


CASES = tuple(_cases())


def cases(half: Literal["tuned", "held out"]) -> tuple[Quoted, ...]:
    """Halves by language, so that no language's own words were read by the tuner of both; the
    five languages of the desk, whose rules were there before, are in both."""
    odd = {program.code for program in PROGRAMS[6::2]} | {"mail.ru", "date"}
    return tuple(case for case in CASES if (case.name.split(" ")[0] in odd) == (half == "held out"))
