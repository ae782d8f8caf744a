# ruff: noqa: ISC004 - a body is one text
"""Guests' mail as booking platforms pass it on: a frame of the platform's around a few words.
``(name, sender, subject, body, booking, guest, words)``."""

WORDS = "Hello, is there parking near the hostel?\n\nWe come at nine in the evening."
OTHER = "Grazie, allora a presto!"

RELAYED = (
    (
        "booking", "Isla Thornbury via Booking.com <1234567890-abcd.efgh@guest.booking.com>",
        "Isla Thornbury sent you a message",
        "##- Please type your reply above this line -##\n\nConfirmation number: 1234567890\n\n"
        f"You have a new message from a guest\n\nIsla Thornbury said:\n\n{WORDS}\n\n"
        "Reply -->  https://admin.booking.com/x\n\nReservation details\nGuest name: Isla Thornbury\n"
        "Check-in: Mon 4 May 2026\n\n© Copyright Booking.com 2026",
        "1234567890", "Isla Thornbury",
    ),
    (
        "booking it", "Isla Thornbury tramite Booking.com <1234567890-abcd.efgh@guest.booking.com>",
        "Isla Thornbury ti ha inviato un messaggio",
        "##- Scrivi la tua risposta sopra questa riga -##\n\nNumero di conferma: 1234567890\n\n"
        f"Isla Thornbury ha scritto:\n\n{WORDS}\n\nRispondi -->  https://admin.booking.com/x\n\n"
        "Dettagli della prenotazione\nNome dell'ospite: Isla Thornbury",
        "1234567890", "Isla Thornbury",
    ),
    (
        "airbnb", "Isla <4x9abc@reply.airbnb.com>", "RE: Reservation for Bed in dorm, 4 – 6 May",
        f"Isla\n\nBooker\n\n{WORDS}\n\nReply https://www.airbnb.com/hosting/thread/1\n\n"
        "You can also respond by replying to this email.\n\nConfirmation code: HMABCD1234\n\n"
        "Airbnb Ireland UC",
        "HMABCD1234", "Isla",
    ),
    (
        "expedia", "Isla Thornbury <a8b99@m.expediapartnercentral.com>", "Message from Isla",
        f"Isla Thornbury wrote:\n{WORDS}\n\nReservation ID: 99887766\nView reservation\n"
        "https://apps.expediapartnercentral.com/x",
        "99887766", "Isla Thornbury",
    ),
    (
        "hostelworld", "Isla Thornbury <isla.9911@messages.hostelworld.com>", "Guest message",
        f"Booking reference: 123-456789\n\nMessage from Isla Thornbury:\n\n{WORDS}\n\n"
        "To respond, reply to this email.\nHostelworld.com Limited",
        "123-456789", "Isla Thornbury",
    ),
    (
        "agoda de", "Isla Thornbury <res-991@agoda-messaging.com>", "Neue Nachricht von Isla",
        f"Buchungsnummer: 55667788\n\nIsla Thornbury hat geschrieben:\n\n{WORDS}\n\n"
        "Antworten https://ycs.agoda.com/x\nAgoda Company Pte. Ltd.",
        "55667788", "Isla Thornbury",
    ),
    (
        "vrbo", "Isla Thornbury <55-aa@messages.homeaway.com>", "Inquiry from Isla",
        f"Isla Thornbury has sent you a message:\n\n{WORDS}\n\nRespond\nhttps://www.vrbo.com/x\n"
        "Reservation number: HA-112233",
        "HA-112233", "Isla Thornbury",
    ),
    (
        "tripadvisor es", "Isla Thornbury <u-77@rentals.tripadvisor.com>", "Nuevo mensaje",
        f"Número de reserva: 7788990\n\nIsla Thornbury escribió:\n\n{WORDS}\n\nResponder\n"
        "https://rentals.tripadvisor.com/x",
        "7788990", "Isla Thornbury",
    ),
    (
        "bare words", "Isla <1234567890-abcd.efgh@guest.booking.com>", "Re: your stay", WORDS,
        "", "Isla",
    ),
)  # fmt: skip
