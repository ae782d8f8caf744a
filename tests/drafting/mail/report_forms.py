"""Delivery reports as mail servers write them: a form a server, each told of several failures.

Written from the servers' own wording before any rule was. Of ``FORMS`` the even ones are for
tuning; the odd ones are read by the test of what was reached, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

DESK = "info@hostel-brikette.example"
GUESTS = ("isla.thornbury@example.org", "m_keller+x@post.example.net")
Structure = Literal["report", "report_text", "plain", "plain_attached"]


@dataclass(frozen=True)
class Failure:
    """Why a mail did not arrive, and what the desk must make of it."""

    key: str
    status: str
    code: int
    said: str
    is_hard: bool = False
    is_delay: bool = False


FAILURES = (
    Failure("unknown", "5.1.1", 550, "No such user here", is_hard=True),
    Failure("unknown_2", "5.1.1", 550, "Recipient address rejected: User unknown", is_hard=True),
    Failure("disabled", "5.2.1", 550, "The email account is disabled", is_hard=True),
    Failure("no_domain", "5.1.2", 550, "Host or domain name not found", is_hard=True),
    Failure("full", "5.2.2", 552, "Mailbox full: the user is over quota"),
    Failure("policy", "5.7.1", 554, "Message rejected as spam by content scanning"),
    Failure("size", "5.3.4", 552, "Message size exceeds fixed maximum message size"),
    Failure("expired", "4.4.7", 421, "Delivery time expired: connection timed out"),
    Failure("delay", "4.4.1", 451, "Connection timed out; will be tried again", is_delay=True),
)


@dataclass(frozen=True)
class Form:
    """How one server tells it. ``text`` is for failures, ``delay_text`` for delays, if it has
    such. ``with_id``: whether the returned mail shows our Message-ID."""

    name: str
    sender: str
    subject: str
    text: str
    structure: Structure = "report"
    delay_text: str = ""
    delay_subject: str = ""
    headers: str = ""
    with_id: bool = True
    has_code: bool = True  # False: the words alone say why


_POSTFIX = """This is the mail system at host mx.relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

                   The mail system

<{to}>: host mx.post.example[192.0.2.7] said: {code} {status} <{to}>: {said} (in
    reply to RCPT TO command)
"""
_POSTFIX_DELAY = """This is the mail system at host mx.relay.example.

####################################################################
# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #
####################################################################

Your message could not be delivered for more than 4 hour(s).
It will be retried until it is 5 day(s) old.

<{to}>: host mx.post.example[192.0.2.7] said: {code} {status} {said}
"""
_SENDMAIL = """The original message was received at Mon, 27 Apr 2026 18:42:00 +0200
from desk.relay.example [192.0.2.9]

   ----- The following addresses had permanent fatal errors -----
<{to}>
    (reason: {code} {status} {said})

   ----- Transcript of session follows -----
... while talking to mx.post.example.:
>>> DATA
<<< {code} {status} {said}
"""
_SENDMAIL_DELAY = """    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **
    **********************************************

The original message was received at Mon, 27 Apr 2026 18:42:00 +0200

   ----- Transcript of session follows -----
{to}... Deferred: {said}
Warning: message still undelivered after 4 hours
Will keep trying until message is 5 days old
"""
_EXIM = """This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  {to}
    host mx.post.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<{to}>:
    {code} {status} {said}
"""
_EXIM_DELAY = """This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.relay.example.

The message identifier is:     1aBcDe-0003xY-Q7
The subject of the message is: Re: Arriving late

The address to which the message has not yet been delivered is:

  {to}
    Delay reason: {said}

No action is required on your part. Delivery attempts will continue for
some time, and this warning may be repeated at intervals.
"""
_QMAIL = """Hi. This is the qmail-send program at relay.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{to}>:
192.0.2.7 does not like recipient.
Remote host said: {code} {status} {said}
Giving up on 192.0.2.7.

--- Below this line is a copy of the message.
"""
_EXCHANGE = """Delivery has failed to these recipients or groups:

