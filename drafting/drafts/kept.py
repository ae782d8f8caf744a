"""Keeps per process what generating needs besides the mail, while nothing changes.

One query tells whether the catalogue version is still the same; nothing is rebuilt per request,
and a change made by another process is seen by the next one."""

import threading
from dataclasses import replace
from decimal import Decimal

from drafting.drafts.reader.models import ReaderState, ReaderVersion, live_heads
from drafting.mail.models import DraftingSettings, MailSettings
from drafting.mail.selectors import Staff, staff_of
from drafting.pipeline.answer.choose import Library
from drafting.pipeline.answer.knowledge import KnowledgeSearch, things_named
from drafting.pipeline.answer.likely import LETTERS
from drafting.pipeline.answer.paragraphs import LetterTexts
from drafting.pipeline.answer.rank import Ranker, RankSettings
from drafting.pipeline.check.surroundings import Desk
from drafting.pipeline.plan import InterpretSettings
from templatesapp.entries import Catalogue
from templatesapp.lint import asserts_state
from templatesapp.selectors import current_catalogue, json_rows, parsed
from templatesapp.text.links import AllowedLinks, find_links
from templatesapp.text.slots import known_slots

_DRAFTING_FIELDS = (
    *("threshold_inside", "threshold_outside", "auto_threshold", "auto_minimum_base"),
    *("maximum_injections", "high_value_dispute_amount"),
)
_kept: Desk | None = None
_lock = threading.Lock()


def current_desk() -> Desk:
    """The desk as of now. Threads that find it out of date wait for the one that rebuilds it."""
    global _kept
    catalogue = current_catalogue()
    kept = _kept
    if kept is not None and kept.catalogue.stamp == catalogue.stamp:
        return kept
    with _lock:
        if _kept is None or _kept.catalogue.stamp != catalogue.stamp:
            same = _kept if _kept and _kept.catalogue.facts is catalogue.facts else None
            _kept = _with_settings(same or _read_texts(catalogue), catalogue)
        return _kept


def read_ahead() -> None:
    """What the first mail of each language would wait for: seconds with thousands of letters."""
    desk = current_desk()
    for language in sorted({template.language for template in desk.catalogue.templates}):
        _ = desk.library.ranker.view(language).own_letters
        desk.search.about(language)
        desk.catalogue.guarded.examples(language)


def _with_settings(desk: Desk, catalogue: Catalogue) -> Desk:
    """``desk``: of the same texts."""
    stored, staff, has_own_reader = _read_settings()
    own_heads = live_heads() if has_own_reader else {}
    return replace(
        desk,
        catalogue=catalogue,
        library=replace(
            desk.library,
            settings=RankSettings(
                threshold_inside=stored.threshold_inside,
                threshold_outside=stored.threshold_outside,
                auto_threshold=stored.auto_threshold,
                auto_min_base=stored.auto_minimum_base,
            ),
            letters_head=own_heads.get(LETTERS),
        ),
        maximum_injections=stored.maximum_injections,
        interpret_settings=replace(
            desk.interpret_settings,
            staff_addresses=staff.addresses,
            staff_domains=staff.domains,
            high_value_dispute_amount=stored.high_value_dispute_amount,
            own_heads=own_heads,
        ),
    )


def _read_texts(catalogue: Catalogue) -> Desk:
    """All that takes long: indexes of the texts, and what they speak of. Without settings."""
    return Desk(
        catalogue=catalogue,
        library=Library(
            templates=catalogue.templates_by_key,
            ranker=Ranker(catalogue.templates),
            texts=LetterTexts(catalogue),
            settings=RankSettings(),
        ),
        search=KnowledgeSearch(catalogue),
        maximum_injections=0,
        interpret_settings=InterpretSettings(
            house_nouns=frozenset(catalogue.profile.house_nouns),
            house_things=things_named(catalogue),
        ),
        allowed_links=_allowed_links(catalogue),
        known_slots=known_slots(catalogue.facts),
        asserting=frozenset(
            template.key
            for template in catalogue.templates
            if template.requires is None and asserts_state(template.body, template.language)
        ),
    )


def _read_settings() -> tuple[DraftingSettings, Staff, bool]:
    """Both settings of drafting, or their defaults, and whether a reader of this desk is live, in
    one statement."""
    rows = dict(
        json_rows(DraftingSettings, _DRAFTING_FIELDS).union(
            json_rows(MailSettings, ("staff_addresses", "staff_domains", "aliases")),
            json_rows(ReaderVersion, ("state",), state=ReaderState.LIVE),
            all=True,
        )
    )
    stored = DraftingSettings(**rows.get("draftingsettings", {}))
    stored.high_value_dispute_amount = Decimal(str(stored.high_value_dispute_amount))
    mail = rows.get("mailsettings", {})
    aliases = mail.pop("aliases", "")
    lists = {name: parsed(value) for name, value in mail.items()}
    staff = staff_of(MailSettings(aliases=aliases, **lists))
    return stored, staff, "readerversion" in rows


def _allowed_links(catalogue: Catalogue) -> AllowedLinks:
    """Addresses that templates, knowledge, facts or settings hold, and nothing else."""
    urls = {template.canonical_reference_url for template in catalogue.templates}
    urls |= {fact.value for fact in catalogue.facts.values() if fact.kind == "url"}
    for text in (
        *(template.body for template in catalogue.templates),
        *(item.answer for item in catalogue.knowledge),
    ):
        urls |= {link.url for link in find_links(text)}
    hosts = {link for link in catalogue.profile.allowed_links if "/" not in link}
    urls |= {link for link in catalogue.profile.allowed_links if "/" in link}
    return AllowedLinks(hosts=frozenset(hosts), urls=frozenset(url for url in urls if url))
