"""Who writes to a hostel: newsletters, notices, receipts, lists, machines; and guests, straight,
through platforms and through forms. Written before any rule; even ones tune, odd ones measure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.drafting.mail.mails import mail

Half = Literal["tuned", "held out"]


@dataclass(frozen=True)
class Case:
    name: str
    raw: bytes
    kind: str  # of SenderKind
    reply_to: str = ""  # whom an answer must go to, where it says so


def _case(name: str, kind: str, sender: str, body: str, subject: str = "News",
          **headers: str) -> Case:  # fmt: skip
    address = name.replace(" ", ".")
    answer = headers.pop("answer", "")
    fields = {"from": sender, "subject": subject, "message_id": f"<{address}@case.example>"}
    return Case(name, mail(body, **fields, **headers), kind, answer)


_AD = "This week: three nights for the price of two.\n\nUnsubscribe | View in browser"
_BILL = "Dear customer,\n\nyour invoice for April is attached.\n\nKind regards"
_RECEIPT = "Thank you for your message. We have received it and will answer within two days."

NOT_GUESTS: tuple[Case, ...] = (
    _case("list unsubscribe", "list", "Travel Deals <deals@shop.example>", _AD,
          list_unsubscribe="<https://shop.example/u>",
          list_unsubscribe_post="List-Unsubscribe=One-Click"),
    _case("list id", "list", "Maria <maria@uni.example>", "Does anybody know a cheap ferry?",
          list_id="Backpackers <backpackers.lists.example>"),
    _case("mailman", "list", "pete@else.example", "Re the topic below.",
          list_post="<mailto:all@lists.example>", list_help="<mailto:help@lists.example>"),
    _case("feedback id", "list", "Booking tips <tips@send.example>", _AD,
          feedback_id="campaign:1234:newsletter:sender", precedence="bulk"),
    _case("mailchimp", "list", "Cafe Luna <hello@cafe.example>", _AD, x_mailer="Mailchimp Mailer",
          list_unsubscribe="<mailto:u@mc.example>", x_mc_user="9a8b7c"),
    _case("campaign only", "list", "Linen Supply <info@linen.example>", _AD,
          x_campaign="linen-2026-04", x_csa_complaints="whitelist@eco.example"),
    _case("google groups", "list", "Ann via Hostels <hostels@groups.example>", "Any news?",
          x_google_group_id="1234", mailing_list="list hostels@groups.example"),
    _case("noreply bank", "notice", "Banca <noreply@bank.example>", "Un bonifico è stato accreditato.",
          subject="Bonifico ricevuto"),
    _case("no-reply shop", "notice", "Shop <no-reply@shop.example>", _BILL, subject="Your invoice"),
    _case("do not reply", "notice", "do_not_reply@energy.example", _BILL, subject="Rechnung 2231"),
    _case("no.reply tagged", "notice", "no.reply+8812@parcel.example", "Il pacco è in consegna.",
          subject="Spedizione"),
    _case("nichtantworten", "notice", "Telekom <nicht-antworten@telco.example>", _BILL,
          subject="Ihre Rechnung"),
    _case("ne pas repondre", "notice", "ne-pas-repondre@poste.example", "Votre colis est arrivé."),
    _case("non rispondere", "notice", "nonrispondere@poste.example", "La raccomandata è arrivata."),
    _case("no responder", "notice", "no-responder@banco.example", "Su extracto está disponible."),
    _case("donotreply digits", "notice", "donotreply2@gov.example", "Your filing was received."),
    _case("notification", "notice", "Calendar <calendar-notification@cal.example>",
          "You have no events today.", subject="Daily agenda", auto_submitted="auto-generated"),
    _case("booking platform", "notice", "Booking.com <noreply@booking.com>",
          "New booking! Confirmation number 4455667788.", subject="Booking.com - New booking!"),
    _case("airbnb platform", "notice", "Airbnb <automated@airbnb.com>",
          "Your payout was sent.", subject="Payout"),
    _case("hostelworld platform", "notice", "Hostelworld <noreply@hostelworld.com>",
          "New booking: reference 123-456789.", subject="New Booking"),
    _case("expedia platform", "notice", "Expedia <donotreply@expediapartnercentral.com>",
          "A new reservation has arrived.", subject="New reservation"),
    _case("google review", "notice", "Google Business <businessprofile-noreply@google.com>",
          "You have a new review.", subject="New review"),
    _case("stripe", "notice", "Stripe <notifications@stripe.com>", "A payment of EUR 40 succeeded.",
          subject="Payment", auto_submitted="auto-generated"),
    _case("paypal", "notice", "PayPal <service@paypal.com>", "You received EUR 40.",
          subject="You have received a payment", x_email_type_id="PP341"),
    _case("dmarc report", "report", "noreply-dmarc-support@google.com", "",
          subject="Report domain: hostel-brikette.example Submitter: google.com Report-ID: 9921"),
    _case("dmarc report other", "report", "DMARC Aggregate <dmarcreport@microsoft.example>", "",
          subject="[Preview] Report Domain: hostel-brikette.example Submitter: x Report-ID: 8"),
    _case("tls report", "report", "tlsrpt@mx.example", "", tls_report_domain="hostel-brikette.example",
          subject="Report Domain: hostel-brikette.example", tls_report_submitter="mx.example"),
    _case("read receipt", "report", "Isla <isla@example.com>",
          '--BB\r\nContent-Type: text/plain\r\n\r\nYour message was read.\r\n'
          "--BB\r\nContent-Type: message/disposition-notification\r\n\r\n"
          "Final-Recipient: rfc822;isla@example.com\r\n"
          "Disposition: manual-action/MDN-sent-manually; displayed\r\n--BB--",
          subject="Read: Your booking",
          content_type='multipart/report; report-type=disposition-notification; boundary="BB"'),
    _case("delivered", "report", "MAILER-DAEMON@mx.example",
          "--BB\r\nContent-Type: text/plain\r\n\r\nYour message was successfully delivered.\r\n"
          "--BB\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example"
          "\r\n\r\nFinal-Recipient: rfc822;isla@example.com\r\nAction: delivered\r\n"
          "Status: 2.0.0\r\n--BB--", subject="Successful Mail Delivery Report",
          content_type='multipart/report; report-type=delivery-status; boundary="BB"'),
    _case("abuse report", "report", "staff@isp.example",
          "--BB\r\nContent-Type: text/plain\r\n\r\nThis is an abuse report.\r\n"
          "--BB\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n--BB--",
          content_type='multipart/report; report-type=feedback-report; boundary="BB"'),
    _case("auto submitted", "automated", "isla@example.com", "I am away until Monday.",
          subject="Automatic reply: Your booking", auto_submitted="auto-replied"),
    _case("x autoreply", "automated", "isla@example.com", "I am away.", x_autoreply="yes",
          subject="Away"),
    _case("x autorespond", "automated", "isla@example.com", "I am away.",
          x_autorespond="vacation", subject="Away"),
    _case("exchange oof", "automated", "isla@example.com", "I am out of the office.",
          subject="Automatic reply", x_auto_response_suppress="All"),
    _case("calendar reply", "automated", "Isla <isla@example.com>",
          "--BB\r\nContent-Type: text/plain\r\n\r\nIsla has accepted.\r\n--BB\r\n"
          "Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n"
          "END:VCALENDAR\r\n--BB--", subject="Accepted: Meeting",
          content_type='multipart/alternative; boundary="BB"'),
    _case("delivered to loop", "automated", "ticket@help.example", _RECEIPT,
          subject="[Ticket#2231] We have received your request", x_loop="ticket@help.example",
          auto_submitted="auto-replied"),
    _case("zendesk", "automated", "Support <support@help.example>", _RECEIPT,
          auto_submitted="auto-generated", x_mailer="Zendesk Mailer"),
    _case("autoresponder precedence", "automated", "isla@example.com", "Away.",
          precedence="auto_reply", subject="Away"),
    _case("null path", "automated", "isla@example.com", "I am on holiday.", return_path="<>"),
    _case("newsletter of hotel", "list", "Hotel Sole <news@hotelsole.example>", _AD,
          list_unsubscribe="<mailto:x@hotelsole.example>"),
    _case("linkedin", "list", "LinkedIn <messages-noreply@linkedin.com>", "You appeared in 3 searches",
          list_unsubscribe="<https://linkedin.com/u>", feedback_id="x:linkedin"),
    _case("mailer-daemon words", "report", "Mail Delivery System <MAILER-DAEMON@mx.example>",
          "Your message to cook@example.net could not be delivered: mailbox full.",
          subject="Undelivered Mail Returned to Sender"),
    _case("suppress answers", "automated", "crm@corp.example", "Your request was closed.",
          x_auto_response_suppress="DR, RN, NRN, OOF, AutoReply"),
)  # fmt: skip

_ASK = "Hello,\n\nis there parking near the hostel?\n\nIsla"
_FORM = "Name: Isla Thornbury\nE-mail: isla@example.com\n\nMessage:\nIs there parking near you?"

GUESTS: tuple[Case, ...] = (
    _case("plain guest", "guest", "Isla <isla@example.com>", _ASK, subject="Parking"),
    _case("auto-submitted no", "guest", "isla@example.com", _ASK, auto_submitted="no"),
    _case("precedence normal", "guest", "isla@example.com", _ASK, precedence="normal"),
    _case("suppress none", "guest", "isla@example.com", _ASK, x_auto_response_suppress="None"),
    _case("with calendar request", "guest", "Isla <isla@corp.example>",
          "--BB\r\nContent-Type: text/plain\r\n\r\nCan we see the room then?\r\n--BB\r\n"
          "Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
          "--BB--", subject="Visit", content_type='multipart/alternative; boundary="BB"'),
    _case("booking relay", "guest", "Isla via Booking.com <1234-abc.def@guest.booking.com>", _ASK,
          subject="Isla sent you a message", list_unsubscribe="<https://booking.com/u>"),
    _case("airbnb relay", "guest", "Isla <4x9@reply.airbnb.com>", _ASK,
          subject="RE: Reservation for Bed in dorm, 4 – 6 May", feedback_id="x:airbnb"),
    _case("airbnb guest relay", "guest", "Isla (Airbnb) <zz81@guest.airbnb.com>", _ASK),
    _case("expedia relay", "guest", "Isla <a8b@m.expediapartnercentral.com>", _ASK),
    _case("agoda relay", "guest", "Isla <res-991@agoda-messaging.com>", _ASK),
    _case("hostelworld relay", "guest", "Isla <isla.9911@messages.hostelworld.com>", _ASK),
    _case("vrbo relay", "guest", "Isla <55-aa@messages.homeaway.com>", _ASK),
    _case("tripadvisor relay", "guest", "Isla <u-77@rentals.tripadvisor.com>", _ASK),
    _case("wordpress form", "guest", "WordPress <wordpress@hostel-brikette.example>", _FORM,
          reply_to="Isla <isla@example.com>", subject="Contact form", answer="isla@example.com"),
    _case("noreply form", "guest", "Website <noreply@forms.example>", _FORM,
          reply_to="isla@example.com", subject="New message", answer="isla@example.com"),
    _case("jotform", "guest", "Jotform <noreply@jotform.com>", _FORM,
          reply_to="isla@example.com", answer="isla@example.com", auto_submitted="auto-generated"),
    _case("wix form", "guest", "Wix Forms <no-reply@crm.wix.com>", _FORM,
          reply_to="isla@example.com", answer="isla@example.com", feedback_id="wix:form"),
    _case("own domain form", "guest", "Hostel <info@hostel-brikette.example>", _FORM,
          reply_to="Isla <isla@example.com>", answer="isla@example.com"),
    _case("squarespace form", "guest", "Squarespace <form-submission@squarespace.info>", _FORM,
          reply_to="isla@example.com", answer="isla@example.com"),
    _case("talks of unsubscribing", "guest", "isla@example.com",
          "Please unsubscribe me from your newsletter, and is there parking?"),
    _case("talks of a bounce", "guest", "isla@example.com",
          "My mail to you bounced: mailbox full, could not be delivered. Is my bed still free?",
          subject="Undelivered mail?"),
    _case("forwards a bounce", "guest", "isla@example.com",
          "See below, it was returned to sender.\n\n> Your message could not be delivered",
          subject="Fwd: Undelivered Mail Returned to Sender"),
    _case("called newsletter", "guest", "news@family.example", _ASK),
    _case("post office name", "guest", "Pat Postmaster <pat.postmaster@example.com>", _ASK),
    _case("noreen", "guest", "Noreen Reply <noreply.noreen@example.com>", _ASK, subject="Bed"),
    _case("notary", "guest", "notar@kanzlei.example", "Sehr geehrte Damen, haben Sie Parkplätze?"),
    _case("company", "guest", "Buchhaltung <buchhaltung@firma.example>",
          "Bitte senden Sie uns die Rechnung an die Firma. Danke"),
    _case("info address", "guest", "info@travelagency.example", "Do you have 12 beds on 4 May?"),
    _case("spam filter headers", "guest", "isla@example.com", _ASK, x_spam_status="No, score=0.1",
          x_mailer="iPhone Mail (22A)", x_priority="3"),
    _case("reply to own other", "guest", "isla@example.com", _ASK, reply_to="isla@home.example",
          answer="isla@home.example"),
    _case("sent via ses by a person", "guest", "Isla <isla@startup.example>", _ASK,
          x_ses_outgoing="2026.04.27-54.240.1.1"),
    _case("m365 person", "guest", "isla@corp.example", _ASK, x_ms_has_attach="",
          x_ms_exchange_organization_authas="Anonymous", thread_topic="Parking"),
    _case("gmail person with id", "guest", "isla@gmail.example", _ASK,
          x_google_smtp_source="AGHT+IE", x_gm_message_state="AOJu0Yy"),
    _case("yahoo person", "guest", "isla@yahoo.example", _ASK, x_mailer="WebService/1.1.2 YahooMailIosMobile"),
    _case("person in an accented name", "guest", "=?utf-8?q?Jos=C3=A9?= <jose@example.com>", _ASK),
)  # fmt: skip


def not_guests(half: Half) -> Iterator[Case]:
    return (case for index, case in enumerate(NOT_GUESTS) if (index % 2 == 0) == (half == "tuned"))


def guests(half: Half) -> Iterator[Case]:
    return (case for index, case in enumerate(GUESTS) if (index % 2 == 0) == (half == "tuned"))