{to}<mailto:{to}>
{said}. Please check the e-mail address and try to send the message again.

Diagnostic information for administrators:

Generating server: AM6PR01MB1234.eurprd01.prod.exchangelabs.example

{to}
Remote Server returned '{code} {status} {said}'

Original message headers:

Received: from AM0PR01.eurprd01.prod.example (2603:10a6::1)
"""
_GMAIL = """
** Message not delivered **

Your message wasn't delivered to {to} because of a problem at the other side: {said}.

The response from the remote server was:
{code} {status} {said}
"""
_GMAIL_DELAY = """
** Delivery incomplete **

There was a temporary problem delivering your message to {to}. Gmail will retry for 46 more hours.
You'll be notified if the delivery fails permanently.

The response was:
{code} {status} {said}
"""
_EXCHANGE_2003 = """Your message did not reach some or all of the intended recipients.

      Subject:  Re: Arriving late
      Sent:     27.04.2026 18:42

The following recipient(s) could not be reached:

      {to} on 27.04.2026 18:43
            {said}
            <mail.corp.example #{status} smtp;{code} {status} {said}>
"""
_DOMINO = """Your message

  Subject: Re: Arriving late

was not delivered to:

  {to}

because:

  {said}
"""
_GROUPWISE = """The message that you sent was undeliverable to the following:

   {to} ({said})

Possibly truncated original message follows:
"""
_YAHOO = """Sorry, we were unable to deliver your message to the following address.

<{to}>:
{code}: {status} {said}

--- Below this line is a copy of the message.
"""
_SES = """An error occurred while trying to deliver the mail to the following recipients:
{to}
"""
_COURIER = """This is a delivery status notification from mx.relay.example,
running the Courier mail server, version 1.0.

The original message was received on Mon, 27 Apr 2026 18:42:00 +0200
from desk.relay.example (desk.relay.example [192.0.2.9])

---------------------------------------------------------------------------

                           UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<{to}>:
    mx.post.example [192.0.2.7]:
>>> RCPT TO:<{to}>
<<< {code} {status} {said}
"""
_MDAEMON = """The following message could not be delivered:

From: info@hostel-brikette.example
To: {to}

--- Session Transcript ---
 Mon 2026-04-27 18:42:11: <-- RCPT TO:<{to}>
 Mon 2026-04-27 18:42:12: --> {code} {status} {said}
--- End Transcript ---

 : Message contains [1] file attachments
"""
_SMTP32 = """{said}: {to}


Original message follows.

"""
_MAILENABLE = """This message could not be delivered to one or more recipients.

MailEnable: Message could not be delivered to some recipients.
The following recipient(s) could not be reached:

\tRecipient: [SMTP:{to}]
\tReason: {said}. The remote server returned: {code} {status}

Message headers follow:

"""
_HMAILSERVER = """Your message did not reach some or all of the intended recipients.

   Sent: Mon, 27 Apr 2026 18:42:00 +0200
   Subject: Re: Arriving late

The following recipient(s) could not be reached:

{to}
   Error Type: SMTP
   Remote server (192.0.2.7) issued an error.
   hMailServer sent: RCPT TO:<{to}>
   Remote server replied: {code} {status} {said}

hMailServer
"""
_GMX = """Diese E-Mail wurde automatisch erzeugt: this message was created automatically.

Ihre Nachricht konnte nicht zugestellt werden an:

{to}
SMTP-Fehler des empfangenden Servers: {code} {status} {said}

--- Die Kopfzeilen der ursprünglichen Nachricht ---

"""
_TONLINE = """|-------------------------------------------------------------|
|  Nachricht konnte nicht zugestellt werden.                    |
|-------------------------------------------------------------|

Folgende Adresse(n) konnten nicht erreicht werden:
  <{to}>:
  Der Server meldete: {code} {status} {said}
"""
_FREE = """Ceci est un message du système de courrier de relay.example.

Votre message n'a pas pu être remis à un ou plusieurs destinataires.

