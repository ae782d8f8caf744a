"""Character sets as mail programs mean them: the labels of the WHATWG's Encoding Standard (4.2),
each as the codec whose characters really stand under it."""

from __future__ import annotations

import codecs
import re
from functools import cache

# Codec → labels that mean it. Labels that Python knows by the same codec are left out.
_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf8mb4 utf-8-sig",
    "cp1252": "iso-8859-1 iso8859-1 iso88591 latin1 latin-1 l1 iso-ir-100 cp819 ibm819 ascii"
    " us-ascii ansi_x3.4-1968 x-cp1252 cp-1252 windows1252 ansi"
    " iso_8859-1 iso_8859-1:1987 csisolatin1",
    "cp1250": "x-cp1250 cp-1250",
    "cp1251": "x-cp1251 cp-1251",
    "cp1253": "x-cp1253 cp-1253",
    "cp1254": "iso-8859-9 iso8859-9 iso88599 latin5 l5 iso-ir-148 x-cp1254 iso_8859-9 csisolatin5",
    "cp1255": "x-cp1255",
    "cp1256": "x-cp1256",
    "cp1257": "x-cp1257",
    "cp1258": "x-cp1258",
    "cp874": "tis-620 tis620 iso-8859-11 iso8859-11 dos-874 windows-874 x-windows-874",
    "cp850": "cp-850 ibm-850 dos-850",
    "cp437": "cp-437 ibm-437",
    "cp866": "cp-866 ibm-866",
    "koi8-r": "koi koi8 koi8_r cskoi8r",
    "koi8-u": "koi8-ru",
    "mac_roman": "mac macintosh csmacintosh x-mac-roman",
    "mac_cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "mac_latin2": "x-mac-ce x-mac-centraleurroman",
    "iso8859-6": "iso-8859-6-e iso-8859-6-i asmo-708 ecma-114",
    "iso8859-8": "iso-8859-8-e iso-8859-8-i logical visual",
    "gb18030": "gb2312 gb_2312 gb_2312-80 gbk gb-2312 x-gbk chinese csgb2312 csiso58gb231280 euc-cn"
    " euccn iso-ir-58 cp936 ms936 936 x-euc-cn",
    "big5hkscs": "big5 big-5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950 ms950 big5-eten",
    "cp932": "shift_jis shift-jis shiftjis sjis s-jis x-sjis csshiftjis ms_kanji ms932 windows-31j"
    " windows-932 mskanji",
    "euc_jp": "x-euc-jp x-euc cseucpkdfmtjapanese",
    "iso2022_jp_ext": "iso-2022-jp iso2022-jp csiso2022jp iso-2022-jp-ms cp50220 cp50221 cp50222",
    "cp949": "euc-kr euckr cseuckr ks_c_5601 ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean"
    " iso-ir-149 csksc56011987 windows-949 uhc",
    "utf-16-le": "unicode ucs-2 iso-10646-ucs-2 csunicode utf-16le unicodefeff",
    "utf-16-be": "unicodefffe utf-16be",
}
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
# Codecs that are no character sets of mail, the first two of them quadratic in time.
_NO_CHARSETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})
_NOT_BUILT_ON_ASCII = re.compile(r"utf[-_]?(?:16|32|7)|iso[-_]?2022|hz")
_MULTI_BYTE = frozenset({"gb18030", "big5hkscs", "cp932", "euc_jp", "cp949"})
# Of a text with fewer of them it cannot be told that they are UTF-8 by more than chance.
_FEW_BYTES = 8


def decode(data: bytes, label: str | None = None) -> tuple[str, bool]:
    """``(text, repaired)``: by the declared charset, with a mark for each byte that does not fit;
    guessed (UTF-8, else Windows-1252) only where it is unknown or fits next to nothing.

    Bytes that are valid UTF-8 are UTF-8 whatever was declared: text of any other charset is
    practically never valid UTF-8 by chance, but for a few bytes of a multi-byte one.
    """
    declared = _codec(label or "utf-8")
    if declared and _NOT_BUILT_ON_ASCII.match(declared):
        return _by_declared(data, declared) or _guessed(data)
    if data.isascii():
        return data.decode("ascii"), False
    if declared in _MULTI_BYTE and sum(byte > 0x7F for byte in data[:1000]) < _FEW_BYTES:
        return _by_declared(data, declared) or _guessed(data)
    try:
        return data.decode(), declared != "utf-8"
    except ValueError:
        return (_by_declared(data, declared) if declared else None) or _guessed(data)


@cache
def _codec(label: str) -> str:
    """Python's name of the codec; "" where there is none."""
    folded = label.strip().strip("\"'").lower()
    name = _CODECS.get(folded, folded)
    try:
        found = codecs.lookup(name).name if name else ""
    except (LookupError, ValueError):
        return ""
    if found in _NO_CHARSETS or found.replace("-", "_") in _NO_CHARSETS:
        return ""
    return _CODECS.get(found, found)


def _by_declared(data: bytes, codec: str) -> tuple[str, bool] | None:
    """None where the bytes are hardly of this charset."""
    try:
        return data.decode(codec), False
    except (LookupError, ValueError):
        pass
    try:
        text = data.decode(codec, "replace")
    except (LookupError, ValueError):  # no codec of texts, such as hex
        return None
    lost = text.count("\ufffd")
    kept = sum(not character.isascii() for character in text) - lost
    return (text, True) if kept > lost else None


def _guessed(data: bytes) -> tuple[str, bool]:
    text = data.decode("utf-8", "replace")
    lost = text.count("\ufffd")
    kept = sum(not character.isascii() for character in text) - lost
    return (text if kept > lost else data.decode("cp1252", "replace")), True
