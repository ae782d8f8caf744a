"""A mail as received becomes what its writer wrote now, what was quoted, and a signature.

Sources of the forms handled: Gmail, Apple Mail, Thunderbird and Outlook replies and forwards in
many languages (``templatesapp/languages/<code>/mail_forms.toml``); quoted-printable and HTML
leftovers of gateways that pass raw parts on. Every step is one pass over the text or its lines.
"""

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from drafting.pipeline.interpret.markup import html_to_text
from drafting.pipeline.interpret.matching import all_forms, fold, line_pattern, words_pattern
from drafting.pipeline.interpret.signature import clean_name, own_names, split_signature
from templatesapp.text.languages import Forms
from templatesapp.text.reader.frames import Framed, read_frame
from templatesapp.text.reader.heads import Head
from templatesapp.text.reader.stays import Stay, read_stay

_MAX_PREFIXES = 6  # "Re: AW: Re: …" after a long exchange
_QUOTED = re.compile(r"\s{0,8}>(?!.*<\s*$)")  # no quote: ">>> a guest's words, passed on <<<"
_DATE = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b")
_HEADER_DATE = re.compile(rf"{_DATE.pattern}|@")
_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,255}")
_ADDRESS_LAST = re.compile(r"<[^\s<>@]+@[^\s<>@]+>[^\d:@]{0,30}(?::|----)$")
_NUMBER_OR_ADDRESS = re.compile(r"\S*[\d@]\S*")
_SENTENCE_END = re.compile(r"(?:[^\W\d_]{5}|\)|@\S{1,255})[.!?]\s")
_WORDS = re.compile(r"[^\W\d_]+")
_MOST_OTHER_WORDS = 3  # of small letters: "heeft Jan van der Berg het volgende geschreven:"
_RULE_LINE = re.compile(r"\s*[-_*=]{5,}\s*")
_HEADER_KEY = re.compile(r"[\s*>]{0,6}([^\W\d_][^\W\d_ -]{0,12}(?:[ -][^\W\d_]{1,6})?)\*?\s?:\*?\s")
_MAX_ATTRIBUTION = 320  # characters over at most three lines; longer is prose
_HEADER_BLOCK_LINES, _ALL_HEADERS = 5, 4
_FORMAT_CATEGORIES = frozenset({"Cf", "Cc", "Cs", "Co"})
# NFKC would tear these apart into a space and an accent.
_PLAIN_MARKS = str.maketrans(
    {
        **dict.fromkeys("´`‘’ʼ‛", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("\u2028\u2029\v\f", "\n"),
        **dict.fromkeys("\u2010\u2011\u2212", "-"),
    }
)
_UNUSUAL = re.compile(r"[^\n\t -~]")  # all that may be no visible character
_TAG = re.compile(
    r"</?(?:html|head|body|title|meta|style|script|div|p|br|span|table|tbody|tr|td|th|a|b|i|u|em|"
    r"strong|font|ul|ol|li|blockquote|img|h[1-6]|hr|center|pre|o:p)(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_BARE_ANGLE = re.compile(r"<(?![/!]?[a-zA-Z][a-zA-Z0-9:]{0,11}[\s/>])")
_DOCUMENT = re.compile(r"<(?:html|body|!doctype)\b", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
# In log-odds: of two hundred mails that no platform passed on one is cut, below its footer.
_SURELY_FRAMED = 4.0


@cache
def _prefixes() -> re.Pattern[str]:
    """ "Re:", "AW:", "Fwd[2]:" in every language: mail programs write their own."""
    prefixes = "|".join(all_forms().subject_prefixes)
    one = rf"\s*(?:{prefixes})\s?(?:\[\d{{1,3}}\])?\s?:"
    return re.compile(rf"(?:{one}){{1,{_MAX_PREFIXES}}}", re.IGNORECASE)


@cache
def forward_prefix() -> re.Pattern[str]:
    """ "Fwd:", "WG:" in every language."""
    prefixes = "|".join(all_forms().forward_prefixes)
    return re.compile(rf"\s*(?:{prefixes})\s?[:\uff1a]", re.IGNORECASE)


def is_reply(subject: str) -> bool:
    return _prefixes().match(subject) is not None


def own_subject(subject: str) -> str:
    """The subject without its reply and forward prefixes."""
    match = _prefixes().match(subject)
    return subject[match.end() if match else 0 :].strip()


def split_quote(text: str) -> tuple[str, str]:
    """``(new, quoted)``. ``>`` lines go wherever they stand; a header without ends the mail.

    Where nothing, or a greeting, stands above such a header the mail is a forward, or an answer
    below: then what follows is the text, as it would be lost otherwise.
    """
    lines = text.split("\n")
    new: list[str] = []
    quoted: list[str] = []
    index = 0
    while index < len(lines):
        if _QUOTED.match(lines[index]):
            quoted.append(lines[index].lstrip("> \t"))
            index += 1
            continue
        header = _attribution_length(lines, index)
        if header and _next_is_quoted(lines, index + header):
            index += header  # the ">" lines that follow go by themselves; an answer may follow them
            continue
        if header or (header := _quote_header_length(lines, index)):
            above = [line for line in new if line.strip()]
            if above and not (len(above) == 1 and above[0].endswith(",")):
                quoted += [line.lstrip("> \t") for line in lines[index:]]
                break
            quoted += lines[index : index + header]
            index += header
            continue
        new.append(lines[index])
        index += 1
    return "\n".join(new), "\n".join(quoted)


def _attribution_length(lines: list[str], index: int) -> int:
    """Lines (1–3) taken by "On … wrote:" from here, else 0."""
    joined = ""
    for length, line in enumerate(map(str.strip, lines[index : index + 3]), start=1):
        joined = f"{joined} {line}".strip()
        if not line or _QUOTED.match(line) or len(joined) > _MAX_ATTRIBUTION:
            return 0
        if line.endswith((".", "!", "?")) and not _HEADER_DATE.search(line):
            return 0  # "Yes, please." above the header: a sentence of the guest
        if joined.endswith((":", "----")):
            return length if _is_attribution(joined, lines, index + length) else 0
    return 0


def _is_attribution(joined: str, lines: list[str], after: int) -> bool:
    """Who wrote when: with a quote below by an address and a date or the verb. Without one the
    words are a guest's where in doubt ("I wrote to a@b.example on 3 May. Two questions:"): then
    the verb, or an address as programs write it, and after them a name at most."""
    verb = words_pattern(all_forms().attribution_verbs).search(fold(joined))
    if _next_is_quoted(lines, after):
        return bool(verb or (_DATE.search(joined) and _ADDRESS.search(joined)))
    dated = _HEADER_DATE.search(joined)
    if not dated or _SENTENCE_END.search(joined):
        return False
    if not verb:
        return bool(_DATE.search(joined) and _ADDRESS_LAST.search(joined))
    start = max((found.end() for found in _NUMBER_OR_ADDRESS.finditer(joined)), default=0)
    rest = joined[start : verb.start()] + joined[max(start, verb.end()) :]
    return sum(word.islower() for word in _WORDS.findall(rest)) <= _MOST_OTHER_WORDS


def _next_is_quoted(lines: list[str], index: int) -> bool:
    following = next((line for line in lines[index : index + 3] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _quote_header_length(lines: list[str], index: int) -> int:
    """Lines of "Original message", or of the headers of a quoted mail, from here; 0 for none."""
    line = lines[index].strip()
    if not line:
        return 0
    if _is_marker(line):
        return 1 + _header_block_length(lines, index + 1)
    if _RULE_LINE.fullmatch(line):
        block = _header_block_length(lines, index + 1)
        return 1 + block if block else 0
    return _header_block_length(lines, index)


def _is_marker(line: str) -> bool:
    if line[0] not in "-_*=" and not line.endswith(":"):
        return False
    bare = fold(line).strip("-_*=> :")
    return line_pattern(all_forms().original_markers).fullmatch(bare) is not None


def _header_block_length(lines: list[str], index: int) -> int:
    """Lines of "From: …" with other header keys below it; 0 for none. The order is each
    program's own, and blank lines may stand between."""
    from_key, other = line_pattern(all_forms().from_keys), line_pattern(all_forms().other_keys)
    known, end, has_sender = 0, 0, False
    for at in range(index, min(index + 2 * _HEADER_BLOCK_LINES, len(lines))):
        line = lines[at]
        key = _header_key(line)
        is_sender = bool(key and from_key.fullmatch(key))
        if is_sender or (key and other.fullmatch(key)):
            known, end, has_sender = known + 1, at + 1, has_sender or is_sender
        elif (not known and line.strip()) or (known and line.strip() and at > end):
            break
    if known < 2 or not has_sender or not lines[index].strip():
        return 0
    following = next((line for line in lines[end : end + 2] if line.strip()), "").strip()
    # "Message:", below the fields of a form; below all headers of a mail it is "Hola, Ana:".
    is_form = following.endswith(":") and known < _ALL_HEADERS
    return 0 if is_form or (known == 2 and _header_key(following)) else end - index


def _header_key(line: str) -> str:
    match = _HEADER_KEY.match(line[:80] + " ")
    return fold(match.group(1)) if match else ""


@dataclass(frozen=True, slots=True)
class ForwardedMail:
    sender: str  # as its header line says it
    subject: str
    text: str


def read_forwarded(text: str) -> ForwardedMail | None:
    """The first mail that a text gives on, by its headers; None where there is none."""
    lines = [line.lstrip("> \t") for line in text.split("\n")]
    from_key = line_pattern(all_forms().from_keys)
    for index in range(len(lines)):
        length = _quote_header_length(lines, index)
        headers = lines[index : index + length]
        if any(from_key.fullmatch(_header_key(line)) for line in headers):
            return ForwardedMail(
                sender=_value_of(headers, all_forms().from_keys),
                subject=_value_of(headers, all_forms().subject_keys),
                text="\n".join(lines[index + length :]).strip(),
            )
    return None


def _value_of(headers: list[str], keys: Forms) -> str:
    """Of the first header line with one of the keys; "" for none."""
    named = (line for line in headers if line_pattern(keys).fullmatch(_header_key(line)))
    return next(named, "").partition(":")[2].strip(" *\t")


@dataclass(frozen=True, slots=True)
class NormalisedMail:
    """``text`` is new, without quote and signature; the three never overlap. ``guest``,
    ``booking``: whom and what a platform's frame names."""

    text: str
    quote: str
    signature: str
    guest: str = ""
    booking: str = ""


def normalise(
    body: str, *, sender_name: str = "", address: str = "", subject: str = ""
) -> NormalisedMail:
    """Split a body. ``sender_name`` and ``address`` (From header) help to know a bare name as a
    signature."""
    written, quote, framed = _parted(body)
    stay = read_stay(framed, subject=subject, sender=sender_name) if framed else Stay()
    guest = greeted(stay.guest)
    own = framed.words if framed else written
    text, signature = split_signature(own, sender_name=guest or own_names(sender_name, address))
    return NormalisedMail(_tidy(text), _tidy(quote), _tidy(signature), guest, stay.booking)


@lru_cache(maxsize=4)  # recording a mail splits it and reads it
def _parted(body: str) -> tuple[str, str, Framed | None]:
    """What was written this time, what was quoted, and the frame around the first."""
    written, quote = split_quote(clean_text(body))
    return written, quote, sure_frame(written)


def sure_frame(text: str, head: Head | None = None) -> Framed | None:
    """The guest's words and what a booking platform puts around them; None where no frame is
    sure."""
    found = read_frame(text, head)
    return found if found.evidence >= _SURELY_FRAMED else None


def greeted(guest: str) -> str:
    """Whom a frame names, as a letter greets; "" for what is no name."""
    name = clean_name(guest) or ""
    return name.title() if name.isupper() else name


def clean_text(raw: str) -> str:
    """Characters, encodings and markup made plain; lines and ``>`` marks stay."""
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    if _TAG.search(text):
        # In a whole document line breaks only lay out the source; among left-over tags they are the
        # writer's.
        laid_out = text if _DOCUMENT.search(text) else text.replace("\n", "<br>")
        text = html_to_text(_BARE_ANGLE.sub("&lt;", laid_out))
    if "&" in text:
        text = html.unescape(text)
        if "&" in text:  # gateways escape twice
            text = html.unescape(text)
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN_MARKS)).translate(_PLAIN_MARKS)
    text = text.replace("\r", "\n")
    return _UNUSUAL.sub(_visible, text)


def _visible(found: re.Match[str]) -> str:
    char = found.group()
    is_hidden = unicodedata.category(char) in _FORMAT_CATEGORIES or char == "\ufe0f"
    return "" if is_hidden else char


def clean_line(raw: str) -> str:
    """A subject: the same cleaning, on one line."""
    return " ".join(clean_text(raw).split())


def _tidy(text: str) -> str:
    lines = [_SPACES.sub(" ", line).strip() for line in text.split("\n")]
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()