Destinataire : <{to}>
Motif : {code} {status} {said}
"""
_ARUBA = """Questo è un messaggio automatico del sistema di posta.

Il messaggio non è stato consegnato al seguente destinatario:

<{to}>
Motivo: {code} {status} {said}
"""
_MAILRU = """This message was created automatically by the mail system.
Сообщение создано автоматически почтовым сервером.

Ваше письмо не может быть доставлено одному или нескольким получателям:

  {to}
    {code} {status} {said}
"""
_OPENSMTPD = """    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

{to}: {code} {status} {said}

    Below is a copy of the original message:
"""
_OPENSMTPD_DELAY = """    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    A message is delayed for more than 4 hours for the following
    list of recipients:

{to}: {code} {said}

    Please note that this is only a temporary failure report.
    The message is kept in the queue for up to 4 days.
"""
_JAMES = """Hi. This is the James mail server at relay.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.  Below
I include the list of recipients and the reason why I was unable to deliver
your message.

Failed recipient(s):
{to}

Error message:
{code} {status} {said}
"""
_SUN = """This report relates to a message you sent with the following header fields:

  Message-id: {our_id}
  Date: Mon, 27 Apr 2026 18:42:00 +0200
  From: Hostel Brikette <info@hostel-brikette.example>
  To: {to}
  Subject: Re: Arriving late

Your message cannot be delivered to the following recipients:

  Recipient address: {to}
  Reason: Remote SMTP server has rejected address
  Diagnostic code: smtp;{code} {status} {said}
"""
_KDDI = """Your mail sent on: Mon, 27 Apr 2026 18:42:00 +0900
Could not be delivered to:
<{to}>
As their mailbox could not be used: {said}
宛先不明などの理由により送信できませんでした。
"""
_KERIO = """Your message could not be delivered to the recipient {to}.

The delivery of the message failed. The remote server answered:
{code} {status} {said}
"""
_MSN = """This is an automatically generated Delivery Status Notification.

Delivery to the following recipients failed.

       {to}
"""
_AOL = """The mail you sent could not be delivered. Reason and address:

   ----- The following addresses had delivery problems -----
<{to}>

   ----- Transcript of session follows -----
RCPT TO:<{to}>
<<< {code} {said.upper}
"""
_TELEFONICA = """Su mensaje no ha podido ser entregado a los siguientes destinatarios:

    {to}

Motivo: {code} {status} {said}
"""
_PROTON = """Hello,

we could not deliver the message you sent to {to}. The server of the recipient refused it.

