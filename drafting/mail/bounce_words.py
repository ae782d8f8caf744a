"""The words of mail servers: who reports, that a mail failed or waits, and why.

Fragments of regular expressions for text in lower case on one line; searched without case.
"""

# ruff: noqa: E501 - phrases stay on their line
from __future__ import annotations

import re

from drafting.mail.choices import BounceReason


def _any(*fragments: str) -> re.Pattern[str]:
    return re.compile("|".join(fragments), re.IGNORECASE)


REPORT_SENDERS = _any(
    r"mailer[-_.]?daemon\d{0,3}", r"post[-_]?master\d{0,3}", r"mail[-_.]?daemon", r"mdaemon",
    r"mail-?delivery(?:-?sub)?-?system", r"mailer", r"bounces?", r"mdaemon-?\w{0,12}",
    r"system-?administrator", r"mailadm(?:in)?", r"smtp-?daemon", r"undelivered", r"mmdf",
)  # fmt: skip
REPORT_NAMES = _any(
    r"mail delivery (?:sub)?system", r"mail delivery service", r"mail system", r"mailer.?daemon",
    r"courier mail server", r"internet mail delivery", r"delivery system", r"postmaster",
    r"system administrator", r"sistema de correo", r"mail administrator",
)  # fmt: skip
REPORT_SUBJECTS = _any(
    r"undeliver(?:able|ed)", r"returned (?:mail|to sender)", r"fail(?:ed|ure) notice",
    r"(?:delivery|mail|message)[\w :]{0,24}(?:fail|error|delay|problem|not delivered)",
    r"delivery[- ](?:status|report|notification|has failed|incomplete)", r"non[- ]?deliver",
    r"could not (?:be sent|be delivered|send)", r"unzustellbar", r"nicht zugestellt",
    r"non (?:remis|distribu|délivr)", r"mancata consegna", r"non (?:è stat[oa] )?consegnat",
    r"no (?:entregado|se ha podido entregar)", r"onbestelbaar", r"niet afgeleverd",
    r"não (?:entregue|foi entregue)", r"не доставлен", r"недоставлен", r"配信", r"送信できません",
    r"退信", r"^mail system error", r"^mail status report", r"delayed (?:mail|24)",
)  # fmt: skip
FAILURES = _any(
    r"(?:could|can|was|were|has|have|did|is|are)(?: ?not|n't|n’t)(?: yet)?(?: been| be)?"
    r"[\w ]{0,20}(?:deliver|reach|sent|send|accept)",
    r"(?:unable|failed) to (?:deliver|send)", r"un(?:deliverable|delivered)",
    r"delivery (?:has |to [\w ]{0,30})?fail", r"delivery (?:problems|errors?)",
    r"(?:permanent|fatal) (?:fatal )?error", r"error has occurred while attempting to deliver",
    r"error occurred while trying to deliver", r"returned (?:mail|to (?:the )?sender|message)",
    r"nicht (?:zugestellt|ausgeliefert|erreicht|zustellbar)", r"unzustellbar",
    r"n['’]a pas (?:pu être|été) (?:remis|distribu|délivr|envoy|livr)", r"échec de la (?:remise|dist)",
    r"non è stato (?:consegnato|possibile)", r"impossibile (?:consegnare|recapitare|inoltrare)",
    r"no (?:ha podido|pudo|se (?:ha podido|pudo)) (?:ser )?entreg", r"niet (?:worden )?(?:afgelever|bezorg)",
    r"não (?:pôde|foi|pode) (?:ser )?(?:possível )?entreg", r"не (?:может быть |было? |удалось )?доставл",
    r"配信できません|送信できません|届けられません|宛先不明", r"无法(?:投递|送达|发送)|退信|投递失败",
)  # fmt: skip
DELAYS = _any(
    r"not yet been delivered", r"will (?:be retried|retry|keep trying|be tried again|continue)",
    r"delivery attempts will continue", r"(?:is|has been|was) (?:being )?delayed",
    r"temporary (?:problem|failure report)", r"still (?:being retried|undelivered)",
    r"wird weiter versucht|verzögert", r"warning message only|this is a warning only",
    r"no action is required", r"sera (?:retent|renouvel)", r"delivery to [\w ]{0,30}been delayed",
)  # fmt: skip
# Tried in this order: a full mailbox is often told as "user unknown (over quota)", and a server
# that is out of reach names the mailbox it was looking for.
REASONS: tuple[tuple[BounceReason, re.Pattern[str]], ...] = (
    (BounceReason.FULL, _any(
        r"(?:mail)?box (?:is |was )?(?:too )?full", r"over ?quota", r"quota (?:is |has been |was )?"
        r"(?:exceed|full|violat)", r"exceed\w{0,3}(?: \w+){0,4} quota", r"exceeds allowed size",
        r"exceeded (?:the )?(?:storage|mailbox|space|size limit of)", r"insufficient (?:system )?"
        r"(?:storage|disk)", r"out ?of ?(?:storage|space)|not enough (?:storage|disk|space)",
        r"storage (?:limit|allocation)|disk (?:quota|full)", r"maildrop|mailfolder is full",
        r"postfach (?:ist )?voll|speicher(?:platz)? (?:ist )?(?:voll|ersch)", r"bo[iî]te (?:aux lettres )?"
        r"(?:est )?pleine", r"casella (?:di posta )?(?:è )?piena", r"buz[oó]n (?:est[aá] )?lleno",
        r"容量|いっぱい|переполнен|mailbox size limit|user is full|has exceeded its max",
    )),
    (BounceReason.TOO_BIG, _any(
        r"(?:message|mail|e-?mail)(?: \w+)? (?:is |was )?too (?:big|large|long)",
        r"message size (?:exceeds|limit)|size exceeds|exceeds (?:the )?(?:fixed |maximum |max )+"
        r"(?:message )?size|maximum (?:message|allowed) size|max message size|data size exceeded",
        r"message (?:length|size) (?:exceeds|limit)|nachricht (?:ist )?zu gro(?:ß|ss)",
    )),
    (BounceReason.SWITCHED_OFF, _any(
        r"(?:account|mailbox|user|recipient|address)(?: \w+){0,4} (?:is |has been |was )?(?:currently )?"
        r"(?:disabled|inactive|suspended|deactivated|locked|closed|terminated|expired|not active|blocked)",
        r"(?:inactive|disabled|suspended|deactivated) (?:user|mailbox|account|recipient|for inactivity)",
        r"no longer (?:active|in use|available|valid|accept|on server|with)", r"not an active",
        r"deaktiviert|gesperrt|nicht mehr (?:aktiv|gültig)", r"désactiv", r"disattivat|disabilitat",
        r"account (?:that you tried to reach is|has been) (?:over )?(?:disabled)", r"user is terminated",
    )),
    (BounceReason.NO_DOMAIN, _any(
        r"(?:host|domain)(?: \w+){0,4} (?:not found|unknown|does not exist|doesn't exist|not exist)",
        r"(?:unknown|bad|illegal|unrouteable|unroutable|unresolvable|invalid) (?:mail )?(?:domain|host)",
        r"no (?:such )?(?:domain|mx|mail server|mail exchanger|mail hosts)", r"nxdomain|name or service "
        r"not known|name service error|(?:cannot|could ?n[o']t|unable to) (?:find|resolve)(?: \w+){0,3} "
        r"(?:host|domain|name|address)|host or domain name|unrouteable address|unrouteable mail domain",
        r"domain isn't in my list of allowed|no valid hosts|domain (?:wurde )?nicht gefunden|nullmx|null mx",
        r"resolver\.adr\.domain|dns (?:error|failure|lookup failure)|all relevant mx records point to",
    )),
    (BounceReason.POLICY, _any(
        r"\bspam|blacklist|blocklist|block ?list|black ?list|\bdnsbl|\brbl\b|spamhaus|spamcop",
        r"(?:message|content|mail|e-?mail)(?: \w+){0,4} (?:rejected|blocked|refused|denied)"
        r"(?: \w+){0,5} (?:spam|content|policy|virus|security|local)", r"policy|poor reputation|reputation",
        r"virus|malware|phish|content (?:filter|scann|rejected)|prohibited|not allowed to send",
        r"dmarc|\bspf\b|\bdkim\b|sender (?:address )?(?:rejected|denied|verif)|relay(?:ing)? "
        r"(?:access |not |is )?(?:denied|allowed|prohibited|permitted)|unauthenticated|not authorized"
        r"|authentication (?:is )?required|access denied|permission|restricted|administratively"
        r"|reverse dns|ptr record|client host|bad (?:helo|sender)|(?:your )?ip (?:address )?(?:is )?"
        r"(?:blocked|listed)|service (?:refused|unavailable; client)|banned|blocked using|suspicious",
    )),
    (BounceReason.NO_MAILBOX, _any(
        r"(?:user|recipient|mailbox|address|account|adress|addressee|name|id)s?(?: \S+){0,6} "
        r"(?:is |was |are |has )?(?:unknown|not (?:be )?(?:found|known|exist|listed|recognized|valid|"
        r"available here|a (?:valid|known)|our customer|have|on this)|n[o']t exist|doesn['’]?t exist"
        r"|does not exist|do not exist|invalid|rejected|undeliverable|not have an? account|non-?exist)",
        r"(?:unknown|no such|invalid|bad|nonexistent|non-existent|illegal|unrouteable|unrecognized|"
        r"undefined|no) (?:local )?(?:user|recipient|mailbox|address|account|addressee|alias|person|"
        r"destination|local part|virtual)", r"not (?:a |in |our )?(?:local|known|valid) (?:user|address|"
        r"recipient|mailbox)|not listed in|isn['’]t in my|no mailbox (?:here )?by that name|recipnotfound"
        r"|\bno account\b|does(?:n['’]t| not) have an? [\w.]{1,30} account|mailbox unavailable"
        r"|user doesn['’]t|unknown or illegal alias|address (?:couldn['’]t be|could not be|wasn['’]t) found"
        r"|there is no (?:such )?(?:user|mailbox|one)|wasn['’]t found at|not our customer|unable to validate recipient"
        r"|no match(?:ing)? (?:user|recipient)|delivery to the following recipients? (?:was|were) not possible",
        r"unbekannt(?:er)? (?:empf|benutzer|nutzer|adress)|(?:empfänger|benutzer|adresse|postfach)"
        r"(?: \S+){0,4} (?:unbekannt|nicht (?:bekannt|gefunden|existiert|vorhanden|erreichbar))",
        r"(?:utilisateur|destinataire|adresse)(?: \S+){0,3} inconnu|inconnu à cette adresse",
        r"(?:utente|destinatario|indirizzo|casella)(?: \S+){0,3} (?:sconosciut|inesistente|non (?:esiste|trovat|valid))",
        r"(?:usuario|destinatario|buz[oó]n)(?: \S+){0,3} (?:desconocid|no existe|inexistente)",
        r"宛先不明|ユーザーが見つかりません|不存在|пользователь не найден|нет такого",
    )),
    (BounceReason.UNREACHABLE, _any(
        r"tim(?:ed|e) ?-?out|expired|too (?:many|long|old)|retry (?:time|timeout|limit)|refused to talk"
        r"|connection (?:refused|reset|lost|dropped|closed|failed|was)|lost connection|unreachable"
        r"|(?:not |un)reach(?:ed|able)|no route|greylist|grey ?list|try (?:again )?later|temporar"
        r"|rate limit|throttl|deferred|exceeded(?: \w+){0,3} (?:rate|limit|attempts|lifetime)|hop count"
        r"|too many hops|mail loop|loops back|delivery attempts|giving up after|resources|system (?:error|problem)",
    )),
)  # fmt: skip
