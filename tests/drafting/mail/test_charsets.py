"""Forty labels that mail programs write, each with the bytes they really send, whole and damaged."""

from __future__ import annotations

import pytest

from drafting.mail import headers
from drafting.mail.parsing import parse_mail
from tests.drafting.mail.mails import mail

WEST = "Grüße: réservé, più, ¿cuánto? – “così” … 12 €, señor Müller à la plage"
EAST = "Dzień dobry, chciałbym zarezerwować łóżko, můžeme přijet později? Köszönöm"
CYRILLIC = "Здравствуйте, можно ли забронировать две кровати на пятое мая? Спасибо"
GREEK = "Καλημέρα, υπάρχει χώρος στάθμευσης κοντά; Ευχαριστώ πολύ"
TURKISH = "Merhaba, beş kişilik bir oda için fiyat öğrenebilir miyiz? Teşekkürler, İğdır ğüşıöç"
CHINESE = "您好,請問五月四日還有床位嗎?我們有兩個人,謝謝"
SIMPLE = "您好,请问五月四日还有床位吗?我们有两个人,镕基先生,谢谢"
JAPANESE = "こんにちは。①五月四日に空きはありますか?髙橋と申します。よろしくお願いします"
KOREAN = "안녕하세요, 오월 사일에 침대가 있나요? 똠방각하 감사합니다"
THAI = "สวัสดีครับ มีเตียงว่างวันที่สี่พฤษภาคมไหมครับ ขอบคุณ"
HEBREW = "שלום, האם יש מיטה פנויה בארבעה במאי? תודה רבה"
ARABIC = "مرحبا، هل يوجد سرير متاح في الرابع من مايو؟ شكرا"

# label as written, codec of the bytes, text
LABELS = [
    ("us-ascii", "cp1252", WEST),
    ("ascii", "cp1252", WEST),
    ("iso-8859-1", "cp1252", WEST),
    ("ISO8859-1", "cp1252", WEST),
    ("latin1", "cp1252", WEST),
    ("l1", "cp1252", WEST),
    ("windows-1252", "cp1252", WEST),
    ("x-cp1252", "cp1252", WEST),
    ("cp-1252", "cp1252", WEST),
    ("iso-8859-15", "iso8859-15", "Grüße: 12 €, réservé, più, señor Müller"),
    ("cp-850", "cp850", "Grüße, réservé, più, señor Müller à la plage"),
    ("ibm850", "cp850", "Grüße, réservé, più, señor Müller à la plage"),
    ("macintosh", "mac_roman", "Grüße, réservé, più, señor Müller à la plage"),
    ("x-mac-roman", "mac_roman", "Grüße, réservé, più, señor Müller à la plage"),
    ("utf-8", "utf-8", WEST),
    ("utf8", "utf-8", CYRILLIC),
    ("unicode-1-1-utf-8", "utf-8", JAPANESE),
    ("iso-8859-2", "iso8859-2", EAST),
    ("windows-1250", "cp1250", EAST),
    ("x-cp1250", "cp1250", EAST),
    ("windows-1251", "cp1251", CYRILLIC),
    ("x-cp1251", "cp1251", CYRILLIC),
    ("koi8-r", "koi8-r", CYRILLIC),
    ("koi8", "koi8-r", CYRILLIC),
    ("x-mac-cyrillic", "mac_cyrillic", CYRILLIC),
    ("iso-8859-5", "iso8859-5", CYRILLIC),
    ("iso-8859-7", "iso8859-7", GREEK),
    ("windows-1253", "cp1253", GREEK),
    ("iso-8859-9", "cp1254", TURKISH),
    ("windows-1254", "cp1254", TURKISH),
    ("gb2312", "gbk", SIMPLE),
    ("gb_2312-80", "gbk", SIMPLE),
    ("gbk", "gb18030", SIMPLE),
    ("x-gbk", "gbk", SIMPLE),
    ("big5", "big5hkscs", CHINESE),
    ("x-x-big5", "big5hkscs", CHINESE),
    ("shift_jis", "cp932", JAPANESE),
    ("x-sjis", "cp932", JAPANESE),
    ("windows-31j", "cp932", JAPANESE),
    ("x-euc-jp", "euc_jp", JAPANESE.replace("①", "").replace("髙", "高")),
    ("ks_c_5601-1987", "cp949", KOREAN),
    ("ks_c_5601", "cp949", KOREAN),
    ("euc-kr", "cp949", KOREAN),
    ("tis-620", "cp874", THAI),
    ("windows-874", "cp874", THAI),
    ("iso-8859-8-i", "iso8859-8", HEBREW),
    ("windows-1255", "cp1255", HEBREW),
    ("windows-1256", "cp1256", ARABIC),
]
IDS = [label for label, _, _ in LABELS]


@pytest.mark.parametrize(("label", "codec", "text"), LABELS, ids=IDS)
def test_a_label_is_read_as_its_programs_mean_it(label, codec, text):
    body = parse_mail(mail(text.encode(codec), content_type=f"text/plain; charset={label}"))
    assert body.body_text == text


@pytest.mark.parametrize(("label", "codec", "text"), LABELS, ids=IDS)
@pytest.mark.parametrize("bad", [b"\xff", b"\x80\xff", b"\xfe"])
def test_a_bad_byte_costs_a_character_and_not_the_text(label, codec, text, bad):
    half = len(text) // 2
    data = text[:half].encode(codec) + bad + b" " + text[half:].encode(codec)
    read, _ = headers.decode(data, label)
    assert read.startswith(text[: half - 1])
    assert read.endswith(text[half + 1 :])


@pytest.mark.parametrize("label", ["x-unknown", "unknown-8bit", "default", "ansi", "", "utf-9"])
def test_an_unknown_label_is_guessed(label):
    assert headers.decode(WEST.encode("cp1252"), label)[0] == WEST
    assert headers.decode(CYRILLIC.encode(), label)[0] == CYRILLIC


@pytest.mark.parametrize("label", ["gb2312", "big5", "iso-8859-2", "windows-1251", "koi8-r"])
def test_utf_8_under_another_label_is_utf_8(label):
    assert headers.decode(WEST.encode(), label) == (WEST, True)


@pytest.mark.parametrize(("label", "codec", "text"), LABELS, ids=IDS)
def test_a_subject_in_that_charset_is_read(label, codec, text):
    import base64

    word = base64.b64encode(text[:12].strip().encode(codec)).decode()
    parsed = parse_mail(mail("x", subject=f"=?{label}?B?{word}?="))
    assert parsed.subject == " ".join(text[:12].split())
