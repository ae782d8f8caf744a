"""The finder of booking references: what counts, what only looks like one, and its offsets."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templatesapp.text.references import (
    ReferenceKind,
    best_booking_reference,
    find_booking_references,
)

FOUND = [
    ("Please cancel QW7RT4, our plans changed.", "QW7RT4", ReferenceKind.OWN),
    ("Anna Petrie/QW7RT4", "QW7RT4", ReferenceKind.OWN),
    ("our reservation is qw7rt4, thanks", "qw7rt4", ReferenceKind.OWN),
    ("Buchungscode: ZX5PL2", "ZX5PL2", ReferenceKind.OWN),
    ("Codice YT4FC8, tutto a posto?", "YT4FC8", ReferenceKind.OWN),
    ("flight BA2612, QW7RT4", "QW7RT4", ReferenceKind.OWN),
    ("we come by train, QW7RT4", "QW7RT4", ReferenceKind.OWN),
    ("Prenotazione n. HB-20931", "HB-20931", ReferenceKind.HYPHENATED),
    ("réf. hb-20931", "hb-20931", ReferenceKind.HYPHENATED),
    ("Reserva BRK-2026-0117", "BRK-2026-0117", ReferenceKind.HYPHENATED),
    ("unsere Nummer ist HB20931", "HB20931", ReferenceKind.HYPHENATED),
    ("Ref. HB 20931", "HB 20931", ReferenceKind.HYPHENATED),
    ("Booking.com number 4127780935", "4127780935", ReferenceKind.PLATFORM),
    ("Buchungsnr. 4127780935", "4127780935", ReferenceKind.PLATFORM),
    ("numéro de réservation : 4127780935", "4127780935", ReferenceKind.PLATFORM),
    ("Booking 4127.780.935", "4127.780.935", ReferenceKind.PLATFORM),
    ("Hostelworld 29473-518260433", "29473-518260433", ReferenceKind.PLATFORM),
]

LOOK_ALIKES = [
    "our flight BA2612 lands at 13:05",
    "BA2612",
    "vuelo EZY8841",
    "U2 8841",
    "the SS163",
    "il codice sconto SUN4U2",
    "mit dem Gutschein SOMMER24X",
    "promo code BEACH2026",
    "the code LIMONE10",
    "targa FE123XY",
    "1.450 € al mes, 118,50 € or 2,940 EUR",
    "20-24 May, 23/09/2026, 2026-07-14, 2026-2027, MAY2026, 15JUN",
    "habitación 5, room 101, dorm 6B, bed 12A",
    "my booking for 2 people in room101",
    "booking in June 2026 for EUR 1200",
    "+44 7700 900182",
    "Tel. 3331234567",
    "call me on 3331234567 about my booking",
    "0171-5550192",
    "212-555-0142",
    "GB29 NWBK 6016 1331 9268 19",
    "IPHONE14, USB-C, COVID-19, ISO9001, GOPRO11, PS5, 4K",
    "HOSTEL BREAKFAST PASSPORT URGENT",
    "https://example.org/QW7RT4 and QW7RT4@example.org",
    "84017 Positano SA",
    "USt-IdNr. DE000111222, umsatzsteuerfrei",
    "VAT number GB999000111, tax id EIN990011",
    "P.IVA IT00000000001, codice SDI M0AB0R1",
    "n° TVA FR00000000001",
    "con CIF B00000001, NIF ES00000001X",
]


@pytest.mark.parametrize(("text", "expected", "kind"), FOUND)
def test_finds_a_reference_with_its_kind_and_offsets(text, expected, kind):
    [reference] = find_booking_references(text)
    assert (reference.text, reference.kind) == (expected, kind)
    assert text[reference.start : reference.end] == expected


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_look_alikes_are_no_references(text):
    assert find_booking_references(text) == []


def test_the_text_counts_before_the_subject():
    best = best_booking_reference("My booking is qw7rt4.", subject="QW7RT4 and ZX5PL2")
    assert best.text == "qw7rt4"
    assert best_booking_reference("See the subject.", subject="ZX5PL2").text == "ZX5PL2"


def test_the_hostels_own_reference_wins_over_a_platforms():
    text = "Hostelworld booking 4127780935"
    assert best_booking_reference(text, thread=["Please pay for QW7RT4"]).text == "QW7RT4"
    assert best_booking_reference(text).text == "4127780935"
    assert best_booking_reference("Hello there") is None


def test_a_named_reference_wins_over_a_bare_one():
    best = best_booking_reference("Locker XK9TT2 is broken, my booking is QW7RT4.")
    assert best.text == "QW7RT4"


def test_the_newest_mail_of_the_thread_counts_first():
    best = best_booking_reference("Hello", thread=["Old booking QW7RT4", "New booking ZX5PL2"])
    assert best.text == "ZX5PL2"


@given(st.text(alphabet="ABab12-–./ :\n@#€,()", max_size=80))
def test_offsets_always_point_at_the_text_and_never_overlap(text):
    end = 0
    for reference in find_booking_references(text):
        assert text[reference.start : reference.end] == reference.text
        assert reference.start >= end
        end = reference.end


@pytest.mark.parametrize("unit", ["a-", "A1-", "booking ", "a", "1 ", "\n", "a@"])
def test_time_grows_with_the_length_only(unit):
    def seconds(size):
        text = unit * size
        started = time.process_time()
        find_booking_references(text)
        return time.process_time() - started

    seconds(100)
    short = min(seconds(4_000) for _ in range(3))
    long = min(seconds(40_000) for _ in range(2))
    assert long < 40 * max(short, 0.002)