Reported error: {code} {status} {said}
"""

FORMS: tuple[Form, ...] = (
    Form("postfix", "MAILER-DAEMON@mx.relay.example (Mail Delivery System)",
         "Undelivered Mail Returned to Sender", _POSTFIX, delay_text=_POSTFIX_DELAY,
         delay_subject="Delayed Mail (still being retried)"),
    Form("sendmail", "Mail Delivery Subsystem <MAILER-DAEMON@mx.relay.example>",
         "Returned mail: see transcript for details", _SENDMAIL, delay_text=_SENDMAIL_DELAY,
         delay_subject="Warning: could not send message for past 4 hours"),
    Form("exim", "Mail Delivery System <Mailer-Daemon@relay.example>",
         "Mail delivery failed: returning message to sender", _EXIM, "plain",
         delay_text=_EXIM_DELAY, headers="X-Failed-Recipients: {to}\nAuto-Submitted: auto-replied",
         delay_subject="Warning: message 1aBcDe-0003xY-Q7 delayed 24 hours"),
    Form("exim with report", "Mail Delivery System <Mailer-Daemon@relay.example>",
         "Mail delivery failed: returning message to sender", _EXIM, delay_text=_EXIM_DELAY,
         delay_subject="Warning: message 1aBcDe-0003xY-Q7 delayed 24 hours"),
    Form("qmail", "MAILER-DAEMON@relay.example", "failure notice", _QMAIL, "plain"),
    Form("exchange online",
         "postmaster@corp.example", "Undeliverable: Re: Arriving late", _EXCHANGE),
    Form("gmail", "Mail Delivery Subsystem <mailer-daemon@googlemail.example>",
         "Delivery Status Notification (Failure)", _GMAIL, delay_text=_GMAIL_DELAY,
         delay_subject="Delivery Status Notification (Delay)", headers="X-Failed-Recipients: {to}"),
    Form("exchange 2003", "System Administrator <postmaster@corp.example>",
         "Undeliverable: Re: Arriving late", _EXCHANGE_2003, "plain", with_id=False),
    Form("exchange 2003 with report", "postmaster@corp.example",
         "Delivery Status Notification (Failure)", _EXCHANGE_2003),
    Form("domino", "Postmaster@corp.example", "DELIVERY FAILURE: {said}", _DOMINO),
    Form("groupwise", "Mailer-Daemon@corp.example", "Mail failure - unknown or refused",
         _GROUPWISE, "plain_attached", has_code=False),
    Form("yahoo", "MAILER-DAEMON@yahoo.example", "Failure Notice", _YAHOO, "plain"),
    Form("amazon ses", "MAILER-DAEMON@amazonses.example", "Delivery Status Notification (Failure)",
         _SES),
    Form("courier", "Courier mail server at relay <@>", "NOTICE: mail delivery status.",
         _COURIER),
    Form("mdaemon", "MDaemon@corp.example", "Warning: undeliverable mail", _MDAEMON,
         "report_text"),
    Form("smtp32", "Postmaster <postmaster@corp.example>", "Undeliverable Mail", _SMTP32, "plain",
         has_code=False),
    Form("mailenable", "Mail Delivery <postmaster@corp.example>", "Message Delivery Failure",
         _MAILENABLE, "plain"),
    Form("hmailserver", "mailer-daemon@corp.example", "Message undeliverable: Re: Arriving late",
         _HMAILSERVER, "plain", with_id=False),
    Form("gmx", "Mail Delivery System <mailer-daemon@gmx.example>",
         "Mail delivery failed: returning message to sender", _GMX, "plain"),
    Form("t-online", "Mail Delivery System <mailer-daemon@t-online.example>",
         "Unzustellbare Nachricht", _TONLINE, "plain_attached"),
    Form("free", "MAILER-DAEMON@free.example (Mail Delivery System)",
         "Message non remis", _FREE, "report_text"),
    Form("aruba", "Mail Delivery System <MAILER-DAEMON@aruba.example>",
         "Mancata consegna: Re: Arriving late", _ARUBA, "plain_attached"),
    Form("mail.ru", "mailer-daemon@corp.mail.example", "Mail failure.", _MAILRU, "plain"),
    Form("opensmtpd", "Mailer Daemon <MAILER-DAEMON@relay.example>",
         "Delivery status notification: error", _OPENSMTPD, "report_text",
         delay_text=_OPENSMTPD_DELAY, delay_subject="Delivery status notification: delay"),
    Form("james", "postmaster@relay.example", "Re: Arriving late", _JAMES, "plain_attached",
         headers="Auto-Submitted: auto-replied"),
    Form("sun", "Internet Mail Delivery <postmaster@relay.example>",
         "Delivery Notification: Delivery has failed", _SUN),
    Form("kddi", "Postmaster@kddi.example", "Mail System Error - Returned Mail", _KDDI,
         "plain_attached", has_code=False),
    Form("kerio", "Mail Delivery Subsystem <MAILER-DAEMON@corp.example>",
         "Delivery failure", _KERIO, "plain_attached"),
    Form("smtpsvc", "postmaster@mail.corp.example", "Delivery Status Notification (Failure)", _MSN),
    Form("aol", "Mail Delivery Subsystem <MAILER-DAEMON@aol.example>",
         "Returned mail: delivery problems encountered", _AOL, "plain"),
    Form("telefonica", "Sistema de correo <MAILER-DAEMON@correo.example>",
         "Mensaje no entregado", _TELEFONICA, "plain_attached"),
    Form("proton", "MAILER-DAEMON@proton.example (Mail Delivery System)",
         "Undelivered Mail Returned to Sender", _PROTON, "plain", with_id=False),
)  # fmt: skip


@dataclass(frozen=True)
class Report:
    """A report with what must be read in it."""

    form: str
    raw: bytes
    address: str
    is_hard: bool
    is_delay: bool
    has_id: bool


def reports(half: Literal["tuned", "held out", "all"], our_id: str) -> Iterator[Report]:
    """Every form of a half, for every failure that it can tell, to two addresses."""
    for index, form in enumerate(FORMS):
        if half == "all" or (index % 2 == 0) == (half == "tuned"):
            for failure in FAILURES:
                for to in GUESTS:
                    text = form.delay_text if failure.is_delay else form.text
                    if text:
                        yield _report(form, text, failure, to, our_id)


def _report(form: Form, text: str, failure: Failure, to: str, our_id: str) -> Report:
    values = {"to": to, "code": str(failure.code), "status": failure.status, "said": failure.said}
    values["our_id"] = our_id if form.with_id else "<lost@relay.example>"
    said = _filled(text.replace("{said.upper}", failure.said.upper()), values)
    subject = form.delay_subject if failure.is_delay and form.delay_subject else form.subject
    head = [
        "Return-Path: <>" if form.structure != "plain" else "X-Received: by mx.desk.example",
        f"From: {form.sender}",
        f"To: {DESK}",
        f"Subject: {_filled(subject, values)}",
        "Date: Mon, 27 Apr 2026 19:02:00 +0200",
        f"Message-ID: <{form.name.replace(' ', '.')}.{failure.key}.{len(to)}@relay.example>",
        *_filled(form.headers, values).splitlines(),
        "MIME-Version: 1.0",
    ]
    body = _body(form, said, failure, to, values)
    return Report(form.name, "\r\n".join([*head, *body]).encode(), to, failure.is_hard,
                  failure.is_delay, form.with_id)  # fmt: skip


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _returned(form: Form, to: str, values: dict[str, str]) -> str:
    lines = [
        f"From: Hostel Brikette <{DESK}>",
        f"To: {to}",
        "Subject: Re: Arriving late",
        "Date: Mon, 27 Apr 2026 18:42:00 +0200",
    ]
    return "\r\n".join([*lines, f"Message-ID: {values['our_id']}"] if form.with_id else lines)


def _body(form: Form, said: str, failure: Failure, to: str, values: dict[str, str]) -> list[str]:
    returned = _returned(form, to, values)
    words = "\r\n\r\nDear Isla, the code of the door is in your booking. Write to cook@else.example"
    if form.structure == "plain":
        return ["Content-Type: text/plain; charset=utf-8", "", said, "", returned + words]
    parts = [f"Content-Type: text/plain; charset=utf-8\r\n\r\n{said}"]
    kind = "multipart/mixed"
    if form.structure in ("report", "report_text"):
        kind = "multipart/report; report-type=delivery-status"
    if form.structure == "report":
        parts.append(_status_part(failure, to))
    is_headers_only = len(form.name) % 2 == 0
    parts.append(
        f"Content-Type: text/rfc822-headers\r\n\r\n{returned}"
        if is_headers_only
        else f"Content-Type: message/rfc822\r\n\r\n{returned}{words}"
    )
    joined = "".join(f"--BB\r\n{part}\r\n" for part in parts)
    return [f'Content-Type: {kind}; boundary="BB"', "", joined + "--BB--"]


def _status_part(failure: Failure, to: str) -> str:
    action = "delayed" if failure.is_delay else "failed"
    return (
        "Content-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.relay.example\r\nArrival-Date: Mon, 27 Apr 2026 18:42:00 +0200\r\n"
        f"\r\nFinal-Recipient: rfc822;{to}\r\nAction: {action}\r\nStatus: {failure.status}\r\n"
        f"Remote-MTA: dns; mx.post.example\r\n"
        f"Diagnostic-Code: smtp; {failure.code} {failure.status} {failure.said}"
    )
